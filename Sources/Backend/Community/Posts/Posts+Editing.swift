public import Social
import Storage

extension Community.Posts {
  /// Changes the text or pictures of one of the viewer's posts, and keeps the previous version. Notifies
  /// newly mentioned accounts, further reminded people, and those that reposted the post. Fields that are
  /// `nil` keep their current value.
  ///
  /// Other options of a poll, or another number of choices, remove its votes.
  ///
  /// A narrower audience makes no version. All replies below get at most the same audience.
  ///
  /// - Throws: `CommunityError.notFound`, also for another author's post; `CommunityError.invalid`, also for
  ///   a wider audience.
  public func edit(_ id: Int64, _ wanted: PostChange, viewer: Viewer) async throws -> Post {
    let now = clock().milliseconds
    let identifiers = identifiers
    let linkPreviews = linkPreviewQueue.settings
    let chosen = try ChosenPictures(wanted.pictures ?? PictureChoice(ids: nil))
    let location = try PostContent.location(wanted.location)
    let newPoll = try wanted.poll.map { poll throws(CommunityError) in try PollRules.record(poll, now: now) }
    let (unused, hasLink) = try await store.write { transaction -> ([String], Bool) in
      var post = try Self.own(id, viewer, transaction)
      guard post.repostOf == nil, let old = try transaction.content(of: id) else {
        throw CommunityError.notFound
      }
      var gone: [Int64] = []
      if let audience = wanted.visibility, audience != post.visibility {
        gone = try Self.narrow(&post, to: audience, transaction)
      }
      for account in try Self.remind(wanted.reminded, of: post, transaction) {
        try transaction.notify(
          NotificationDraft(
            id: identifiers.next(milliseconds: now), account: account, kind: .mention, actor: viewer.account,
            post: id),
          now: now)
      }
      let present = try transaction.pictures(of: id)
      let pictures = try chosen.resolved(has: present, viewer: viewer.account, transaction)
      let content = try PostContent(
        text: wanted.text ?? old.text, warning: wanted.warning ?? old.warning, hasPictures: !pictures.isEmpty)
      let change = PostEdit(
        text: content.text, warning: content.warning,
        isSensitive: wanted.isSensitive ?? old.isSensitive || content.isWarned,
        language: wanted.language ?? old.language,
        location: wanted.location == nil ? old.location : location)
      let poll = try transaction.poll(of: id)
      let wantedPoll = try newPoll.map {
        try Self.poll($0, showsVoters: wanted.poll?.showsVoters, in: post, replacing: poll, transaction)
      }
      guard pictures.isEmpty || (wantedPoll ?? poll) == nil else { throw PollRules.withPictures }
      guard change != old || pictures != present || (wantedPoll ?? poll) != poll else {
        return (try transaction.removeUnused(gone), false)
      }
      try transaction.replace(
        id, with: present, by: change, version: identifiers.next(milliseconds: now), now: now)
      if let wantedPoll { try Self.replace(poll, of: id, by: wantedPoll, transaction) }
      let before = try transaction.mentions(of: id)
      let mentions = try transaction.accounts(named: content.mentions, by: viewer.account)
      let added = mentions.filter { !before.contains($0) }
      try Self.checkMentions(added, in: id, post.visibility, to: nil, transaction)
      // Accounts that could see the post because it mentioned them still can.
      try transaction.setEntities(
        of: id, mentions: post.visibility.isForFew ? mentions + before : mentions, tags: content.tags)
      let named = added.map { (account: $0, kind: Notification.Kind.mention) }
      let reposters = try transaction.reposters(of: id).map { (account: $0, kind: Notification.Kind.update) }
      try transaction.forget(.update, by: viewer.account, of: id)
      for (account, kind) in named + reposters {
        try transaction.notify(
          NotificationDraft(
            id: identifiers.next(milliseconds: now), account: account, kind: kind, actor: viewer.account,
            post: id),
          now: now)
      }
      let link = pictures.isEmpty && !post.visibility.isForFew ? content.link(linkPreviews) : nil
      gone += try transaction.setLink(of: id, to: link, id: identifiers.next(milliseconds: now))
      guard pictures != present else { return (try transaction.removeUnused(gone), link != nil) }
      try transaction.setPictures(of: id, pictures)
      let removed = present.filter { picture in !pictures.contains { $0.media == picture.media } }
      return (try transaction.removeUnused(removed.flatMap(\.files) + gone), link != nil)
    }
    unusedPictures.discard(unused)
    if hasLink { linkPreviewQueue.wake() }
    return try await seen(id, viewer)
  }

  /// Deletes one of the viewer's posts, or a repost by its own id. Replies stay; the pictures are deleted.
  ///
  /// - Parameter keepsPictures: turns the pictures into uploads for a day, so that the post can be rewritten.
  /// - Returns: The post before the deletion; for a repost, the reposted post.
  /// - Throws: `CommunityError.notFound`, also for another author's post.
  public func delete(_ id: Int64, keepsPictures: Bool = false, viewer: Viewer) async throws -> Post {
    guard let entry = try await entry(id, viewer: viewer) else { throw CommunityError.notFound }
    let (now, identifiers) = (clock().milliseconds, identifiers)
    let unused = try await store.write { transaction -> [String] in
      let post = try Self.own(id, viewer, transaction)
      return try Self.remove(post, transaction) { pictures in
        guard keepsPictures else { return }
        for picture in pictures {
          // An imported picture's id derives from its post's id. It is too large to be an upload's id.
          let ours = picture.id >> 4 == id ? identifiers.next(milliseconds: now) : picture.id
          try transaction.keep(picture, as: ours, of: viewer.account, now: now)
        }
      }
    }
    unusedPictures.discard(unused)
    return entry.post
  }

  /// Returns the new poll with the choice that voters show, or don't. It can't change after the first vote.
  private static func poll(
    _ wanted: PollRecord, showsVoters: Bool?, in post: PostFacts, replacing present: PollRecord?,
    _ transaction: WriteTransaction
  ) throws -> PollRecord {
    var poll = wanted
    poll.showsVoters = showsVoters ?? present?.showsVoters ?? false
    guard poll.showsVoters != present?.showsVoters ?? false else { return poll }
    guard try !transaction.hasVotes(post.id) else { throw PollRules.votersAreFixed }
    try PollRules.check(poll, in: post.visibility)
    return poll
  }

  private static func replace(
    _ present: PollRecord?, of post: Int64, by poll: PollRecord, _ transaction: WriteTransaction
  ) throws {
    if let present, present.titles != poll.titles || present.isMultiple != poll.isMultiple {
      try transaction.deleteVotes(of: post)
    }
    try transaction.setPoll(of: post, to: poll)
    try transaction.forgetPollEnd(of: post)
  }

  /// Reminds further people of a post.
  ///
  /// - Returns: the people who weren't reminded before, and may see the post.
  private static func remind(
    _ accounts: [Int64], of post: PostFacts, _ transaction: WriteTransaction
  ) throws -> [Int64] {
    guard !accounts.isEmpty else { return [] }
    guard post.conversation == post.id else { throw ReminderRules.inReply }
    let accounts = try ReminderRules.checked(accounts, known: transaction.reminded(of: post.id))
    return try transaction.remind(accounts, of: post.id, by: post.author)
  }

  /// - Returns: the ids of the pictures that may be unused now.
  private static func narrow(
    _ post: inout PostFacts, to audience: Visibility, _ transaction: WriteTransaction
  ) throws -> [Int64] {
    guard audience != .circles, audience.isNarrower(than: post.visibility) else {
      throw CommunityError.invalid("Validation failed: Visibility can only be narrowed")
    }
    let narrowed = try transaction.narrow(post.id, to: audience)
    post.visibility = audience
    // The preview of a link that is for few isn't shown.
    return audience.isForFew ? try narrowed.flatMap { try transaction.setLink(of: $0, to: nil, id: 0) } : []
  }

  /// Removes a post with all that belongs to it.
  ///
  /// - Parameter keep: stores pictures that are still needed.
  /// - Returns: The names of files that nothing needs any more.
  static func remove(
    _ post: PostFacts, _ transaction: WriteTransaction, keep: ([AttachedPicture]) throws -> Void = { _ in }
  ) throws -> [String] {
    let pictures = post.repostOf == nil ? try transaction.pictures(of: post.id) : []
    if let repeated = post.repostOf { try transaction.forget(.repost, by: post.author, of: repeated) }
    let card = try transaction.link(of: post.id)
    try transaction.delete(post)
    let linkPreviewPictures = try card.map { try transaction.removeUnused(card: $0) } ?? []
    try keep(pictures)
    return try transaction.removeUnused(pictures.flatMap(\.files) + linkPreviewPictures)
  }

  private static func own(_ id: Int64, _ viewer: Viewer, _ transaction: WriteTransaction) throws -> PostFacts
  {
    guard let post = try transaction.post(id, viewer: viewer.account), post.author == viewer.account else {
      throw CommunityError.notFound
    }
    return post
  }
}

extension AttachedPicture {
  /// The ids of media.
  var files: [Int64] { [media, thumbnail].compactMap(\.self) }
}

extension Visibility {
  /// True if the post is for chosen people, not for everyone or all members.
  var isForFew: Bool { isNarrower(than: .members) }
}
