import Contracts
import Media
import Synchronization

/// An error for a full queue: a new request would wait too long.
struct Overloaded: Error {}

/// Hashes and checks passwords one at a time on a separate thread, because each takes 32 MB and a processor.
///
/// Few may wait, and two per address at most, so that no address keeps others from signing in.
final class Passwords: Sendable {
  static let maxWaiting = 24
  static let maxWaitingOfAddress = 2

  /// The allowed lengths in bytes of UTF-8. Longer passwords would let anyone put the server to work.
  static let lengths = 8...200

  let cost: PasswordCost
  private let queue = WorkQueue(width: 1)
  /// A hash that is checked for an unknown member, so that this takes as long as a wrong password.
  private let nobody: String
  /// The number of waiting checks by address. Those without an address count under "".
  private let waiting = Mutex<[String: Int]>([:])

  init(cost: PasswordCost) {
    self.cost = cost
    nobody = [
      "scrypt", "\(cost.logarithm)", "8", "\(cost.parallelism)", base64URL([UInt8](repeating: 0, count: 16)),
      base64URL([UInt8](repeating: 0, count: 32)),
    ].joined(separator: "$")
  }

  /// - Throws: Also `Overloaded`.
  func hash(_ password: String) async throws -> String {
    try await inTurn(nil) { [cost] in try PasswordHash.make(password, cost: cost) }
  }

  /// - Parameters:
  ///   - stored: the stored hash; `nil` for an unknown member.
  ///   - address: the network address of the attempt.
  /// - Throws: Also `Overloaded`.
  func check(
    _ password: String, against stored: String?, from address: String
  ) async throws -> PasswordHash.Verdict {
    guard password.utf8.count <= Self.lengths.upperBound else { return .wrong }
    let hash = stored ?? nobody
    let verdict = try await inTurn(address) { [cost] in
      try PasswordHash.check(password, against: hash, cost: cost)
    }
    return stored == nil ? .wrong : verdict
  }

  private func inTurn<Value: Sendable>(
    _ address: String?, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let key = address ?? ""
    let isFree = waiting.withLock { waiting in
      let ofAddress = waiting[key] ?? 0
      guard waiting.values.reduce(0, +) < Self.maxWaiting,
        address == nil || ofAddress < Self.maxWaitingOfAddress
      else { return false }
      waiting[key] = ofAddress + 1
      return true
    }
    guard isFree else { throw Overloaded() }
    defer {
      waiting.withLock { waiting in
        let rest = (waiting[key] ?? 1) - 1
        waiting[key] = rest > 0 ? rest : nil
      }
    }
    return try await queue.run(work)
  }
}
