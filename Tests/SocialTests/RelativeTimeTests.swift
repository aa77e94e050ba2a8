import Social
import TestSupport
import Testing

/// Tests some cases; `OracleTests` has hundreds of boundaries.
struct RelativeTimeTests {
  private func time(_ then: String, at now: String = "2026-11-21T12:00:00Z") -> RelativeTime {
    RelativeTime(of: .at(then), at: .at(now))
  }

  @Test func `COM_06 whole units are truncated`() {
    #expect(time("2026-11-21T11:58:30Z") == RelativeTime(.minute, -1))
    #expect(time("2026-11-20T00:00:00Z") == RelativeTime(.day, -1))
    #expect(time("2026-11-14T12:00:01Z") == RelativeTime(.day, -6))
    #expect(time("2026-11-14T12:00:00Z") == RelativeTime(.week, -1))
  }

  @Test func `COM_06 months are those of the calendar`() {
    #expect(time("2026-10-21T12:00:00Z") == RelativeTime(.month, -1))
    #expect(time("2026-10-21T12:00:01Z") == RelativeTime(.week, -4))
    #expect(time("2026-02-28T00:00:00Z", at: "2026-03-31T00:00:00Z") == RelativeTime(.month, -1))
    #expect(time("2026-02-28T00:00:01Z", at: "2026-03-31T00:00:00Z") == RelativeTime(.week, -4))
    #expect(time("2025-11-21T12:00:01Z") == RelativeTime(.month, -11))
    #expect(time("2025-11-21T12:00:00Z") == RelativeTime(.year, -1))
    #expect(time("2023-02-28T00:00:00Z", at: "2024-02-29T00:00:00Z") == RelativeTime(.year, -1))
  }

  @Test func `COM_06 the future is told`() {
    #expect(time("2026-11-21T12:01:30Z") == RelativeTime(.minute, 1))
    #expect(time("2027-12-31T12:00:00Z") == RelativeTime(.year, 1))
    #expect(time("2026-02-28T00:00:00Z", at: "2026-01-31T00:00:00Z") == RelativeTime(.month, 1))
  }
}
