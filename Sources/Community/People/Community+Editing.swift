public import Social
import Storage

extension Community {
  /// Gives a post of the asker's another text or other pictures, and keeps the version before. Who is newly named is told, and who
  /// reposted it. What is nil stays as it is when this is carried out.
  ///
  /// - Throws: `CommunityError.notFound`, also for somebody else's post; `CommunityError.invalid`.
  public func edit(_ id: Int64, _ wanted: StatusChange, asker: Asker) async throws -> Status {
    let now = clock().milliseconds
    let identifiers = identifiers
    let cards = cardWork.settings
    let chosen = try ChosenPictures(wanted.pictures ?? PictureChoice(ids: nil))
    let unused = try await store.acting { people -> [String] in
      let post = try Self.own(id, asker, people)
      guard post.repostOf == nil, let old = try people.content(of: id) else { throw CommunityError.notFound }
      let present = try people.pictures(of: id)
      let pictures = try chosen.resolved(has: present, asker: asker.account, people)
      let content = try PostContent(
        text: wanted.text ?? old.text, warning: wanted.warning ?? old.warning, hasPictures: !pictures.isEmpty)
      let change = PostChange(
        text: content.text, warning: content.warning,
        isSensitive: wanted.isSensitive ?? old.isSensitive || content.isWarned,
        language: wanted.language ?? old.language)
      guard change != old || pictures != present else { return [] }
      try people.replace(id, with: present, by: change, version: identifiers.next(milliseconds: now), now: now)
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
      let link = pictures.isEmpty && !post.isForFew ? content.link(cards) : nil
      let gone = try people.setLink(of: id, to: link, id: identifiers.next(milliseconds: now))
      guard pictures != present else { return try people.removeUnused(gone) }
      try people.setPictures(of: id, pictures)
      let removed = present.filter { picture in !pictures.contains { $0.media == picture.media } }
      return try people.removeUnused(removed.flatMap(\.files) + gone)
    }
    discard(unused)
    cardWork.wake()
    return try await seen(id, asker)
  }

  /// Deletes a post of the asker's, or takes a repost back by its own id. Replies stay; its pictures go with it.
  ///
  /// - Parameter keepsPictures: they become uploads again, for a day, so that the post can be written anew.
  /// - Returns: the post as it was, of a repost what it repeated.
  /// - Throws: `CommunityError.notFound`, also for somebody else's post.
  public func delete(_ id: Int64, keepsPictures: Bool = false, asker: Asker) async throws -> Status {
    guard let entry = try await entry(id, asker: asker) else { throw CommunityError.notFound }
    let (now, identifiers) = (clock().milliseconds, identifiers)
    let unused = try await store.acting { people -> [String] in
      let post = try Self.own(id, asker, people)
      let pictures = post.repostOf == nil ? try people.pictures(of: id) : []
      if let repeated = post.repostOf { try people.forget(.repost, by: asker.account, of: repeated) }
      let card = try people.link(of: id)
      try people.delete(post)
      let cardPictures = try card.map { try people.removeUnused(card: $0) } ?? []
      if keepsPictures {
        for picture in pictures {
          // The id of an imported one follows from the post's: it is too large to be one of ours.
          let ours = picture.id >> 4 == id ? identifiers.next(milliseconds: now) : picture.id
          try people.keep(picture, as: ours, of: asker.account, now: now)
        }
      }
      return try people.removeUnused(pictures.flatMap(\.files) + cardPictures)
    }
    discard(unused)
    return entry.status
  }

  private static func own(_ id: Int64, _ asker: Asker, _ people: PeopleTransaction) throws -> PostFacts {
    guard let post = try people.post(id, asker: asker.account), post.author == asker.account else {
      throw CommunityError.notFound
    }
    return post
  }
}

extension AttachedPicture {
  /// Ids of media.
  var files: [Int64] { [media, thumbnail].compactMap(\.self) }
}

extension PostFacts {
  /// Not everybody may see it.
  var isForFew: Bool { visibility == .followers || visibility == .direct }
}
