import Social

/// Pictures that are opened together, and at which of them.
struct PictureSet: Equatable, Sendable {
  let pictures: [Picture]
  let index: Int
  /// What it shows is told over it at once.
  var isDescribed = false
}
