import Social
import Testing

@testable import Screens

/// Tests the one rule for posts, interactions, profiles, uploads and deletions (issue 28, point 10).
struct RequestOutcomeTests {
  @Test(
    arguments: [
      ([200, 202, 206], .done), ([408, 425, 429, 500, 502, 503, 504, 507, 520], .transient),
      ([401], .signedOut),
      ([304, 400, 403, 404, 410, 413, 415, 422, 501], .permanent),
    ] as [([Int], RequestOutcome)])
  func `NEW_05 a status says whether another attempt makes sense`(statuses: [Int], outcome: RequestOutcome) {
    for status in statuses { #expect(RequestOutcome(.text("", status: status)) == outcome, "\(status)") }
  }

  @Test func `NEW_05 without a response another attempt makes sense`() {
    #expect(RequestOutcome(.failure(.unreachable)) == .transient)
    #expect(RequestOutcome(.failure(.tooLarge)) == .transient)
  }

  @Test func `NEW_05 pauses double up to five minutes`() {
    #expect((0...7).map { RetryPause.after($0) } == [5, 10, 20, 40, 80, 160, 300, 300].map { $0 * 1000 })
    #expect(RetryPause.after(.max) == RetryPause.longest)
  }
}
