import Social
import Storage

/// The pictures chosen for a post, validated as far as possible without the database.
struct ChosenPictures: Sendable {
  /// The chosen ids; `nil` keeps the post's pictures.
  let ids: [Int64]?
  private let changes: [Int64: PictureChange]

  /// - Throws: `CommunityError.invalid`.
  init(_ choice: PictureChoice) throws(CommunityError) {
    var changes: [Int64: PictureChange] = [:]
    for (id, attributes) in choice.attributes { changes[id] = try attributes.checked() }
    self.changes = changes
    guard let chosen = choice.ids else {
      self.ids = nil
      return
    }
    var ids: [Int64] = []
    for id in chosen where !ids.contains(id) { ids.append(id) }
    guard ids.count <= PictureRules.maxOfPost else {
      throw .invalid("Validation failed: Cannot attach more than \(PictureRules.maxOfPost) files")
    }
    self.ids = ids
  }

  /// - Parameter present: the post's current pictures.
  /// - Throws: Also `CommunityError.invalid`.
  func resolved(
    has present: [AttachedPicture], viewer: Int64, _ transaction: WriteTransaction
  ) throws -> [AttachedPicture] {
    let ids = ids ?? present.map(\.id)
    if let other = changes.keys.filter({ !ids.contains($0) }).min() {
      throw CommunityError.invalid(
        "Validation failed: Media \(other) is not one of the post's", .pictureNotFound)
    }
    let uploads = try transaction.uploads(ids, of: viewer)
    return try ids.map { id in
      let known = present.first { $0.id == id }
      guard let picture = known ?? uploads[id] else {
        throw CommunityError.invalid(
          "Validation failed: Media \(id) not found or already attached to another post", .pictureNotFound)
      }
      if known == nil { try picture.checkedForPost() }
      return picture.changed(by: changes[id])
    }
  }
}
