import Contracts
import Crypto
import CryptoExtras

/// The stored hash of a password: `scrypt$15$8$3$salt$key`, with salt and key in base64url.
struct PasswordHash {
  private static let saltBytes = 16
  private static let keyBytes = 32
  private static let blockSize = 8
  /// The limit for stored parameters. Larger ones are not tried, because they could need any amount of
  /// memory.
  private static let maxCost = PasswordCost(logarithm: 18, parallelism: 8)

  /// - Throws: The error of scrypt if memory is short.
  static func make(_ password: String, cost: PasswordCost) throws -> String {
    let salt = Array((base64Decoded(Secret.random(), .urls) ?? []).prefix(saltBytes))
    let key = try derive(password, salt: salt, cost: cost)
    return [
      "scrypt", "\(cost.logarithm)", "\(blockSize)", "\(cost.parallelism)", base64URL(salt),
      base64URL(key),
    ].joined(separator: "$")
  }

  /// The result of a check.
  enum Verdict: Equatable {
    case wrong
    case right
    /// The password is right, but the hash has another cost than today's and should be made again.
    case outdated
  }

  static func check(_ password: String, against stored: String, cost today: PasswordCost) throws -> Verdict {
    let parts = stored.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0] == "scrypt", let logarithm = Int(parts[1]), Int(parts[2]) == blockSize,
      let parallelism = Int(parts[3]), 1...maxCost.logarithm ~= logarithm,
      1...maxCost.parallelism ~= parallelism, let salt = base64Decoded(parts[4], .urls),
      let key = base64Decoded(parts[5], .urls), key.count == keyBytes
    else { return .wrong }
    let cost = PasswordCost(logarithm: logarithm, parallelism: parallelism)
    guard Secret.areEqual(try derive(password, salt: salt, cost: cost), key) else { return .wrong }
    return cost == today ? .right : .outdated
  }

  static func derive(_ password: String, salt: [UInt8], cost: PasswordCost) throws -> [UInt8] {
    let key = try KDF.Scrypt.deriveKey(
      from: Array(password.utf8), salt: salt, outputByteCount: keyBytes, rounds: 1 << cost.logarithm,
      blockSize: blockSize, parallelism: cost.parallelism)
    return key.withUnsafeBytes { Array($0) }
  }
}

/// The work for trying a password (RFC 7914). It is the same for this server as for an attacker with a stolen
/// database.
public struct PasswordCost: Equatable, Sendable {
  /// The logarithm, to base 2, of scrypt's N.
  public let logarithm: Int
  /// The p of scrypt. Its r is 8.
  public let parallelism: Int

  /// Takes 32 MB and about 0.2 s (decision 0011; OWASP Password Storage Cheat Sheet).
  public static let standard = PasswordCost(logarithm: 15, parallelism: 3)

  /// The cost of new passwords. In a debug build scrypt isn't optimized, and the standard cost takes 2 s. Tests sign
  /// in some thousand times.
  public static var ofBuild: PasswordCost {
    #if DEBUG
      PasswordCost(logarithm: 8, parallelism: 1)
    #else
      standard
    #endif
  }

  /// Takes next to nothing; for tests.
  public static let least = PasswordCost(logarithm: 4, parallelism: 1)
}
