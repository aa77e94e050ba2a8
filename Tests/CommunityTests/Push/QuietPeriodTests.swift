import Foundation
import Social
import TestSupport
import Testing

@testable import Community

@Suite struct QuietPeriodTests {
  private static func period(_ from: String, _ to: String, _ zone: String = "Europe/Berlin") throws
    -> QuietPeriod
  {
    try #require(QuietPeriod(PushSubscription.QuietHours(from: from, to: to, zone: zone), in: TimeZones()))
  }

  private static func time(_ text: String) throws -> Timestamp { try #require(Timestamp(iso8601: text)) }

  @Test(arguments: [
    ("22:00", "07:00", "2026-07-01T19:59:59Z", nil),
    ("22:00", "07:00", "2026-07-01T20:00:00Z", "2026-07-02T05:00:00Z"),
    ("22:00", "07:00", "2026-07-02T04:59:59Z", "2026-07-02T05:00:00Z"),
    ("22:00", "07:00", "2026-07-02T05:00:00Z", nil),
    ("13:00", "14:30", "2026-01-01T12:15:00Z", "2026-01-01T13:30:00Z"),
    ("13:00", "14:30", "2026-01-01T11:59:00Z", nil),
    ("00:00", "23:59", "2026-01-01T23:00:00Z", "2026-01-02T22:59:00Z"),
    // The clock goes from 2:00 to 3:00: the night is an hour shorter.
    ("22:00", "07:00", "2026-03-28T21:00:00Z", "2026-03-29T05:00:00Z"),
    // 2:30 is not on the clock.
    ("22:00", "02:30", "2026-03-28T21:00:00Z", "2026-03-29T01:00:00Z"),
    ("02:15", "02:45", "2026-03-29T01:00:00Z", nil),
    // The clock goes from 3:00 back to 2:00: the night is an hour longer.
    ("22:00", "07:00", "2026-10-24T20:00:00Z", "2026-10-25T06:00:00Z"),
    // 2:30 comes twice, and is quiet before both.
    ("22:00", "02:30", "2026-10-24T20:00:00Z", "2026-10-25T00:30:00Z"),
    ("22:00", "02:30", "2026-10-25T00:45:00Z", nil),
    ("22:00", "02:30", "2026-10-25T01:15:00Z", "2026-10-25T01:30:00Z"),
    ("22:00", "03:00", "2026-10-24T20:00:00Z", "2026-10-25T02:00:00Z"),
  ])
  func `NEW_09 quiet hours end by the clock on the wall, also when it changes`(
    from: String, to: String, now: String, end: String?
  ) throws {
    let period = try Self.period(from, to)
    let now = try Self.time(now)
    #expect(period.end(after: now) == (try end.map { try Self.time($0) }))
    #expect(period.isQuiet(at: now) == (end != nil))
  }

  @Test func `NEW_09 quiet hours and their end agree at random times`() throws {
    var random = SeededGenerator(seed: 34)
    let zones = try [
      "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Auckland",
      "America/St_Johns", "Africa/Casablanca", "Antarctica/Troll", "Etc/UTC",
    ].map { try #require(TimeZoneRules(name: $0), "\($0)") }
    func clock() -> String {
      let minute = random.below(1440)
      return [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
    for _ in 0..<3000 {
      let hours = PushSubscription.QuietHours(from: clock(), to: clock(), zone: "")
      guard hours.from != hours.to else { continue }
      let period = try #require(QuietPeriod(hours, rules: random.pick(zones)))
      let start =
        1_767_225_600_000 + Int64(random.below(20 * 365 * 86_400)) * 1000 + Int64(random.below(1000))
      let now = Timestamp(milliseconds: start)
      let end = period.end(after: now)
      #expect((end != nil) == period.isQuiet(at: now), "\(hours) \(start)")
      guard let end else { continue }
      let length = end.milliseconds - start
      #expect(0 < length && length <= 86_400_000, "\(hours) \(start)")
      #expect(length > 86_399_000 || !period.isQuiet(at: end), "\(hours) \(start)")
      for part in [0.01, 0.25, 0.5, 0.75, 0.99] {
        let between = Timestamp(milliseconds: start + Int64(Double(length) * part))
        #expect(period.isQuiet(at: between), "\(hours) \(start) \(part)")
      }
    }
  }

  @Test(arguments: ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Sydney", "Europe/Dublin"])
  func `the rules of a zone agree with Foundation, which has its own database in debug builds`(name: String)
    throws
  {
    let rules = try #require(TimeZoneRules(name: name))
    let zone = try #require(TimeZone(identifier: name))
    for hour in stride(from: 0, to: 24 * 366 * 60, by: 7) {
      let time = hour * 3600
      let expected = zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(time)))
      #expect(rules.offset(at: time) == expected, "\(time)")
    }
  }

  /// Fedora and Alpine have files with few changes, which end with a rule.
  @Test func `a footer says what comes after the last change`() throws {
    func file(_ footer: String) -> [UInt8] {
      let header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
      let counts: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1]
      let block = header + counts + [UInt8](repeating: 0, count: 7)
      return block + block + Array(("\n" + footer + "\n").utf8)
    }
    for (footer, name) in [
      ("CET-1CEST,M3.5.0,M10.5.0/3", "Europe/Berlin"), ("EST5EDT,M3.2.0,M11.1.0", "America/New_York"),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", "Australia/Sydney"), ("IST-1GMT0,M10.5.0,M3.5.0/1", "Europe/Dublin"),
      ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "Australia/Lord_Howe"), ("<+0545>-5:45", "Asia/Kathmandu"),
      ("NST3:30NDT,M3.2.0,M11.1.0", "America/St_Johns"),
    ] {
      let (slim, whole) = (
        try #require(TimeZoneRules(file: file(footer))), try #require(TimeZoneRules(name: name))
      )
      for hour in stride(from: 24 * 365 * 50, to: 24 * 365 * 66, by: 5) {
        #expect(slim.offset(at: hour * 3600) == whole.offset(at: hour * 3600), "\(footer) \(hour)")
      }
    }
    for footer in [
      "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,J60,J300", "-1",
    ] {
      #expect(TimeZoneRules(file: file(footer)) == nil, "\(footer)")
    }
  }

  @Test func `a damaged file and a name that is none are refused`() throws {
    for name in [
      "", "Nowhere/Town", "Europe", "../../etc/passwd", "/usr/share/zoneinfo/Europe/Berlin",
      "Europe/Berlin\0",
      "Europe/./Berlin", "tzdata.zi", String(repeating: "a", count: 100),
    ] {
      #expect(TimeZoneRules(name: name) == nil, "\(name)")
    }
    let bytes = [UInt8](
      try #require(FileManager.default.contents(atPath: "/usr/share/zoneinfo/Europe/Berlin")))
    var random = SeededGenerator(seed: 8)
    for length in stride(from: 0, to: bytes.count - 2, by: 9) {
      #expect(TimeZoneRules(file: Array(bytes.prefix(length))) == nil)
    }
    for _ in 0..<2000 {
      var damaged = bytes
      for _ in 0...random.below(4) {
        damaged[random.below(random.chance(50) ? 60 : bytes.count)] = UInt8(random.below(256))
      }
      _ = TimeZoneRules(file: damaged)?.offset(at: 1_800_000_000)
    }
  }

  @Test func `a zone is read from the disk once, and few are kept`() async throws {
    let bytes = try #require(FileManager.default.contents(atPath: TimeZoneRules.folder + "Europe/Berlin"))
    try await withTemporaryFolder { folder in
      for name in ["One", "Two", "Three"] {
        try bytes.write(to: URL(filePath: folder + "/" + name))
      }
      let zones = TimeZones(folder: folder + "/", limit: 2)
      let one = try #require(zones.rules(of: "One"))
      #expect(zones.rules(of: "Four") == nil)
      try FileManager.default.removeItem(atPath: folder + "/One")
      #expect(zones.rules(of: "One") == one)
      #expect(zones.rules(of: "Two") != nil && zones.rules(of: "Three") != nil)
      #expect(zones.rules(of: "One") == nil, "the cache was emptied")
    }
  }

  @Test func `the zones of browsers that Debian has renamed are known`() throws {
    for (old, new) in TimeZoneRules.newNames {
      let rules = try #require(TimeZoneRules(name: new), "\(new)")
      let present = try #require(TimeZoneRules(name: old), "\(old)")
      // Debian tells their years before 1970 apart.
      for day in 20_454..<30_000 {
        #expect(present.offset(at: day * 86_400) == rules.offset(at: day * 86_400), "\(old)")
      }
    }
  }

  @Test(arguments: ["", "7:00", "24:00", "12:60", "12-30", "1२:00", "12:3", "-1:00", "012:30"])
  func `times that are none are refused`(time: String) {
    #expect(!PushSubscription.QuietHours(from: time, to: "23:00", zone: "Europe/Berlin").isValid)
    #expect(!PushSubscription.QuietHours(from: "23:00", to: time, zone: "Europe/Berlin").isValid)
    #expect(!PushSubscription.QuietHours(from: "23:00", to: "23:00", zone: "Europe/Berlin").isValid)
  }
}
