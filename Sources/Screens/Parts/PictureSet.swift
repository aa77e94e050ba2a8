import Social

/// Pictures that are opened together, and at which of them.
struct PictureSet: Equatable, Sendable {
  let pictures: [Picture]
  let index: Int
}
