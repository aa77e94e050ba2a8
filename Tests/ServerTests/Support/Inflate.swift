import CZlib
import NIOCore

/// Returns the content of a gzip body; `nil` if it isn't valid gzip.
func unpacked(_ body: ByteBuffer) -> [UInt8]? {
  var stream = z_stream()
  guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
    return nil
  }
  defer { inflateEnd(&stream) }
  var input = Array(body.readableBytesView)
  var output: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  return input.withUnsafeMutableBufferPointer { bytes in
    stream.next_in = bytes.baseAddress
    stream.avail_in = UInt32(bytes.count)
    while true {
      let status = chunk.withUnsafeMutableBufferPointer { space in
        stream.next_out = space.baseAddress
        stream.avail_out = UInt32(space.count)
        return inflate(&stream, Z_NO_FLUSH)
      }
      output += chunk[..<(chunk.count - Int(stream.avail_out))]
      if status == Z_STREAM_END { return output }
      guard status == Z_OK else { return nil }
    }
  }
}
