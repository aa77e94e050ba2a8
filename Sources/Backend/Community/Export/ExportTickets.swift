import Social
import Synchronization

/// Tickets that let a browser download a member's data once, because a download can't carry a token.
///
/// They are only in memory, because they live for a minute.
final class ExportTickets: Sendable {
  struct Ticket: Sendable {
    let account: Int64
    /// The id of the token that requested the ticket.
    let token: Int64
    /// The named album to download; `nil` for all of the member's data.
    let scrapbook: Int64?
    fileprivate let endsAt: Int64
  }

  /// The lifetime of a ticket, in milliseconds.
  static let life: Int64 = 60_000
  /// The maximum number of tickets of all members together.
  static let most = 10_000

  private let tickets = Mutex<[String: Ticket]>([:])

  /// Issues a ticket and revokes the account's earlier ones.
  ///
  /// - Throws: `Overloaded`.
  func issue(account: Int64, token: Int64, scrapbook: Int64? = nil, now: Int64) throws -> String {
    let secret = Secret.random()
    try tickets.withLock { tickets in
      tickets = tickets.filter { $0.value.account != account && $0.value.endsAt > now }
      guard tickets.count < Self.most else { throw Overloaded() }
      tickets[Secret.hash(secret)] = Ticket(
        account: account, token: token, scrapbook: scrapbook, endsAt: now + Self.life)
    }
    return secret
  }

  /// Returns the message about a new ticket for other processes, because the browser may reach one of them.
  func message(of secret: String) -> String? {
    let hash = Secret.hash(secret)
    return tickets.withLock { $0[hash] }.map { ticket in
      "\(hash) \(ticket.account) \(ticket.token) \(ticket.endsAt)"
        + (ticket.scrapbook.map { " \($0)" } ?? "")
    }
  }

  /// Returns the message that the ticket was used.
  func message(ofUsed secret: String) -> String { Secret.hash(secret) }

  /// Applies a message from another process.
  func receive(_ message: Substring) {
    let words = message.split(separator: " ")
    guard let hash = words.first.map({ String($0) }) else { return }
    let numbers = words.dropFirst().compactMap { Int64($0) }
    tickets.withLock { tickets in
      guard numbers.count == 3 || numbers.count == 4 else {
        tickets[hash] = nil
        return
      }
      tickets = tickets.filter { $0.value.account != numbers[0] }
      guard tickets.count < Self.most else { return }
      tickets[hash] = Ticket(
        account: numbers[0], token: numbers[1], scrapbook: numbers.count == 4 ? numbers[3] : nil,
        endsAt: numbers[2])
    }
  }

  /// Returns the ticket and revokes it; `nil` if it doesn't exist, was used or has expired.
  func use(_ secret: String, now: Int64) -> Ticket? {
    guard secret.utf8.count <= 100 else { return nil }
    let found = tickets.withLock { $0.removeValue(forKey: Secret.hash(secret)) }
    return found.flatMap { $0.endsAt > now ? $0 : nil }
  }
}

/// The running downloads of members' data: one per member, and few altogether.
final class ExportSlots: Sendable {
  /// The maximum number of downloads. Each needs several files and some disk space.
  static let most = 8

  private let taken = Mutex<Set<Int64>>([])

  /// - Throws: `CommunityError.tooMany` for a member with a running download; `Overloaded`.
  func take(for account: Int64, scrapbook: Int64? = nil) throws -> ExportSlot {
    try taken.withLock { taken in
      guard !taken.contains(account) else { throw CommunityError.tooMany(retryAfter: .seconds(10)) }
      guard taken.count < Self.most else { throw Overloaded() }
      taken.insert(account)
    }
    return ExportSlot(slots: self, account: account, scrapbook: scrapbook)
  }

  func has(_ account: Int64) -> Bool { taken.withLock { $0.contains(account) } }

  fileprivate func give(back account: Int64) { taken.withLock { _ = $0.remove(account) } }
}

/// A running download's slot, which is free again when its last holder is gone.
public final class ExportSlot: Sendable {
  private let slots: ExportSlots
  let account: Int64
  /// The named album that is downloaded; `nil` for all of the member's data.
  public let scrapbook: Int64?

  fileprivate init(slots: ExportSlots, account: Int64, scrapbook: Int64?) {
    self.slots = slots
    self.account = account
    self.scrapbook = scrapbook
  }

  deinit { slots.give(back: account) }
}
