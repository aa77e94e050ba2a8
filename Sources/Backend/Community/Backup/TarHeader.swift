/// The 512 bytes before a file in a tar archive (POSIX.1-2017, pax, "ustar Interchange Format").
///
/// Sizes from 8 GiB are written like GNU tar writes them: the highest bit set, then a binary number.
struct TarHeader: Equatable {
  static let length = 512

  var name: String
  var size: Int
  /// The modification time, in seconds since 1970.
  var modified: Int

  /// The header's bytes; `nil` if the name is too long.
  var encoded: [UInt8]? {
    let name = Array(self.name.utf8)
    guard name.count <= 100 else { return nil }
    var block = [UInt8](repeating: 0, count: Self.length)
    block.replaceSubrange(0..<name.count, with: name)
    func put(_ text: String, at offset: Int) {
      block.replaceSubrange(offset..<offset + text.utf8.count, with: Array(text.utf8))
    }
    put("0000644\0", at: 100)
    put("0000000\0", at: 108)
    put("0000000\0", at: 116)
    if size < 1 << 33 {
      put(Self.octal(size, digits: 11) + "\0", at: 124)
    } else {
      block[124] = 0x80
      for index in 0..<8 { block[135 - index] = UInt8(truncatingIfNeeded: size >> (8 * index)) }
    }
    put(Self.octal(modified, digits: 11) + "\0", at: 136)
    put("        ", at: 148)
    put("0", at: 156)
    put("ustar\u{0}00", at: 257)
    put(Self.octal(Self.sum(block), digits: 6) + "\0 ", at: 148)
    return block
  }

  /// Fails unless the block is the header of a plain file.
  init?(_ block: [UInt8]) {
    guard block.count == Self.length, block[257..<262].elementsEqual("ustar".utf8), block[156] == 0x30,
      let sum = Self.number(block[148..<156]), sum == Self.sum(block)
    else { return nil }
    let size: Int?
    if block[124] == 0x80 {
      size = block[128..<136].reduce(0) { $0 << 8 | Int($1) }
    } else {
      size = Self.number(block[124..<136])
    }
    guard let size, size >= 0, let modified = Self.number(block[136..<148]) else { return nil }
    name = String(decoding: block[0..<100].prefix { $0 != 0 }, as: UTF8.self)
    self.size = size
    self.modified = modified
  }

  init(name: String, size: Int, modified: Int) {
    self.name = name
    self.size = size
    self.modified = modified
  }

  /// Returns the number of bytes between the end of a file and the next header.
  static func padding(after size: Int) -> Int { (length - size % length) % length }

  /// Returns the checksum, with its own field counted as spaces.
  private static func sum(_ block: [UInt8]) -> Int {
    block.indices.reduce(0) { $0 + (148..<156 ~= $1 ? 0x20 : Int(block[$1])) }
  }

  private static func octal(_ number: Int, digits: Int) -> String {
    let text = String(max(0, number), radix: 8)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0 && $0 != 0x20 }
    return Int(String(decoding: digits, as: UTF8.self), radix: 8)
  }
}
