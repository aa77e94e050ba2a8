import TestSupport
import Testing

@testable import OAuth1

struct NonceCacheTests {
  private static func parameters(
    _ nonce: String, at timestamp: Int64, client: String = "k", token: String? = "t"
  ) throws -> ProtocolParameters {
    var query =
      "oauth_consumer_key=\(client)&oauth_signature=s&oauth_signature_method=HMAC-SHA1"
      + "&oauth_timestamp=\(timestamp)&oauth_nonce=\(nonce)"
    if let token { query += "&oauth_token=" + token }
    let request = try SignedRequest(RequestParts(method: "POST", path: "/", query: query))
    return try #require(request).parameters
  }

  @Test func `a nonce counts once for a client, a token and a second`() throws {
    var cache = NonceCache()
    let parameters = try Self.parameters("n", at: 1000)
    #expect(cache.verdict(on: parameters, isReading: false, now: 1000) == .isNew)
    #expect(cache.verdict(on: parameters, isReading: false, now: 1000) == .isReplayed)
    #expect(cache.verdict(on: parameters, isReading: false, now: 1300) == .isReplayed)
    for other in [
      try Self.parameters("m", at: 1000), try Self.parameters("n", at: 1001),
      try Self.parameters("n", at: 1000, client: "l"), try Self.parameters("n", at: 1000, token: nil),
      try Self.parameters("n", at: 1000, client: "kt", token: nil),
    ] {
      #expect(cache.verdict(on: other, isReading: false, now: 1000) == .isNew)
    }
  }

  @Test func `reading again is no replay`() throws {
    var cache = NonceCache()
    let parameters = try Self.parameters("n", at: 1000)
    for _ in 0..<2 { #expect(cache.verdict(on: parameters, isReading: true, now: 1000) == .isNew) }
    #expect(cache.count == 0)
  }

  @Test func `a clock may be wrong by five minutes`() throws {
    var cache = NonceCache()
    let parameters = try Self.parameters("n", at: 1000)
    for now in [699, 1301, 0, Int64(1) << 40] as [Int64] {
      for isReading in [true, false] {
        #expect(cache.verdict(on: parameters, isReading: isReading, now: now) == .isOutOfBounds)
      }
    }
    for now in [700, 1300] as [Int64] {
      #expect(cache.verdict(on: parameters, isReading: true, now: now) == .isNew)
    }
    let last = try Self.parameters("n", at: .max)
    #expect(cache.verdict(on: last, isReading: false, now: 1000) == .isOutOfBounds)
  }

  @Test func `old nonces go, and a full cache takes no more`() throws {
    var cache = NonceCache(capacity: 2)
    #expect(cache.verdict(on: try Self.parameters("a", at: 1000), isReading: false, now: 1000) == .isNew)
    #expect(cache.verdict(on: try Self.parameters("b", at: 1200), isReading: false, now: 1000) == .isNew)
    #expect(cache.verdict(on: try Self.parameters("c", at: 1200), isReading: false, now: 1300) == .isFull)
    #expect(cache.verdict(on: try Self.parameters("b", at: 1200), isReading: false, now: 1300) == .isReplayed)
    #expect(cache.verdict(on: try Self.parameters("c", at: 1200), isReading: false, now: 1301) == .isNew)
    #expect(cache.count == 2)
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `no request is accepted twice in any order of times`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var cache = NonceCache()
    var accepted: Set<String> = []
    var now: Int64 = 10_000
    for _ in 0..<300 {
      now += Int64(generator.below(20))
      let timestamp = now - 400 + Int64(generator.below(800))
      let nonce = "\(generator.below(3))"
      let key = "\(timestamp) \(nonce)"
      let verdict = cache.verdict(on: try Self.parameters(nonce, at: timestamp), isReading: false, now: now)
      let expected: NonceCache.Verdict =
        abs(timestamp - now) > 300 ? .isOutOfBounds : accepted.contains(key) ? .isReplayed : .isNew
      #expect(verdict == expected)
      if verdict == .isNew { accepted.insert(key) }
    }
  }
}
