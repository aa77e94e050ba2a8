import Social

/// A file in a ZIP archive, stored uncompressed (PKWARE, APPNOTE.TXT 6.3.10).
///
/// Size and sum come before the bytes, so that programs that read an archive from its start can read it, too.
/// Values that don't fit 32 bits use ZIP64.
struct ZipRecord: Equatable {
  /// The name in UTF-8, with `/` between folders.
  let name: String
  let size: UInt64
  /// The CRC-32 of the bytes.
  let sum: UInt32
  /// The offset of its local header.
  let offset: UInt64

  private static let most: UInt64 = 0xFFFF_FFFF
  /// The flag for UTF-8 names (section 4.4.4, bit 11).
  private static let flags: UInt16 = 0x0800

  /// Returns the header before the bytes (section 4.3.7).
  func localHeader(_ moment: DOSTime) -> [UInt8] {
    let isLarge = size >= Self.most
    var bytes = LittleEndian()
    bytes.add(UInt32(0x0403_4B50))
    common(moment, version: isLarge ? 45 : 20, isLarge: isLarge, &bytes)
    bytes.add(UInt16(isLarge ? 20 : 0))
    bytes.bytes += Array(name.utf8)
    if isLarge {
      bytes.add(UInt16(1))
      bytes.add(UInt16(16))
      bytes.add(size)
      bytes.add(size)
    }
    return bytes.bytes
  }

  /// Returns the entry in the directory at the end (section 4.3.12).
  func directoryHeader(_ moment: DOSTime) -> [UInt8] {
    var extra = LittleEndian()
    if size >= Self.most {
      extra.add(size)
      extra.add(size)
    }
    if offset >= Self.most { extra.add(offset) }
    let version: UInt16 = extra.bytes.isEmpty ? 20 : 45
    var bytes = LittleEndian()
    bytes.add(UInt32(0x0201_4B50))
    bytes.add(version)
    common(moment, version: version, isLarge: size >= Self.most, &bytes)
    bytes.add(UInt16(extra.bytes.isEmpty ? 0 : extra.bytes.count + 4))
    // No comment, the first disk, no attributes.
    for _ in 0..<3 { bytes.add(UInt16(0)) }
    bytes.add(UInt32(0))
    bytes.add(UInt32(min(offset, Self.most)))
    bytes.bytes += Array(name.utf8)
    if !extra.bytes.isEmpty {
      bytes.add(UInt16(1))
      bytes.add(UInt16(extra.bytes.count))
      bytes.bytes += extra.bytes
    }
    return bytes.bytes
  }

  private func common(_ moment: DOSTime, version: UInt16, isLarge: Bool, _ bytes: inout LittleEndian) {
    let shortSize = isLarge ? UInt32(Self.most) : UInt32(size)
    bytes.add(version)
    bytes.add(Self.flags)
    bytes.add(UInt16(0))
    bytes.add(moment.time)
    bytes.add(moment.date)
    bytes.add(sum)
    bytes.add(shortSize)
    bytes.add(shortSize)
    bytes.add(UInt16(name.utf8.count))
  }

  /// Returns the end of the archive, after the directory (sections 4.3.14 to 4.3.16).
  static func end(count: UInt64, directory offset: UInt64, size: UInt64) -> [UInt8] {
    var bytes = LittleEndian()
    if count >= 0xFFFF || offset >= most || size >= most {
      bytes.add(UInt32(0x0606_4B50))
      bytes.add(UInt64(44))
      bytes.add(UInt16(45))
      bytes.add(UInt16(45))
      bytes.add(UInt32(0))
      bytes.add(UInt32(0))
      bytes.add(count)
      bytes.add(count)
      bytes.add(size)
      bytes.add(offset)
      bytes.add(UInt32(0x0706_4B50))
      bytes.add(UInt32(0))
      bytes.add(offset + size)
      bytes.add(UInt32(1))
    }
    bytes.add(UInt32(0x0605_4B50))
    bytes.add(UInt32(0))
    bytes.add(UInt16(min(count, 0xFFFF)))
    bytes.add(UInt16(min(count, 0xFFFF)))
    bytes.add(UInt32(min(size, most)))
    bytes.add(UInt32(min(offset, most)))
    bytes.add(UInt16(0))
    return bytes.bytes
  }
}

/// A time in ZIP's format, to two seconds (section 4.4.6). The format has no time zones; this is UTC.
struct DOSTime: Equatable {
  let time: UInt16
  let date: UInt16

  init(_ moment: Timestamp) {
    let day = CalendarDate(dayNumber: moment.dayNumber(minutesEast: 0))
    let seconds = max(0, moment.milliseconds / 1000) % 86_400
    time = UInt16(seconds / 3600) << 11 | UInt16(seconds / 60 % 60) << 5 | UInt16(seconds % 60 / 2)
    date = UInt16(min(127, max(0, day.year - 1980))) << 9 | UInt16(day.month) << 5 | UInt16(day.day)
  }
}

private struct LittleEndian {
  var bytes: [UInt8] = []

  mutating func add(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes += Array($0) }
  }
}
