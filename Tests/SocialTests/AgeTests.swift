import Social
import TestSupport
import Testing

struct AgeTests {
  private let now = Timestamp.at("2026-11-21T12:00:00Z")

  private func age(seconds: Int64) -> Age {
    Age(of: now.advanced(byMilliseconds: -seconds * 1000), at: now, minutesEast: 0)
  }

  @Test func `minutes and hours are truncated`() {
    #expect(age(seconds: 0) == .justNow)
    #expect(age(seconds: 59) == .justNow)
    #expect(age(seconds: 60) == .minutes(1))
    #expect(age(seconds: 90) == .minutes(1))
    #expect(age(seconds: 119) == .minutes(1))
    #expect(age(seconds: 120) == .minutes(2))
    #expect(age(seconds: 3599) == .minutes(59))
    #expect(age(seconds: 3600) == .hours(1))
    #expect(age(seconds: 7199) == .hours(1))
    #expect(age(seconds: 86_399) == .hours(23))
  }

  @Test func `parts of a second are truncated`() {
    #expect(Age(of: now.advanced(byMilliseconds: -59_999), at: now, minutesEast: 0) == .justNow)
    #expect(Age(of: now.advanced(byMilliseconds: -60_000), at: now, minutesEast: 0) == .minutes(1))
  }

  @Test func `the future is just now`() {
    #expect(age(seconds: -1) == .justNow)
    #expect(age(seconds: -400 * 86_400) == .justNow)
  }

  @Test func `a day ago is yesterday and two midnights ago is a date`() throws {
    #expect(age(seconds: 86_400) == .yesterday)
    #expect(age(seconds: 36 * 3600) == .yesterday)
    #expect(age(seconds: 36 * 3600 + 1) == .day(try #require(CalendarDate(year: 2026, month: 11, day: 19))))
  }

  @Test func `yesterday is that of the viewer`() throws {
    let then = Timestamp.at("2026-11-19T20:00:00Z")
    #expect(
      Age(of: then, at: now, minutesEast: 0)
        == .day(try #require(CalendarDate(year: 2026, month: 11, day: 19))))
    #expect(Age(of: then, at: now, minutesEast: 8 * 60) == .yesterday)
    #expect(
      Age(of: then, at: now, minutesEast: -8 * 60)
        == .day(try #require(CalendarDate(year: 2026, month: 11, day: 19))))
  }

  @Test func `another year is named`() throws {
    let newYear = Timestamp.at("2026-01-02T00:30:00Z")
    let newYearsEve = try #require(CalendarDate(year: 2025, month: 12, day: 31))
    #expect(Age(of: .at("2025-12-31T12:00:00Z"), at: newYear, minutesEast: 0) == .dayOfYear(newYearsEve))
    #expect(Age(of: .at("2025-12-31T12:00:00Z"), at: newYear, minutesEast: -60) == .yesterday)
    let firstDay = try #require(CalendarDate(year: 2026, month: 1, day: 1))
    #expect(Age(of: .at("2026-01-01T00:00:00Z"), at: now, minutesEast: 0) == .day(firstDay))
    #expect(Age(of: .at("2025-12-31T23:59:59Z"), at: now, minutesEast: 0) == .dayOfYear(newYearsEve))
    #expect(Age(of: .at("2025-12-31T23:59:59Z"), at: now, minutesEast: 1) == .day(firstDay))
  }
}
