public import Social
import Storage

extension Community {
  /// Gives a post of the asker's another text, and keeps the version before. Who is newly named is told, and who
  /// reposted it. What is nil stays as it is when this is carried out.
  ///
  /// - Throws: `CommunityError.notFound`, also for somebody else's post; `CommunityError.invalid`.
  public func edit(
    _ id: Int64, text: String?, warning: String?, isSensitive: Bool?, language: String?, asker: Asker
  ) async throws -> Status {
    let now = clock().milliseconds
    let identifiers = identifiers
    try await store.acting { people in
      let post = try Self.own(id, asker, people)
      guard post.repostOf == nil, let old = try people.content(of: id) else { throw CommunityError.notFound }
      let content = try PostContent(text: text ?? old.text, warning: warning ?? old.warning)
      let change = PostChange(
        text: content.text, warning: content.warning,
        isSensitive: isSensitive ?? old.isSensitive || !content.warning.isEmpty, language: language ?? old.language)
      guard change != old else { return }
      try people.replace(id, by: change, version: identifiers.next(milliseconds: now), now: now)
      let before = try people.mentions(of: id)
      let mentions = try people.accounts(named: content.mentions, by: asker.account)
      // Who could read a post because it named them keeps that.
      try people.setEntities(
        of: id, mentions: post.isForFew ? mentions + before : mentions, tags: content.tags)
      let named = mentions.filter { !before.contains($0) }.map { (account: $0, kind: Notification.Kind.mention) }
      let reposters = try people.reposters(of: id).map { (account: $0, kind: Notification.Kind.update) }
      try people.forget(.update, by: asker.account, of: id)
      for (account, kind) in named + reposters {
        try people.notify(
          NotificationDraft(
            id: identifiers.next(milliseconds: now), account: account, kind: kind, actor: asker.account, post: id),
          now: now)
      }
    }
    return try await seen(id, asker)
  }

  /// Deletes a post of the asker's, or takes a repost back by its own id. Replies stay.
  ///
  /// - Returns: the post as it was, of a repost what it repeated.
  /// - Throws: `CommunityError.notFound`, also for somebody else's post.
  public func delete(_ id: Int64, asker: Asker) async throws -> Status {
    guard let entry = try await entry(id, asker: asker) else { throw CommunityError.notFound }
    try await store.acting { people in
      let post = try Self.own(id, asker, people)
      if let repeated = post.repostOf { try people.forget(.repost, by: asker.account, of: repeated) }
      try people.delete(post)
    }
    return entry.status
  }

  private static func own(_ id: Int64, _ asker: Asker, _ people: PeopleTransaction) throws -> PostFacts {
    guard let post = try people.post(id, asker: asker.account), post.author == asker.account else {
      throw CommunityError.notFound
    }
    return post
  }
}

extension PostFacts {
  /// Not everybody may see it.
  var isForFew: Bool { visibility == .followers || visibility == .direct }
}
