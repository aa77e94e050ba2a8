public import Social
import Storage

extension Community {
  public var posts: Posts {
    Posts(
      store: store, clock: clock, identifiers: identifiers, linkPreviewQueue: linkPreviewQueue,
      unusedPictures: unusedPictures)
  }

  /// Members' posts: reading, publishing and changing them, and interactions with them.
  public struct Posts: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let identifiers: Identifiers
    let linkPreviewQueue: LinkPreviewQueue
    let unusedPictures: UnusedPictures
  }
}

extension Community.Posts {
  /// Returns a post; `nil` if it doesn't exist or the viewer may not see it.
  public func find(_ id: Int64, viewer: Viewer?) async throws -> Post? {
    try await store.posts([id], viewer: viewer?.account).first
  }

  /// Returns posts in the order of the ids. Those that the viewer may not see are left out.
  public func find(_ ids: [Int64], viewer: Viewer?) async throws -> [Post] {
    try await store.posts(ids, viewer: viewer?.account)
  }

  /// Returns the ids of the viewer's reposts, by the ids of their posts.
  public func ownReposts(of ids: [Int64], _ viewer: Viewer) async throws -> [Int64: Int64] {
    try await store.reposts(of: ids, by: viewer.account)
  }

  /// Returns a post, or a repost by its own id; `nil` if it doesn't exist or the viewer may not see it.
  public func entry(_ id: Int64, viewer: Viewer?) async throws -> TimelineEntry? {
    try await store.entry(id, viewer: viewer?.account)
  }

  /// Returns the conversation around a post, with fewer posts for strangers; `nil` if the viewer may not see
  /// the post.
  public func context(of id: Int64, viewer: Viewer?) async throws -> PostContext? {
    let limits = viewer == nil ? ConversationLimits.forStrangers : .forMembers
    return try await store.context(of: id, viewer: viewer?.account, limits).map {
      PostContext(ancestors: $0.ancestors, descendants: $0.descendants)
    }
  }

  /// Returns the text of a post as its author typed it.
  ///
  /// - Throws: `CommunityError.notFound` for a post that the viewer may not see.
  public func source(_ id: Int64, viewer: Viewer) async throws -> PostSource {
    guard let post = try await find(id, viewer: viewer) else { throw CommunityError.notFound }
    return PostSource(id: post.id, text: post.content.typed, warning: post.warning)
  }

  /// Returns all versions of a post, oldest first, the last one being the current one. Empty if the viewer
  /// may not see it.
  public func history(_ id: Int64, viewer: Viewer?) async throws -> [PostVersion] {
    guard let post = try await find(id, viewer: viewer) else { return [] }
    var edits = try await store.edits(of: id, viewer: viewer?.account).map { edit in
      PostVersion(
        content: .text(edit.text), warning: edit.warning, isSensitive: edit.isSensitive,
        createdAt: Timestamp(milliseconds: edit.createdAt), author: post.author,
        attachments: edit.attachments(of: post), pollTitles: edit.pollTitles,
        location: edit.location)
    }
    edits.append(
      PostVersion(
        content: post.content, warning: post.warning, isSensitive: post.isSensitive,
        createdAt: post.editedAt ?? post.createdAt, author: post.author,
        attachments: post.attachments, pollTitles: post.poll?.options.map(\.title),
        location: post.location))
    return edits
  }

  /// Returns the accounts that favourited a post, latest first. Empty if the viewer may not see the post.
  public func favouritedBy(_ id: Int64, viewer: Viewer?, _ cursor: Cursor) async throws -> ListPage<Profile> {
    try await store.accounts(.favourite, in: id, viewer: viewer?.account, cursor)
  }

  /// Returns the accounts that reposted a post, latest first. Empty if the viewer may not see the post.
  public func repostedBy(_ id: Int64, viewer: Viewer?, _ cursor: Cursor) async throws -> ListPage<Profile> {
    try await store.accounts(.repost, in: id, viewer: viewer?.account, cursor)
  }
}

extension EditRecord {
  fileprivate func attachments(of post: Post) -> [Post.Attachment] {
    guard let pictures else { return post.attachments }
    return pictures.compactMap { picture in
      guard var attachment = post.attachments.first(where: { $0.id == String(picture.id) }) else {
        return nil
      }
      attachment.picture.description = picture.description
      return attachment
    }
  }
}
