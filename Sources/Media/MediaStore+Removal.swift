import Foundation

extension MediaStore {
  /// Removes the files of a picture that nothing refers to any more. What can't be removed stays, without harm to others.
  public func remove(_ hash: String) {
    try? FileManager.default.removeItem(atPath: path(of: hash))
  }
}
