import Synchronization

/// Collects this process's counts and sends them to the other processes a few times a second. So limits apply
/// to all processes together, except for requests between two messages.
final class SharedCounts: Sendable {
  private struct Key: Hashable {
    let kind: RateLimit.Class
    let number: Int64
    let subject: RateLimiter.Subject
  }

  private struct State {
    var counts: [Key: Int] = [:]
    var lastTold = ContinuousClock.now
  }

  private static let interval = Duration.milliseconds(200)
  /// The maximum length of a message, in bytes.
  private static let longest = 7000

  private let publish: @Sendable (String) async -> Void
  private let state = Mutex(State())

  init(publish: @escaping @Sendable (String) async -> Void) { self.publish = publish }

  /// - Parameter number: The number of the window.
  func add(_ kind: RateLimit.Class, _ number: Int64, _ subject: RateLimiter.Subject) {
    let counts: [Key: Int] = state.withLock { state in
      state.counts[Key(kind: kind, number: number, subject: subject), default: 0] += 1
      let now = ContinuousClock.now
      guard now - state.lastTold >= Self.interval else { return [:] }
      state.lastTold = now
      defer { state.counts = [:] }
      return state.counts
    }
    guard !counts.isEmpty else { return }
    Task { [publish] in for message in Self.messages(counts) { await publish(message) } }
  }

  /// Encodes counts as `12 3 5983 a42;…`: number of requests, class, window, and account or address.
  private static func messages(_ counts: [Key: Int]) -> [String] {
    var messages: [String] = []
    var message = ""
    for (key, count) in counts {
      let kind = RateLimit.Class.allCases.firstIndex(of: key.kind) ?? 0
      let subject =
        switch key.subject {
        case .account(let id): "a\(id)"
        case .address(let address), .rest(let address): "i\(address.text)"
        }
      message += "\(count) \(kind) \(key.number) \(subject);"
      guard message.utf8.count > longest else { continue }
      messages.append(message)
      message = ""
    }
    return message.isEmpty ? messages : messages + [message]
  }

  /// Decodes counts from another process; unreadable items are skipped.
  static func counts(
    _ message: Substring
  ) -> [(count: Int, kind: RateLimit.Class, number: Int64, subject: RateLimiter.Subject)] {
    message.split(separator: ";").compactMap { item in
      let words = item.split(separator: " ")
      guard words.count == 4, let count = Int(words[0]), let place = Int(words[1]),
        let number = Int64(words[2]),
        RateLimit.Class.allCases.indices.contains(place)
      else { return nil }
      let name = words[3].dropFirst()
      let subject: RateLimiter.Subject
      switch words[3].first {
      case "a":
        guard let id = Int64(name) else { return nil }
        subject = .account(id)
      case "i": subject = .address(ClientAddress(text: String(name)))
      default: return nil
      }
      return (count, RateLimit.Class.allCases[place], number, subject)
    }
  }
}
