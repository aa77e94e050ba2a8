import Social
import Storage

/// The pictures of an import inside its transaction: by reference, as rows of `media`.
struct ImportPictures {
  let source: any ImportSource
  /// Ids of media, by the keys of their references.
  private(set) var stored: [String: Int64]

  init(source: any ImportSource, known: [String: Int64]) {
    self.source = source
    stored = known
  }

  /// Writes the fetched pictures.
  mutating func add(
    _ fetched: [String: MediaRecord], owner: Int64, to transaction: ImportTransaction, nextID: () -> Int64
  ) throws {
    for (key, media) in fetched.sorted(by: { $0.key < $1.key }) {
      let id = try transaction.addMedia(media, id: nextID())
      stored[key] = id
      if key.storableReference != nil { try transaction.remember(picture: key, media: id, owner: owner) }
    }
  }

  func media(_ picture: Picture) -> Int64? { stored[source.key(of: picture.url)] }

  func reference(_ picture: Picture) -> PictureReference {
    PictureReference(media: media(picture), source: picture.url.storableReference)
  }
}
