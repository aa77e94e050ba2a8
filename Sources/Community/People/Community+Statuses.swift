public import Social
import Storage

extension Community {
  /// Returns a post; `nil` if it doesn't exist or the viewer may not see it.
  public func status(_ id: Int64, asker: Asker?) async throws -> Status? {
    try await store.statuses([id], asker: asker?.account).first
  }

  /// Returns posts in the order of the ids. Those that the viewer may not see are left out.
  public func statuses(_ ids: [Int64], asker: Asker?) async throws -> [Status] {
    try await store.statuses(ids, asker: asker?.account)
  }

  /// Returns a post, or a repost by its own id; `nil` if it doesn't exist or the viewer may not see it.
  public func entry(_ id: Int64, asker: Asker?) async throws -> TimelineEntry? {
    try await store.entry(id, asker: asker?.account)
  }

  /// Returns the conversation around a post, with fewer posts for strangers; `nil` if the viewer may not see the
  /// post.
  public func context(of id: Int64, asker: Asker?) async throws -> StatusContext? {
    let limits = asker == nil ? ContextLimits.forStrangers : .forMembers
    return try await store.context(of: id, asker: asker?.account, limits).map {
      StatusContext(ancestors: $0.ancestors, descendants: $0.descendants)
    }
  }

  /// Returns the text of a post as its author typed it.
  ///
  /// - Throws: `CommunityError.notFound` for a post that the viewer may not see.
  public func source(_ id: Int64, asker: Asker) async throws -> StatusSource {
    guard let status = try await status(id, asker: asker) else { throw CommunityError.notFound }
    return StatusSource(id: status.id, text: status.content.typed, warning: status.warning)
  }

  /// Returns all versions of a post, oldest first, the last one being the current one. Empty if the viewer may not
  /// see it.
  public func history(_ id: Int64, asker: Asker?) async throws -> [StatusEdit] {
    guard let status = try await status(id, asker: asker) else { return [] }
    var edits = try await store.edits(of: id, asker: asker?.account).map { edit in
      StatusEdit(
        content: .text(edit.text), warning: edit.warning, isSensitive: edit.isSensitive,
        createdAt: Timestamp(milliseconds: edit.createdAt), author: status.author,
        attachments: edit.attachments(of: status))
    }
    edits.append(
      StatusEdit(
        content: status.content, warning: status.warning, isSensitive: status.isSensitive,
        createdAt: status.editedAt ?? status.createdAt, author: status.author,
        attachments: status.attachments))
    return edits
  }

  /// Returns the accounts that favourited a post, latest first. Empty if the viewer may not see the post.
  public func favouritedBy(_ id: Int64, asker: Asker?, _ cursor: Cursor) async throws -> Slice<Profile> {
    try await store.accounts(.favourite, in: id, asker: asker?.account, cursor)
  }

  /// Returns the accounts that reposted a post, latest first. Empty if the viewer may not see the post.
  public func repostedBy(_ id: Int64, asker: Asker?, _ cursor: Cursor) async throws -> Slice<Profile> {
    try await store.accounts(.repost, in: id, asker: asker?.account, cursor)
  }
}

extension EditRecord {
  fileprivate func attachments(of status: Status) -> [Status.Attachment] {
    guard let pictures else { return status.attachments }
    return pictures.compactMap { picture in
      guard var attachment = status.attachments.first(where: { $0.id == String(picture.id) }) else { return nil }
      attachment.picture.description = picture.description
      return attachment
    }
  }
}
