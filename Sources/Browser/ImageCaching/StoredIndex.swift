/// The index of the stored images as bytes: one line per image with fields separated by tabs, the least
/// recently used first.
///
/// A line begins with the version of the format and ends with a checksum. A line that was damaged, cut off or
/// written by another version can thus be skipped alone.
public enum StoredIndex {
  public static func bytes(of entries: [ImageCache.Entry]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * 128)
    for entry in entries {
      let start = bytes.count
      bytes.append(version)
      append(Int64(entry.bytes), to: &bytes)
      append(entry.fetchedAt, to: &bytes)
      append(entry.usedAt, to: &bytes)
      append(entry.isImmutable ? 1 : 0, to: &bytes)
      append(entry.url, to: &bytes)
      append(entry.etag ?? "", to: &bytes)
      append(checksum(bytes[start...]), to: &bytes)
      bytes.append(newline)
    }
    return bytes
  }

  public static func entries(in bytes: [UInt8]) -> [ImageCache.Entry] {
    var entries: [ImageCache.Entry] = []
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != newline { end += 1 }
      if let entry = entry(in: bytes[start..<end]) { entries.append(entry) }
      start = end + 1
    }
    return entries
  }

  private static let version = UInt8(ascii: "1")
  private static let tab = UInt8(ascii: "\t")
  private static let newline = UInt8(ascii: "\n")
  private static let backslash = UInt8(ascii: "\\")

  private static func entry(in line: ArraySlice<UInt8>) -> ImageCache.Entry? {
    let fields = line.split(separator: tab, omittingEmptySubsequences: false)
    guard fields.count == 8, fields[0].count == 1, fields[0].first == version else { return nil }
    guard Decimal.integer(fields[7]) == checksum(line[..<fields[6].endIndex]) else { return nil }
    guard let bytes = Decimal.integer(fields[1]), let size = Int(exactly: bytes), size > 0 else { return nil }
    guard let fetchedAt = Decimal.integer(fields[2]), let usedAt = Decimal.integer(fields[3]) else {
      return nil
    }
    let etag = text(fields[6])
    return ImageCache.Entry(
      url: text(fields[5]), bytes: size, etag: etag.isEmpty ? nil : etag,
      isImmutable: fields[4].first == UInt8(ascii: "1"), fetchedAt: fetchedAt, usedAt: usedAt)
  }

  private static func append(_ number: Int64, to bytes: inout [UInt8]) {
    bytes.append(tab)
    Decimal.append(number, to: &bytes)
  }

  /// Appends a text with tabs and line ends written as `\t` and `\n`, a backslash as `\\`.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(tab)
    for byte in Array(text.utf8) {
      switch byte {
      case tab: bytes += [backslash, UInt8(ascii: "t")]
      case newline: bytes += [backslash, UInt8(ascii: "n")]
      case backslash: bytes += [backslash, backslash]
      default: bytes.append(byte)
      }
    }
  }

  private static func text(_ field: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(field.count)
    var isEscaped = false
    for byte in field {
      if isEscaped {
        bytes.append(byte == UInt8(ascii: "t") ? tab : byte == UInt8(ascii: "n") ? newline : byte)
        isEscaped = false
      } else if byte == backslash {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the FNV-1a hash, 32 bits: it detects accidents, not attacks.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> Int64 {
    var hash: UInt32 = 2_166_136_261
    for byte in bytes {
      hash = (hash ^ UInt32(byte)) &* 16_777_619
    }
    return Int64(hash)
  }
}
