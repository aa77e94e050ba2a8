import Synchronization

/// Limits the uploads in progress, from the first byte to the last copy.
final class UploadPlaces: Sendable {
  /// The maximum for all members together. An upload takes disk space but no memory.
  static let most = 64
  /// The maximum per member: nine pictures for a post, and some retries.
  static let mostOfMember = 24

  private let taken = Mutex<[Int64: Int]>([:])

  /// - Throws: `Overloaded`.
  func take(for account: Int64) throws -> UploadPlace {
    let isFree = taken.withLock { taken in
      let own = taken[account] ?? 0
      guard own < Self.mostOfMember, taken.values.reduce(0, +) < Self.most else { return false }
      taken[account] = own + 1
      return true
    }
    guard isFree else { throw Overloaded() }
    return UploadPlace(places: self, account: account)
  }

  var count: Int { taken.withLock { $0.values.reduce(0, +) } }

  fileprivate func give(back account: Int64) {
    taken.withLock { taken in
      let rest = (taken[account] ?? 1) - 1
      taken[account] = rest > 0 ? rest : nil
    }
  }
}

/// A place for an upload in progress, which is free again when its last holder is gone.
public final class UploadPlace: Sendable {
  private let places: UploadPlaces
  private let account: Int64

  fileprivate init(places: UploadPlaces, account: Int64) {
    self.places = places
    self.account = account
  }

  deinit { places.give(back: account) }
}
