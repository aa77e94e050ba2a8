import Foundation
import Social

/// The rules of a time zone, from the system's database (RFC 9636, "TZif"). Foundation's `TimeZone` needs ICU's
/// data, which the server doesn't carry (decision 0009).
struct TimeZoneRules: Equatable, Sendable {
  /// The times of changes in seconds since 1970, in order.
  private var changes: [Int] = []
  /// The seconds east of Greenwich from each change on.
  private var offsets: [Int] = []
  /// The seconds east before the first change.
  private var first = 0
  /// The rule after the last change; `nil` if nothing changes any more.
  private var yearly: YearlyRule?

  static let folder = "/usr/share/zoneinfo/"
  private static let maxBytes = 65_536

  /// Reads the rules of a zone by its name in the IANA's database. Fails for a name that isn't there.
  ///
  /// - Parameter folder: the folder with the system's database.
  init?(name: String, folder: String = folder) {
    guard 1...QuietPeriod.maxZoneBytes ~= name.utf8.count, name.utf8.allSatisfy(Self.isPart),
      name.utf8.first != UInt8(ascii: "/")
    else { return nil }
    for name in [name, Self.newNames[name]] {
      guard let name, let data = FileManager.default.contents(atPath: folder + name) else { continue }
      guard data.count <= Self.maxBytes, let rules = TimeZoneRules(file: [UInt8](data)) else { return nil }
      self = rules
      return
    }
    return nil
  }

  /// Dots are in no name, so no name leads out of the folder.
  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_+-/".utf8.contains(byte)
    }
  }

  /// The names of browsers (Unicode CLDR) that Debian has only in the package `tzdata-legacy`, with the IANA's.
  static let newNames = [
    "Africa/Asmera": "Africa/Asmara", "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
    "America/Catamarca": "America/Argentina/Catamarca", "America/Coral_Harbour": "America/Atikokan",
    "America/Cordoba": "America/Argentina/Cordoba", "America/Godthab": "America/Nuuk",
    "America/Indianapolis": "America/Indiana/Indianapolis", "America/Jujuy": "America/Argentina/Jujuy",
    "America/Louisville": "America/Kentucky/Louisville", "America/Mendoza": "America/Argentina/Mendoza",
    "Asia/Calcutta": "Asia/Kolkata", "Asia/Katmandu": "Asia/Kathmandu", "Asia/Rangoon": "Asia/Yangon",
    "Asia/Saigon": "Asia/Ho_Chi_Minh", "Atlantic/Faeroe": "Atlantic/Faroe", "Europe/Kiev": "Europe/Kyiv",
    "Pacific/Enderbury": "Pacific/Kanton", "Pacific/Ponape": "Pacific/Pohnpei",
    "Pacific/Truk": "Pacific/Chuuk",
  ]

  /// Reads the 64-bit data and the footer of a file. Fails for a damaged one.
  init?(file bytes: [UInt8]) {
    guard let old = Header(bytes, at: 0), old.version >= UInt8(ascii: "2"),
      let header = Header(bytes, at: old.end(timeBytes: 4))
    else { return nil }
    let end = header.end(timeBytes: 8)
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\n"), header.types > 0 else { return nil }
    let kinds = header.body + header.times * 8
    let types = kinds + header.times
    var known: [Int] = []
    for number in 0..<header.types {
      guard let offset = Self.number(bytes, at: types + number * 6, 4), abs(offset) < 86_400 * 2 else {
        return nil
      }
      known.append(offset)
    }
    first = known[0]
    for number in 0..<header.times {
      let kind = Int(bytes[kinds + number])
      guard let time = Self.number(bytes, at: header.body + number * 8, 8), kind < known.count else {
        return nil
      }
      guard changes.last.map({ $0 < time }) ?? true else { return nil }
      changes.append(time)
      offsets.append(known[kind])
    }
    let footer = bytes[(end + 1)...].prefix { $0 != UInt8(ascii: "\n") }
    // A file that was cut off may have a part of it.
    guard footer.endIndex < bytes.count else { return nil }
    guard !footer.isEmpty else { return }
    guard let yearly = YearlyRule(footer) else { return nil }
    self.yearly = yearly
  }

  /// Returns a signed number in network byte order.
  private static func number(_ bytes: [UInt8], at start: Int, _ length: Int) -> Int? {
    guard start >= 0, start + length <= bytes.count else { return nil }
    let value = bytes[start..<start + length].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return length == 4 ? Int(Int32(truncatingIfNeeded: value)) : Int(truncatingIfNeeded: value)
  }

  /// The header of a block of data (RFC 9636, section 3.1).
  private struct Header {
    let version: UInt8
    let times, types: Int
    /// The start of the data.
    let body: Int
    private let letters, leaps, standards, universals: Int

    init?(_ bytes: [UInt8], at start: Int) {
      guard start + 44 <= bytes.count, bytes[start..<start + 4].elementsEqual("TZif".utf8) else { return nil }
      version = bytes[start + 4]
      let counts = (0..<6).map { TimeZoneRules.number(bytes, at: start + 20 + $0 * 4, 4) ?? -1 }
      // No list is longer than the file, so nothing overflows.
      guard counts.allSatisfy({ 0...bytes.count ~= $0 }) else { return nil }
      (universals, standards, leaps) = (counts[0], counts[1], counts[2])
      (times, types, letters) = (counts[3], counts[4], counts[5])
      body = start + 44
    }

    func end(timeBytes: Int) -> Int {
      body + times * (timeBytes + 1) + types * 6 + letters + leaps * (timeBytes + 4) + standards + universals
    }
  }

  /// Returns the seconds east of Greenwich at a time in seconds since 1970.
  func offset(at time: Int) -> Int {
    guard let last = changes.last else { return yearly?.offset(at: time) ?? first }
    if time >= last, let yearly { return yearly.offset(at: time) }
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : offsets[low - 1]
  }
}

/// The offsets of each year (POSIX, the environment variable TZ): `CET-1CEST,M3.5.0,M10.5.0/3`.
private struct YearlyRule: Equatable, Sendable {
  /// The seconds east in winter.
  private let standard: Int
  private let summer: Summer?

  private struct Summer: Equatable, Sendable {
    let offset: Int
    let start, end: Day
  }

  /// A weekday of a month, and the seconds from its midnight.
  private struct Day: Equatable, Sendable {
    let month, week, weekday, seconds: Int

    /// Returns the time by the clock on the wall, in seconds since 1970 as if there were no zones.
    func time(in year: Int) -> Int? {
      guard let first = CalendarDate(year: year, month: month, day: 1)?.dayNumber,
        let next = CalendarDate(
          year: month == 12 ? year + 1 : year, month: month == 12 ? 1 : month + 1, day: 1)?.dayNumber
      else { return nil }
      // 1970-01-01 was a Thursday.
      var day = first + modulo(weekday - first - 4, 7) + (week - 1) * 7
      if day >= next { day -= 7 }
      return day * 86_400 + seconds
    }
  }

  init?(_ text: ArraySlice<UInt8>) {
    var scanner = Scanner(rest: text)
    guard scanner.name(), let west = scanner.seconds(), abs(west) < 172_800 else { return nil }
    standard = -west
    guard !scanner.rest.isEmpty else {
      summer = nil
      return
    }
    guard scanner.name() else { return nil }
    var offset = standard + 3600
    if scanner.rest.first != UInt8(ascii: ",") {
      guard let west = scanner.seconds(), abs(west) < 172_800 else { return nil }
      offset = -west
    }
    guard let start = Self.day(&scanner), let end = Self.day(&scanner), scanner.rest.isEmpty else {
      return nil
    }
    summer = Summer(offset: offset, start: start, end: end)
  }

  /// Reads `,M3.5.0/2`. The other forms of POSIX are in no zone.
  private static func day(_ scanner: inout Scanner) -> Day? {
    guard scanner.take(","), scanner.take("M"), let month = scanner.number(), scanner.take("."),
      let week = scanner.number(), scanner.take("."), let weekday = scanner.number(), 1...12 ~= month,
      1...5 ~= week, 0...6 ~= weekday
    else { return nil }
    guard scanner.take("/") else { return Day(month: month, week: week, weekday: weekday, seconds: 7200) }
    guard let seconds = scanner.seconds() else { return nil }
    return Day(month: month, week: week, weekday: weekday, seconds: seconds)
  }

  func offset(at time: Int) -> Int {
    let year = CalendarDate(dayNumber: (time + standard - modulo(time + standard, 86_400)) / 86_400).year
    guard let summer, let start = summer.start.time(in: year), let end = summer.end.time(in: year) else {
      return standard
    }
    let (first, last) = (start - standard, end - summer.offset)
    // South of the equator summer spans the turn of the year.
    let isSummer = first < last ? first <= time && time < last : !(last <= time && time < first)
    return isSummer ? summer.offset : standard
  }

  private struct Scanner {
    var rest: ArraySlice<UInt8>

    mutating func take(_ letter: Unicode.Scalar) -> Bool {
      guard let first = rest.first, UInt32(first) == letter.value else { return false }
      rest.removeFirst()
      return true
    }

    /// Skips a name: letters, or other signs between `<` and `>`.
    mutating func name() -> Bool {
      if take("<") {
        rest = rest.drop { $0 != UInt8(ascii: ">") }
        return take(">")
      }
      let before = rest.count
      rest = rest.drop { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
      return rest.count < before
    }

    mutating func number() -> Int? {
      let digits = rest.prefix(3).prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      guard !digits.isEmpty else { return nil }
      rest = rest.dropFirst(digits.count)
      return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Reads `-3:30` as seconds.
    mutating func seconds() -> Int? {
      let isNegative = take("-")
      if !isNegative { _ = take("+") }
      guard var seconds = number().map({ $0 * 3600 }) else { return nil }
      for unit in [60, 1] where take(":") {
        guard let part = number(), part < 60 else { return nil }
        seconds += part * unit
      }
      return isNegative ? -seconds : seconds
    }
  }
}

/// Returns the remainder of a division that rounds down.
func modulo(_ number: Int, _ divisor: Int) -> Int {
  let rest = number % divisor
  return rest < 0 ? rest + divisor : rest
}
