import Contracts
import Foundation
import Social
import Storage

/// Finds the pictures of an import as rows of `media`, by their references.
struct ImportPictures: Sendable {
  let source: any PictureSource
  /// The ids of media by the keys of their references.
  private(set) var stored: [String: Int64]
  /// The keys of references that lead into private networks.
  private let refused: Set<String>

  init(source: any PictureSource, known: [String: Int64], refused: Set<String>) {
    self.source = source
    self.refused = refused
    stored = known
  }

  /// Writes the fetched pictures. If a picture's files were deleted meanwhile, it is left out until the next
  /// import.
  func adding(
    _ fetched: [String: MediaRecord], owner: Int64, _ staging: Staging,
    nextID: @escaping @Sendable () -> Int64,
    isThere: @escaping @Sendable (_ hash: String) -> Bool
  ) async throws -> ImportPictures {
    let list = fetched.sorted { $0.key < $1.key }
    var (pictures, done) = (self, 0)
    while done < list.count {
      (pictures, done) = try await staging.write { [pictures, done] transaction in
        var (pictures, done, turn) = (pictures, done, ImportTurn())
        while done < list.count, turn.goesOn() {
          let (key, media) = list[done]
          done += 1
          guard isThere(media.hash) else { continue }
          let id = try transaction.addMedia(media, id: nextID(), isThere)
          pictures.stored[key] = id
          if key.storableReference != nil { try transaction.remember(picture: key, media: id, owner: owner) }
        }
        return (pictures, done)
      }
    }
    return pictures
  }

  func media(_ picture: Picture) -> Int64? { stored[source.key(of: picture.url)] }

  func reference(_ picture: Picture) -> PictureReference {
    // Pages load a picture from its address, so it must be valid and must not lead into a visitor's own
    // network.
    let isSound = !Outbound.isAddress(picture.url) || Self.isAddress(picture.url) && !isPrivate(picture)
    return PictureReference(media: media(picture), source: isSound ? picture.url.storableReference : nil)
  }

  private func isPrivate(_ picture: Picture) -> Bool {
    refused.contains(source.key(of: picture.url)) || NetworkAddress.isWrittenPrivate(url: picture.url)
  }

  private static func isAddress(_ url: String) -> Bool {
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), let host = URL(address: url)?.host else {
      return false
    }
    return ServerAddress(host) != nil || host.contains(":")
  }

  /// Returns the rows for a post's pictures.
  func attachments(_ pictures: [Picture]) -> [ImportedPost.Attachment] {
    pictures.map {
      ImportedPost.Attachment(picture: reference($0), description: CleanText.text($0.description))
    }
  }

  /// Adds pictures to a post that could not be fetched before.
  func fill(
    _ pictures: [Picture], of post: Int64, _ changes: inout ImportChanges, in transaction: ImportTransaction
  ) throws {
    guard pictures.contains(where: { media($0) != nil }) else { return }
    for position in try transaction.missingPictures(of: post) where pictures.indices.contains(position) {
      guard let media = media(pictures[position]) else { continue }
      changes.add { try $0.fill(attachment: position, of: post, with: media) }
    }
  }
}
