import Media

/// Makes and checks what is kept of passwords: one at a time, as each takes 32 MB and a processor, on a thread of its own.
struct Passwords: Sendable {
  /// In bytes of UTF-8. Longer ones would be free work for the server.
  static let lengths = 8...200

  let cost: PasswordCost
  private let queue = WorkQueue(width: 1)
  /// Checked when there is no such member, so that this takes as long as a wrong password.
  private let nobody: String

  init(cost: PasswordCost) {
    self.cost = cost
    nobody = [
      "scrypt", "\(cost.logarithm)", "8", "\(cost.parallelism)", Secret.base64URL([UInt8](repeating: 0, count: 16)),
      Secret.base64URL([UInt8](repeating: 0, count: 32)),
    ].joined(separator: "$")
  }

  func hash(_ password: String) async throws -> String {
    try await queue.run { [cost] in try PasswordHash.make(password, cost: cost) }
  }

  /// - Parameter stored: nil: nobody can sign in like that.
  func check(_ password: String, against stored: String?) async throws -> PasswordHash.Verdict {
    guard password.utf8.count <= Self.lengths.upperBound else { return .wrong }
    let hash = stored ?? nobody
    let verdict = try await queue.run { [cost] in try PasswordHash.check(password, against: hash, cost: cost) }
    return stored == nil ? .wrong : verdict
  }
}
