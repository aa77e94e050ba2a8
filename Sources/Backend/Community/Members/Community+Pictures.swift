import Media
public import Social
import Storage

/// A picture of the community.
public enum CommunityPictureKind: String, CaseIterable, Sendable {
  case picture, cover

  var stored: AccountPicture { self == .picture ? .avatar : .cover }
}

extension Community.Settings {
  /// Returns the community's own pictures. Without a cover, pages for strangers show that of the first owner.
  public func pictures() async throws -> (picture: Picture?, cover: Picture?) {
    let pictures = try await store.communityPictures()
    return (pictures.picture, pictures.cover)
  }
}

extension Community {
  /// Replaces pictures of the community, and adds what has changed to the log.
  ///
  /// - Parameters:
  ///   - files: the paths of the files; the inner `nil` removes a picture.
  ///   - actor: `nil` for the operator at the command line.
  /// - Throws: `CommunityError.notAllowed`, `.invalid` for a file that isn't a picture.
  public func setPictures(_ files: [CommunityPictureKind: String?], by actor: Viewer?) async throws {
    // Before any work with the files, and again in the transaction.
    _ = try await store.writeMembership { try $0.authorize(actor, .manageSettings) }
    let wanted = CommunityPictureKind.allCases.filter { files[$0] != nil }
    let (now, store, identifiers, mediaStore) = (clock().milliseconds, store, identifiers, mediaStore)
    let scope = actor.map { PictureScope.member($0.account) } ?? .imports
    let unused = try await newPictures.make(wanted.compactMap { files[$0] ?? nil }, for: scope) { made in
      try await store.write { transaction -> [String] in
        let name = try transaction.membership.authorize(actor, .manageSettings)
        var old: [Int64] = []
        var rest = made[...]
        for kind in wanted {
          let record = (files[kind] ?? nil) == nil ? nil : rest.popFirst()
          let media = try record.map {
            try transaction.addMedia($0, id: identifiers.next(milliseconds: now), mediaStore.has)
          }
          let replaced = try transaction.setCommunity(kind.stored, to: media)
          guard replaced != media else { continue }
          if let replaced { old.append(replaced) }
          try transaction.membership.log(
            .setting, by: name, on: kind.rawValue, media == nil ? "none" : "",
            id: identifiers.next(milliseconds: now))
        }
        return try transaction.removeUnused(old)
      }
    }
    unusedPictures.discard(unused)
  }
}
