/// How much work it is to try a password (RFC 7914): the same for us as for somebody who stole the database.
public struct PasswordCost: Equatable, Sendable {
  /// The logarithm, to base 2, of scrypt's N.
  public let logarithm: Int
  /// Scrypt's p; r is 8.
  public let parallelism: Int

  /// 32 MB and about 0.2 s (decision 0011; OWASP Password Storage Cheat Sheet).
  public static let standard = PasswordCost(logarithm: 15, parallelism: 3)

  /// Next to nothing: for tests.
  public static let least = PasswordCost(logarithm: 4, parallelism: 1)
}
