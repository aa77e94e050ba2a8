import Contracts
import Media
import Synchronization

/// So much waits already that what comes now would have to wait for too long.
struct Overloaded: Error {}

/// Makes and checks what is kept of passwords: one at a time, as each takes 32 MB and a processor, on a thread of its own.
///
/// Those who wait are few: of one address two, so that none keeps others from signing in.
final class Passwords: Sendable {
  static let mostWaiting = 24
  static let mostWaitingOfAddress = 2

  /// In bytes of UTF-8. Longer ones would be free work for the server.
  static let lengths = 8...200

  let cost: PasswordCost
  private let queue = WorkQueue(width: 1)
  /// Checked when there is no such member, so that this takes as long as a wrong password.
  private let nobody: String
  /// By their addresses; those that have none are under "".
  private let waiting = Mutex<[String: Int]>([:])

  init(cost: PasswordCost) {
    self.cost = cost
    nobody = [
      "scrypt", "\(cost.logarithm)", "8", "\(cost.parallelism)", base64URL([UInt8](repeating: 0, count: 16)),
      base64URL([UInt8](repeating: 0, count: 32)),
    ].joined(separator: "$")
  }

  /// - Throws: also `Overloaded`.
  func hash(_ password: String) async throws -> String {
    try await inTurn(nil) { [cost] in try PasswordHash.make(password, cost: cost) }
  }

  /// - Parameters:
  ///   - stored: nil: nobody can sign in like that.
  ///   - address: where the attempt comes from.
  /// - Throws: also `Overloaded`.
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
      guard waiting.values.reduce(0, +) < Self.mostWaiting, address == nil || ofAddress < Self.mostWaitingOfAddress
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
