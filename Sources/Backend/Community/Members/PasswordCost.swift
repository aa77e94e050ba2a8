/// The work for trying a password (RFC 7914). It is the same for this server as for an attacker with a stolen
/// database.
public struct PasswordCost: Equatable, Sendable {
  /// The logarithm, to base 2, of scrypt's N.
  public let logarithm: Int
  /// The p of scrypt. Its r is 8.
  public let parallelism: Int

  /// Takes 32 MB and about 0.2 s (decision 0011; OWASP Password Storage Cheat Sheet).
  public static let standard = PasswordCost(logarithm: 15, parallelism: 3)

  /// Takes next to nothing; for tests.
  public static let least = PasswordCost(logarithm: 4, parallelism: 1)
}
