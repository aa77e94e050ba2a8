import Contracts

/// A source of unpredictable bytes: SHA-256 of the browser's random bytes and a counter.
struct Randomness: Sendable {
  private let seed: [UInt8]
  private var counter: UInt8 = 0
  private var state: [UInt8]

  init(seed: [UInt8]) {
    self.seed = seed
    state = SHA256.hash(seed)
  }

  /// Returns 32 bytes, different each time.
  mutating func next() -> [UInt8] {
    counter &+= 1
    state = SHA256.hash(seed + [counter] + state)
    return SHA256.hash(state)
  }
}
