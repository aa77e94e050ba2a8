import Social
import Synchronization
import Testing

@testable import Community

@Suite struct SignInThrottleTests {
  private final class Clock: Sendable {
    let milliseconds = Atomic<Int64>(1_000_000)

    func advance(seconds: Int64) { milliseconds.add(seconds * 1000, ordering: .relaxed) }
  }

  private let clock = Clock()

  private func throttle() -> SignInThrottle {
    SignInThrottle { [clock] in Timestamp(milliseconds: clock.milliseconds.load(ordering: .relaxed)) }
  }

  @Test func `After five failures each further attempt waits twice as long`() {
    let throttle = throttle()
    let anna = SignInThrottle.subjects(name: "anna", address: "a")
    for _ in 0..<5 { #expect(throttle.begin(anna) == nil) }
    for delay in [5, 10, 20, 40, 80, 160, 320, 640, 900, 900] as [Int64] {
      #expect(throttle.begin(anna) == .seconds(delay))
      clock.advance(seconds: delay)
      #expect(throttle.begin(anna) == nil)
    }
  }

  @Test func `A right password forgives the member's failures, not the address's`() {
    let throttle = throttle()
    for index in 0..<20 {
      #expect(throttle.begin(SignInThrottle.subjects(name: "\(index)", address: "a")) == nil)
    }
    #expect(throttle.begin(SignInThrottle.subjects(name: "anna", address: "a")) == .seconds(5))
    clock.advance(seconds: 5)
    #expect(throttle.begin(SignInThrottle.subjects(name: "anna", address: "a")) == nil)
    throttle.succeed(SignInThrottle.subjects(name: "anna", address: "a"))
    #expect(throttle.begin(SignInThrottle.subjects(name: "bob", address: "a")) == .seconds(5))
    #expect(throttle.begin(SignInThrottle.subjects(name: "anna", address: "b")) == nil)
  }

  @Test func `Attempts at the same moment count as failures already`() {
    let throttle = throttle()
    let allowed = (0..<100).count { _ in
      throttle.begin(SignInThrottle.subjects(name: "anna", address: "a")) == nil
    }
    #expect(allowed == 5)
  }

  @Test func `What one address tries does not keep a member from signing in elsewhere`() {
    let throttle = throttle()
    for _ in 0..<300 {
      _ = throttle.begin(SignInThrottle.subjects(name: "anna", address: "evil"))
      clock.advance(seconds: 1)
    }
    #expect(throttle.begin(SignInThrottle.subjects(name: "anna", address: "home")) == nil)
  }

  @Test func `Many addresses together wait for a member in the end`() {
    let throttle = throttle()
    let allowed = (0..<1000).count {
      throttle.begin(SignInThrottle.subjects(name: "anna", address: "\($0)")) == nil
    }
    #expect(allowed == 20)
  }

  @Test func `A browser that the member has signed in with is counted by itself`() {
    let throttle = throttle()
    for index in 0..<100 { _ = throttle.begin(SignInThrottle.subjects(name: "anna", address: "\(index)")) }
    #expect(throttle.begin(SignInThrottle.subjects(name: "anna", address: "home")) != nil)
    let known = SignInThrottle.subjects(name: "anna", address: "home", device: "d")
    for _ in 0..<5 { #expect(throttle.begin(known) == nil) }
    #expect(throttle.begin(known) == .seconds(5))
    clock.advance(seconds: 5)
    #expect(throttle.begin(known) == nil)
    throttle.succeed(known)
    for _ in 0..<5 { #expect(throttle.begin(known) == nil) }
  }

  @Test func `An owner of an IPv6 network has few attempts, however many addresses`() {
    let throttle = throttle()
    let allowed = (0..<1000).count { index in
      let address = "20010db80000" + String(format(index))
      return throttle.begin(SignInThrottle.subjects(name: "member\(index)", address: address)) == nil
    }
    #expect(allowed == 100)
  }

  private func format(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  @Test func `A flood of names and addresses leaves the limits of those under attack`() {
    let throttle = throttle()
    for index in 0..<30 { _ = throttle.begin(SignInThrottle.subjects(name: "anna", address: "\(index)")) }
    for index in 0..<30_000 {
      _ = throttle.begin(SignInThrottle.subjects(name: "\(index)", address: "x\(index)"))
    }
    #expect(throttle.begin(SignInThrottle.subjects(name: "anna", address: "new")) != nil)
  }

  @Test func `An attempt that was not made does not count`() {
    let throttle = throttle()
    let anna = SignInThrottle.subjects(name: "anna", address: "a")
    for _ in 0..<50 {
      #expect(throttle.begin(anna) == nil)
      throttle.takeBack(anna)
    }
  }

  @Test func `Failures are forgotten after an hour`() {
    let throttle = throttle()
    for _ in 0..<5 { _ = throttle.begin(SignInThrottle.subjects(name: "anna", address: "a")) }
    clock.advance(seconds: 3600)
    for _ in 0..<5 { #expect(throttle.begin(SignInThrottle.subjects(name: "anna", address: "a")) == nil) }
  }
}
