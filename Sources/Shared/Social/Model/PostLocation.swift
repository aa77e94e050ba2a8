/// The place that an author names for a post, in their words. It never comes from a picture or a device's
/// position.
public enum PostLocation {
  /// The maximum length, in Unicode scalars.
  public static let maxLength = 60

  /// Returns a place as it is stored: one line, cleaned as names are, without spaces at its ends. Returns
  /// `nil` for a place of which nothing is visible.
  public static func cleaned(_ text: String) -> String? {
    let name = CleanText.name(text)
    guard !CleanText.showsNothing(name) else { return nil }
    var bytes = Array(name.utf8)[...]
    while bytes.first == 0x20 { bytes.removeFirst() }
    while bytes.last == 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns true if a cleaned place is too long to be stored.
  public static func isTooLong(_ place: String) -> Bool { place.unicodeScalars.count > maxLength }
}
