import Synchronization

/// The uploads that this process is processing, and those whose processing failed and will be tried again.
final class UploadsAtWork: Sendable {
  private enum Place {
    case atWork
    case failed
  }

  private let places = Mutex<[Int64: Place]>([:])

  /// Returns false if the upload is being processed already.
  func begin(_ id: Int64) -> Bool {
    places.withLock { places in
      guard places[id] != .atWork else { return false }
      places[id] = .atWork
      return true
    }
  }

  func end(_ id: Int64) { places.withLock { $0[id] = nil } }

  /// Returns true if this is the upload's first failure in a row.
  func fail(_ id: Int64) -> Bool { places.withLock { $0.updateValue(.failed, forKey: id) } != .failed }

  func hasFailed(_ id: Int64) -> Bool { places.withLock { $0[id] == .failed } }
}
