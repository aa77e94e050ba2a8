import Contracts
import JSON
import Social

/// The servers that asked for a pause (429, RFC 6585 section 4). Requests that read from them wait until it
/// ends.
struct RequestPauses: Equatable, Sendable {
  /// Milliseconds: the pause if the server names none, and the least and greatest one.
  static let usual: Int64 = 60_000
  static let shortest: Int64 = 1_000
  static let longest: Int64 = 900_000

  private var ends: [(server: ServerAddress, at: Timestamp)] = []

  static func == (left: RequestPauses, right: RequestPauses) -> Bool {
    left.ends.count == right.ends.count && zip(left.ends, right.ends).allSatisfy { $0 == $1 }
  }

  func holds(_ server: ServerAddress, at now: Timestamp) -> Bool {
    ends.contains { $0.server == server && $0.at.milliseconds > now.milliseconds }
  }

  /// Notes a busy server: 429, or 503 with a time.
  mutating func received(_ response: Response, from server: ServerAddress, at now: Timestamp) {
    if response.status == 429 || response.status == 503 && !response.retryAfter.isEmpty {
      add(response, server, at: now)
    }
  }

  @inline(never)
  private mutating func add(_ response: Response, _ server: ServerAddress, at now: Timestamp) {
    ends.removeAll { $0.server == server || $0.at.milliseconds <= now.milliseconds }
    let text = response.retryAfter.isEmpty ? response.rateLimitReset : response.retryAfter
    let wait = Self.milliseconds(text, at: now) ?? Self.usual
    ends.append((server, now.advanced(byMilliseconds: min(max(wait, Self.shortest), Self.longest))))
  }

  /// Returns the length of the pause. The text is a number of seconds or a date (RFC 9110 section 5.6.7).
  /// Mastodon writes ISO 8601, others seconds since 1970.
  static func milliseconds(_ text: [UInt8], at now: Timestamp) -> Int64? {
    if let seconds = Int64(digits: text[...]) {
      let isDate = seconds > 1_000_000_000
      return isDate ? min(seconds, 1 << 40) * 1_000 - now.milliseconds : seconds * 1_000
    }
    let end = Timestamp(iso8601: String(decoding: text, as: UTF8.self)) ?? date(text)
    return end.map { $0.milliseconds - now.milliseconds }
  }

  private static let months = Array("JanFebMarAprMayJunJulAugSepOctNovDec".utf8)

  /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`.
  private static func date(_ text: [UInt8]) -> Timestamp? {
    let parts = text.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ":") }
    guard parts.count == 8, parts[2].count == 3,
      let month = (0..<12).first(where: { months[($0 * 3)..<($0 * 3 + 3)].elementsEqual(parts[2]) })
    else { return nil }
    let numbers = [1, 3, 4, 5, 6].compactMap { Int64(digits: parts[$0]).flatMap { Int(exactly: $0) } }
    guard numbers.count == 5, numbers[1] < 10_000, numbers[2] < 24, numbers[3] < 60, numbers[4] < 61,
      let date = CalendarDate(year: numbers[1], month: month + 1, day: numbers[0])
    else { return nil }
    let seconds = Int64(date.dayNumber) * 86_400 + Int64(numbers[2] * 3_600 + numbers[3] * 60 + numbers[4])
    return Timestamp(milliseconds: seconds * 1_000)
  }
}

extension Response {
  /// The response in place of a request to a server that asked for a pause.
  static let paused = Response(status: 429, body: [])
}
