import Media
import Storage

/// An error that a person can be told.
public protocol DescribedError: Error {
  /// One or two whole sentences.
  var message: String { get }
}

extension StorageError: DescribedError {}
extension MediaError: DescribedError {}
