import Synchronization

/// How many pictures may be on their way at the same time, from their first byte to their last copy.
final class UploadPlaces: Sendable {
  /// Of all members together. A picture on its way takes room on the disk, none in memory.
  static let most = 64
  /// Of one member: nine for a post, and some that are sent once more.
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

/// A place among the pictures on their way, free again when nobody holds it any more.
public final class UploadPlace: Sendable {
  private let places: UploadPlaces
  private let account: Int64

  fileprivate init(places: UploadPlaces, account: Int64) {
    self.places = places
    self.account = account
  }

  deinit { places.give(back: account) }
}
