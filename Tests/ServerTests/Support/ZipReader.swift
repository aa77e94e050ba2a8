import Foundation

/// Reads an archive by its central directory, and checks the values that are stored twice.
struct ZipReader {
  struct Broken: Error { let what: String }

  private(set) var files: [String: [UInt8]] = [:]
  private(set) var names: [String] = []

  init(_ bytes: [UInt8]) throws {
    func number(_ offset: Int, _ length: Int) throws -> Int {
      guard offset >= 0, offset + length <= bytes.count else { throw Broken(what: "cut off at \(offset)") }
      return (0..<length).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    let end = bytes.count - 22
    guard try number(end, 4) == 0x0605_4B50 else { throw Broken(what: "no end") }
    var place = try number(end + 16, 4)
    guard try place + number(end + 12, 4) == end else { throw Broken(what: "the directory is elsewhere") }
    for _ in 0..<(try number(end + 10, 2)) {
      guard try number(place, 4) == 0x0201_4B50 else { throw Broken(what: "no file at \(place)") }
      let (size, length) = (try number(place + 24, 4), try number(place + 28, 2))
      let start = try number(place + 42, 4)
      let name = String(decoding: bytes[place + 46..<place + 46 + length], as: UTF8.self)
      // Compares checksum, sizes and length of the name.
      guard try number(start, 4) == 0x0403_4B50,
        bytes[start + 14..<start + 28] == bytes[place + 16..<place + 30]
      else {
        throw Broken(what: "two opinions of \(name)")
      }
      let first = start + 30 + length + (try number(start + 28, 2))
      let content = Array(bytes[first..<first + size])
      guard Self.sum(content) == UInt32(try number(start + 14, 4)) else {
        throw Broken(what: "the sum of \(name)")
      }
      guard files.updateValue(content, forKey: name) == nil else { throw Broken(what: "\(name) twice") }
      names.append(name)
      place += 46 + length + (try number(place + 30, 2)) + (try number(place + 32, 2))
    }
  }

  func text(_ name: String) -> String { String(decoding: files[name] ?? [], as: UTF8.self) }

  /// Computes CRC-32, bit by bit.
  static func sum(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
