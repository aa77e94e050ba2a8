import Social

/// Pictures that are opened together, and the index of the first one to show.
struct PictureSet: Equatable, Sendable {
  let pictures: [Picture]
  let index: Int
  /// True if the description shows over the picture at once.
  var isDescribed = false

  /// Returns the key of a picture's cell in the viewer.
  static func key(of index: Int) -> String { "slide\(index)" }
}
