import Social
import Synchronization
import Testing

@testable import Server

@Suite struct RateLimiterTests {
  private final class Clock: Sendable {
    let milliseconds = Atomic<Int64>(600_000)
  }

  private func limiter(_ clock: Clock) -> RateLimiter {
    var limits = RateLimits()
    limits.general = RateLimit(2, per: .seconds(60))
    limits.publishing = RateLimit(1, per: .seconds(60))
    return RateLimiter(limits: limits) {
      Timestamp(milliseconds: clock.milliseconds.load(ordering: .relaxed))
    }
  }

  @Test func `a window that has passed counts no more`() throws {
    let clock = Clock()
    let limiter = limiter(clock)
    let verdicts = (0..<3).compactMap { _ in limiter.count(.general, by: .account(1)) }
    #expect(verdicts.map(\.isAllowed) == [true, true, false])
    #expect(verdicts.map(\.remaining) == [1, 0, 0])
    #expect(verdicts[0].reset == Timestamp(milliseconds: 660_000))
    clock.milliseconds.store(660_000, ordering: .relaxed)
    #expect(limiter.count(.general, by: .account(1))?.isAllowed == true)
  }

  @Test func `classes are counted by themselves`() {
    let limiter = limiter(Clock())
    #expect(limiter.count(.publishing, by: .account(1))?.isAllowed == true)
    #expect(limiter.count(.publishing, by: .account(1))?.isAllowed == false)
    #expect(limiter.count(.general, by: .account(1))?.isAllowed == true)
  }

  @Test func `a flood of callers does not fill the memory`() {
    let limiter = limiter(Clock())
    for account in 0..<RateLimiter.maxSubjects { _ = limiter.count(.general, by: .account(Int64(account))) }
    let late = (0..<3).compactMap { limiter.count(.general, by: .account(Int64(-1 - $0)))?.isAllowed }
    #expect(late == [true, true, false])
  }

  private func address(_ network: Int, in site: String = "20010db80000") -> RateLimiter.Subject {
    let digits = String(network, radix: 16)
    return .address(ClientAddress(text: site + String(repeating: "0", count: 4 - digits.count) + digits))
  }

  @Test func `the owner of an IPv6 network has a limit for all of its addresses`() {
    let limiter = limiter(Clock())
    let allowed = (0..<1000).count { limiter.count(.general, by: address($0))?.isAllowed == true }
    #expect(allowed == 2 * RateLimiter.networkFactor)
    #expect(limiter.count(.general, by: address(1, in: "20010db80001"))?.isAllowed == true)
  }

  @Test func `the owner of an IPv6 network does not fill the list`() {
    let limiter = limiter(Clock())
    for network in 0..<65_536 { _ = limiter.count(.general, by: address(network)) }
    for account in 0..<1000 { #expect(limiter.count(.general, by: .account(Int64(account)))?.remaining == 1) }
  }

  @Test func `nothing is counted when limits are off`() {
    var limits = RateLimits()
    limits.isOn = false
    #expect(
      RateLimiter(limits: limits) { Timestamp(milliseconds: 0) }.count(.general, by: .account(1)) == nil)
  }
}
