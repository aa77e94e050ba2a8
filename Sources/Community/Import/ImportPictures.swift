import Contracts
import Foundation
import Social
import Storage

/// The pictures of an import inside its transaction: by reference, as rows of `media`.
struct ImportPictures {
  let source: any PictureSource
  /// Ids of media, by the keys of their references.
  private(set) var stored: [String: Int64]

  init(source: any PictureSource, known: [String: Int64]) {
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
    // A text that is not an address must not be stored: pages would ask for a picture there.
    let isSound = !Outbound.isAddress(picture.url) || Self.isAddress(picture.url)
    return PictureReference(media: media(picture), source: isSound ? picture.url.storableReference : nil)
  }

  private static func isAddress(_ url: String) -> Bool {
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), let host = URL(string: url)?.host else { return false }
    return ServerAddress(host) != nil || host.contains(":")
  }

  /// What is written of a post's pictures.
  func attachments(_ pictures: [Picture]) -> [PostDraft.Attachment] {
    pictures.map { PostDraft.Attachment(picture: reference($0), description: $0.description) }
  }

  /// Gives a post the pictures that could not be had before.
  func fill(_ pictures: [Picture], of post: Int64, in transaction: ImportTransaction) throws {
    for (position, picture) in pictures.enumerated() {
      guard let media = media(picture) else { continue }
      _ = try transaction.fill(attachment: position, of: post, with: media)
    }
  }
}
