import Synchronization

/// Of which pictures copies are being made in this process, and of which that failed and is to be tried again.
final class UploadsAtWork: Sendable {
  private enum Place {
    case atWork
    case failed
  }

  private let places = Mutex<[Int64: Place]>([:])

  /// Returns false if it is at work already.
  func begin(_ id: Int64) -> Bool {
    places.withLock { places in
      guard places[id] != .atWork else { return false }
      places[id] = .atWork
      return true
    }
  }

  func end(_ id: Int64) { places.withLock { $0[id] = nil } }

  /// Returns whether that is new.
  func fail(_ id: Int64) -> Bool { places.withLock { $0.updateValue(.failed, forKey: id) } != .failed }

  func hasFailed(_ id: Int64) -> Bool { places.withLock { $0[id] == .failed } }
}
