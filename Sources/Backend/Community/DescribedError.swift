import Media
import Storage

/// An error with a message for people.
public protocol DescribedError: Error {
  /// One or two whole sentences.
  var message: String { get }
}

extension StorageError: DescribedError {}
extension MediaError: DescribedError {}
