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
  static let minSize = 1024

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

  /// A part of a text, packed without regard to what stands before it.
  struct Piece: Sendable {
    /// Blocks of RFC 1951, of which none is the last, up to the end of a byte.
    let blocks: ByteBuffer
    /// In bytes, unpacked.
    let size: Int
    /// CRC-32 of the unpacked bytes.
    let checksum: UInt

    /// One byte, as a stored block (RFC 1951 section 3.2.4).
    init(byte: UInt8) {
      blocks = ByteBuffer(bytes: [0, 1, 0, 0xFE, 0xFF, byte])
      size = 1
      checksum = withUnsafePointer(to: byte) { crc32(0, $0, 1) }
    }

    /// nil if memory is short.
    init?(_ body: ByteBuffer, effort: Effort) {
      var stream = z_stream()
      let status = deflateInit2_(
        &stream, effort.rawValue, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size))
      guard status == Z_OK else { return nil }
      defer { deflateEnd(&stream) }
      // The bound is that of a last block: a flush adds an empty one.
      let bound = Int(deflateBound(&stream, UInt(body.readableBytes))) + 16
      var packed = ByteBufferAllocator().buffer(capacity: bound)
      var sum: UInt = 0
      var isWhole = false
      body.withUnsafeReadableBytes { input in
        let bytes = input.bindMemory(to: UInt8.self).baseAddress
        sum = crc32(0, bytes, UInt32(clamping: input.count))
        stream.next_in = UnsafeMutablePointer(mutating: bytes)
        stream.avail_in = UInt32(clamping: input.count)
        packed.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { output in
          stream.next_out = output.bindMemory(to: UInt8.self).baseAddress
          stream.avail_out = UInt32(clamping: output.count)
          isWhole = deflate(&stream, Z_FULL_FLUSH) == Z_OK && stream.avail_in == 0 && stream.avail_out > 0
          return isWhole ? Int(stream.total_out) : 0
        }
      }
      guard isWhole else { return nil }
      blocks = ByteBuffer(bytes: packed.readableBytesView)
      size = body.readableBytes
      checksum = sum
    }
  }

  /// One gzip file of several pieces.
  static func joined(_ pieces: [Piece]) -> ByteBuffer {
    var packed = ByteBufferAllocator().buffer(capacity: pieces.reduce(32) { $0 + $1.blocks.readableBytes })
    // No name, no time, an unknown system (RFC 1952 section 2.3).
    packed.writeBytes([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])
    var (size, checksum) = (0, crc32(0, nil, 0))
    for piece in pieces {
      packed.writeImmutableBuffer(piece.blocks)
      checksum = crc32_combine(checksum, piece.checksum, piece.size)
      size += piece.size
    }
    // An empty last block.
    packed.writeBytes([0x03, 0x00])
    packed.writeInteger(UInt32(truncatingIfNeeded: checksum), endianness: .little)
    packed.writeInteger(UInt32(truncatingIfNeeded: size), endianness: .little)
    return packed
  }

  /// - Parameter size: how many bytes it unpacks to.
  /// - Returns: nil if it does not, or memory is short.
  static func decompress(_ packed: ByteBuffer, size: Int) -> ByteBuffer? {
    var stream = z_stream()
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      return nil
    }
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
