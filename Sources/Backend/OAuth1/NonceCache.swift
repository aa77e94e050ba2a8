import Crypto

/// The nonces of the last minutes, so that a request that changes something can't be sent again by others
/// (RFC 5849 §3.3).
///
/// Only requests with a valid signature belong here, so strangers can't fill it.
public struct NonceCache: Sendable {
  /// The seconds by which a client's clock may be wrong.
  public static let tolerance: Int64 = 300

  public enum Verdict: Equatable, Sendable {
    case isNew
    /// The timestamp is too far from the server's time.
    case isOutOfBounds
    /// The same client, token, timestamp and nonce were here before.
    case isReplayed
    /// The cache has no room, so the request has to wait.
    case isFull
  }

  private let capacity: Int
  /// The requests by their timestamp. A digest of 16 bytes stands for each.
  private var requests: [Int64: Set<SIMD2<UInt64>>] = [:]
  private var prunedAt: Int64 = 0

  public private(set) var count = 0

  /// - Parameter capacity: The maximum number of nonces, of some 40 bytes each.
  public init(capacity: Int = 50_000) { self.capacity = capacity }

  /// Checks the timestamp, and remembers the nonce unless the request only reads.
  ///
  /// Clients send a GET again when a connection breaks, with the same nonce.
  ///
  /// - Parameter now: Seconds since 1970-01-01T00:00:00Z.
  public mutating func verdict(
    on parameters: ProtocolParameters, isReading: Bool, now: Int64
  ) -> Verdict {
    let oldest = now - Self.tolerance
    guard (oldest...now + Self.tolerance).contains(parameters.timestamp) else { return .isOutOfBounds }
    guard !isReading else { return .isNew }
    if now != prunedAt { prune(before: oldest, now: now) }
    let digest = Self.digest(of: parameters)
    guard !requests[parameters.timestamp, default: []].contains(digest) else { return .isReplayed }
    guard count < capacity else { return .isFull }
    requests[parameters.timestamp, default: []].insert(digest)
    count += 1
    return .isNew
  }

  private mutating func prune(before oldest: Int64, now: Int64) {
    requests = requests.filter { $0.key >= oldest }
    count = requests.values.reduce(0) { $0 + $1.count }
    prunedAt = now
  }

  private static func digest(of parameters: ProtocolParameters) -> SIMD2<UInt64> {
    var hash = SHA256()
    for text in [parameters.clientKey, parameters.token ?? "", parameters.nonce] {
      // A byte that no text in UTF-8 has keeps the three apart.
      hash.update(data: Array(text.utf8) + [0xFF])
    }
    return hash.finalize().withUnsafeBytes { $0.loadUnaligned(as: SIMD2<UInt64>.self) }
  }
}
