import Social
import Synchronization

/// What lets a browser fetch somebody's data once: it can't send a token along with a download.
///
/// They are in memory only, as they live for a minute.
final class ExportTickets: Sendable {
  struct Ticket: Sendable {
    let account: Int64
    /// The token that asked for it.
    let token: Int64
    fileprivate let endsAt: Int64
  }

  /// In milliseconds.
  static let life: Int64 = 60_000
  /// Of all members together.
  static let most = 10_000

  private let tickets = Mutex<[String: Ticket]>([:])

  /// A ticket, after which no earlier one of the account counts.
  ///
  /// - Throws: `Overloaded`.
  func issue(account: Int64, token: Int64, now: Int64) throws -> String {
    let secret = Secret.random()
    try tickets.withLock { tickets in
      tickets = tickets.filter { $0.value.account != account && $0.value.endsAt > now }
      guard tickets.count < Self.most else { throw Overloaded() }
      tickets[Secret.hash(secret)] = Ticket(account: account, token: token, endsAt: now + Self.life)
    }
    return secret
  }

  /// What other processes need to know of a ticket that was just issued, as the browser may come to one of them.
  func told(of secret: String) -> String? {
    let hash = Secret.hash(secret)
    return tickets.withLock { $0[hash] }.map { "\(hash) \($0.account) \($0.token) \($0.endsAt)" }
  }

  /// That it counts no more.
  func told(ofUsed secret: String) -> String { Secret.hash(secret) }

  /// Takes over what another process tells.
  func take(_ told: Substring) {
    let words = told.split(separator: " ")
    guard let hash = words.first.map({ String($0) }) else { return }
    let numbers = words.dropFirst().compactMap { Int64($0) }
    tickets.withLock { tickets in
      guard numbers.count == 3 else {
        tickets[hash] = nil
        return
      }
      tickets = tickets.filter { $0.value.account != numbers[0] }
      guard tickets.count < Self.most else { return }
      tickets[hash] = Ticket(account: numbers[0], token: numbers[1], endsAt: numbers[2])
    }
  }

  /// nil if it never was one, was used, or is too old. It counts no longer.
  func use(_ secret: String, now: Int64) -> Ticket? {
    guard secret.utf8.count <= 100 else { return nil }
    let found = tickets.withLock { $0.removeValue(forKey: Secret.hash(secret)) }
    return found.flatMap { $0.endsAt > now ? $0 : nil }
  }
}

/// Whose data are on their way: one time each, and few altogether.
final class ExportPlaces: Sendable {
  /// Each takes some files and a little room on the disk.
  static let most = 8

  private let taken = Mutex<Set<Int64>>([])

  /// - Throws: `CommunityError.tooMany` for who has one already; `Overloaded`.
  func take(for account: Int64) throws -> ExportPlace {
    try taken.withLock { taken in
      guard !taken.contains(account) else { throw CommunityError.tooMany(retryAfter: .seconds(10)) }
      guard taken.count < Self.most else { throw Overloaded() }
      taken.insert(account)
    }
    return ExportPlace(places: self, account: account)
  }

  func has(_ account: Int64) -> Bool { taken.withLock { $0.contains(account) } }

  fileprivate func give(back account: Int64) { taken.withLock { _ = $0.remove(account) } }
}

/// Free again when nobody holds it any more.
public final class ExportPlace: Sendable {
  private let places: ExportPlaces
  let account: Int64

  fileprivate init(places: ExportPlaces, account: Int64) {
    self.places = places
    self.account = account
  }

  deinit { places.give(back: account) }
}
