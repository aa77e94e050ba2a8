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
  /// Makes the copies of new pictures, then runs `body`, which makes them visible.
  func makePictures<Value: Sendable>(
    _ files: [CommunityPictureKind: String?], by actor: Viewer?,
    _ body: @escaping @Sendable ([MediaRecord]) async throws -> Value
  ) async throws -> Value {
    let pictures = CommunityPictureKind.allCases.compactMap { kind -> NewPicture? in
      guard let path = files[kind] ?? nil else { return nil }
      return NewPicture(
        path: path, scope: actor.map { .member($0.account) } ?? .imports,
        label: PictureLabel(
          name: kind.rawValue, refusal: kind == .cover ? .unusableCover : .unusablePicture))
    }
    return try await newPictures.make(pictures, body)
  }
}

extension WriteTransaction {
  /// Replaces pictures of the community, and adds what has changed to the log.
  ///
  /// - Parameters:
  ///   - files: the inner `nil` removes a picture.
  ///   - made: the new pictures, in the order of `CommunityPictureKind.allCases`.
  /// - Returns: the files to delete.
  func setPictures(
    _ files: [CommunityPictureKind: String?], _ made: [MediaRecord], by name: String,
    _ mediaStore: MediaStore, _ nextID: () -> Int64
  ) throws -> [String] {
    var old: [Int64] = []
    var rest = made[...]
    for kind in CommunityPictureKind.allCases {
      guard let file = files[kind] else { continue }
      let record = file == nil ? nil : rest.popFirst()
      let media = try record.map { try addMedia($0, id: nextID(), mediaStore.has) }
      let replaced = try setCommunity(kind.stored, to: media)
      guard replaced != media else { continue }
      if let replaced { old.append(replaced) }
      try membership.log(.setting, by: name, on: kind.rawValue, media == nil ? "none" : "", id: nextID())
    }
    return try removeUnused(old)
  }
}
