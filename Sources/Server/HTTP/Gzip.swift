import CZlib
import NIOCore

/// Gzip (RFC 1952) with zlib.
enum Gzip {
  /// The compression levels for text that is sent once (`quick`) or cached (`thorough`).
  enum Effort: Int32 {
    case quick = 3
    case thorough = 6
  }

  /// The size up to which compression gains nothing, because the body fits one network packet anyway.
  static let minimumSize = 1024

  /// Returns `nil` if zlib fails, which means that memory is short.
  static func compress(_ body: ByteBuffer, effort: Effort) -> ByteBuffer? {
    var stream = z_stream()
    // 15 bits of window, plus 16 for the gzip header (zlib.h, deflateInit2).
    let status = deflateInit2_(
      &stream, effort.rawValue, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    let bound = Int(deflateBound(&stream, UInt(body.readableBytes)))
    var packed = ByteBufferAllocator().buffer(capacity: bound)
    var finished = false
    body.withUnsafeReadableBytes { input in
      stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
      stream.avail_in = UInt32(clamping: input.count)
      packed.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { output in
        stream.next_out = output.bindMemory(to: UInt8.self).baseAddress
        stream.avail_out = UInt32(clamping: output.count)
        finished = deflate(&stream, Z_FINISH) == Z_STREAM_END
        return finished ? Int(stream.total_out) : 0
      }
    }
    guard finished else { return nil }
    // The copy frees the unused rest of the buffer.
    return ByteBuffer(bytes: packed.readableBytesView)
  }

  /// - Parameter size: The uncompressed size.
  /// - Returns: `nil` if the size is wrong, or memory is short.
  static func decompress(_ packed: ByteBuffer, size: Int) -> ByteBuffer? {
    var stream = z_stream()
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var unpacked = ByteBufferAllocator().buffer(capacity: size)
    var finished = false
    packed.withUnsafeReadableBytes { input in
      stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
      stream.avail_in = UInt32(clamping: input.count)
      unpacked.writeWithUnsafeMutableBytes(minimumWritableBytes: size) { output in
        stream.next_out = output.bindMemory(to: UInt8.self).baseAddress
        stream.avail_out = UInt32(clamping: output.count)
        finished = inflate(&stream, Z_FINISH) == Z_STREAM_END && Int(stream.total_out) == size
        return finished ? size : 0
      }
    }
    return finished ? unpacked : nil
  }
}
