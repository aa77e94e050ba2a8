extension Timestamp {
  /// Parses ISO 8601 in the forms that the supported APIs use: `2020-05-20T11:24:59`, an optional fraction of
  /// a second, then `Z`, `+0000`, `+00:00` or `+00`. Fails for everything else and for days that don't exist.
  ///
  /// Seconds may be missing. A date without a time is midnight in UTC. A leap second is the first second of
  /// the next minute, as in POSIX.
  public init?(iso8601 text: String) {
    var reader = DigitReader(bytes: Array(text.utf8))
    guard let year = reader.number(digits: 4), reader.take("-"),
      let month = reader.number(digits: 2), reader.take("-"),
      let day = reader.number(digits: 2),
      let date = CalendarDate(year: year, month: month, day: day)
    else { return nil }
    let midnight = Int64(date.dayNumber) * 86_400
    if reader.isAtEnd {
      milliseconds = midnight * 1000
      return
    }
    guard reader.take("T") || reader.take("t") || reader.take(" "),
      let hour = reader.number(digits: 2), hour < 24, reader.take(":"),
      let minute = reader.number(digits: 2), minute < 60
    else { return nil }
    var second = 0
    var fraction = 0
    if reader.take(":") {
      guard let number = reader.number(digits: 2), number <= 60 else { return nil }
      second = number
      if reader.take(".") || reader.take(",") {
        guard let thousandths = reader.thousandths() else { return nil }
        fraction = thousandths
      }
    }
    guard let offset = reader.zone(), reader.isAtEnd else { return nil }
    milliseconds =
      (midnight + Int64(hour * 3600 + minute * 60 + second - offset * 60)) * 1000 + Int64(fraction)
  }

  /// The time as `2026-11-21T06:04:13.000Z`: always UTC, always with milliseconds.
  public var iso8601: String {
    let date = CalendarDate(dayNumber: dayNumber(minutesEast: 0))
    let inDay = Int(milliseconds - Int64(date.dayNumber) * Self.millisecondsPerDay)
    var bytes: [UInt8] = []
    Self.append(date.year, 4, "-", to: &bytes)
    Self.append(date.month, 2, "-", to: &bytes)
    Self.append(date.day, 2, "T", to: &bytes)
    Self.append(inDay / 3_600_000, 2, ":", to: &bytes)
    Self.append(inDay / 60_000 % 60, 2, ":", to: &bytes)
    Self.append(inDay / 1000 % 60, 2, ".", to: &bytes)
    Self.append(inDay % 1000, 3, "Z", to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a number, padded to at least `width` digits, and the character that follows it.
  @inline(never)
  private static func append(_ value: Int, _ width: Int, _ next: Unicode.Scalar, to bytes: inout [UInt8]) {
    let digits = Array("\(value)".utf8)
    for _ in 0..<max(0, width - digits.count) { bytes.append(UInt8(ascii: "0")) }
    bytes += digits
    bytes.append(UInt8(ascii: next))
  }
}

private struct DigitReader {
  let bytes: [UInt8]
  var offset = 0

  var isAtEnd: Bool { offset == bytes.count }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard offset < bytes.count, UInt32(bytes[offset]) == character.value else { return false }
    offset += 1
    return true
  }

  mutating func number(digits: Int) -> Int? {
    guard offset + digits <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[offset..<offset + digits] {
      guard byte &- 0x30 < 10 else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    offset += digits
    return value
  }

  /// Reads any number of digits after the point and truncates them to milliseconds.
  mutating func thousandths() -> Int? {
    var value = 0
    var count = 0
    while offset < bytes.count, bytes[offset] &- 0x30 < 10 {
      if count < 3 { value = value * 10 + Int(bytes[offset] - 0x30) }
      count += 1
      offset += 1
    }
    guard count > 0 else { return nil }
    return count == 1 ? value * 100 : count == 2 ? value * 10 : value
  }

  /// Reads a time zone and returns its minutes east of Greenwich.
  mutating func zone() -> Int? {
    if take("Z") || take("z") { return 0 }
    let sign: Int
    if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
    guard let hours = number(digits: 2), hours < 24 else { return nil }
    if isAtEnd { return sign * hours * 60 }
    _ = take(":")
    guard let minutes = number(digits: 2), minutes < 60 else { return nil }
    return sign * (hours * 60 + minutes)
  }
}
