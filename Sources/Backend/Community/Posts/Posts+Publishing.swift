public import Social
import Storage

extension Community.Posts {
  /// Publishes a post. Notifies the accounts that it mentions or reminds, the author that it replies to, and
  /// those who asked for notifications about its author.
  ///
  /// - Parameter idempotencyKey: at most 200 characters. A second call with the same key within 30 days
  ///   returns the first post.
  /// - Throws: `CommunityError.invalid` for a blank or too long text, for a too long location, for more than ten
  ///   reminded people, and for a picture that isn't ready or belongs to another member or post.
  ///   `CommunityError.notFound` if the viewer may not see the parent.
  public func publish(_ draft: PostDraft, viewer: Viewer, idempotencyKey: String?) async throws -> Post {
    let pictures = try ChosenPictures(draft.pictures ?? PictureChoice(ids: nil))
    let now = clock().milliseconds
    let poll = try draft.poll.map { poll throws(CommunityError) in try PollRules.record(poll, now: now) }
    guard poll == nil || pictures.ids?.isEmpty != false else { throw PollRules.withPictures }
    let reminded = try ReminderRules.checked(draft.reminded)
    guard reminded.isEmpty || draft.replyTo == nil else { throw ReminderRules.inReply }
    let publishing = Publishing(
      draft: draft,
      content: try PostContent(
        text: draft.text, warning: draft.warning, hasPictures: !(pictures.ids ?? []).isEmpty),
      pictures: pictures, poll: poll, location: try PostContent.location(draft.location), reminded: reminded,
      viewer: viewer,
      key: try IdempotencyKey.checked(idempotencyKey),
      now: now,
      identifiers: identifiers, linkPreviews: linkPreviewQueue.settings)
    let (id, isNew) = try await store.write { try publishing.run($0) }
    if publishing.content.link(publishing.linkPreviews) != nil { linkPreviewQueue.wake() }
    // The author has no interactions with a new post. The conversation of a reply may be muted.
    guard isNew, draft.replyTo == nil else { return try await seen(id, viewer) }
    guard let post = try await store.newPost(id, author: viewer.account) else {
      throw CommunityError.notFound
    }
    return post
  }

  /// Refuses mentions of people outside the audience in a post for circles: they would see it by the mention.
  ///
  /// - Parameter answered: the parent's author, who sees each reply.
  static func checkMentions(
    _ mentions: [Int64], in post: Int64, _ visibility: Visibility, to answered: Int64?,
    _ transaction: WriteTransaction
  ) throws {
    guard visibility == .circles, !mentions.isEmpty else { return }
    guard try transaction.accounts(mentions.filter { $0 != answered }, whoDoNotSee: post).isEmpty else {
      throw CommunityError.invalid(
        "Validation failed: The post is for some people, and mentions somebody who doesn't see it",
        .mentionOutside)
    }
  }

  /// Returns a post that was just written, in its current state.
  ///
  /// - Throws: `CommunityError.notFound` if it was deleted meanwhile.
  func seen(_ id: Int64, _ viewer: Viewer) async throws -> Post {
    guard let post = try await find(id, viewer: viewer) else { throw CommunityError.notFound }
    return post
  }
}

/// Publishes one post within a transaction.
private struct Publishing: Sendable {
  let draft: PostDraft
  let content: PostContent
  let pictures: ChosenPictures
  let poll: PollRecord?
  let location: String?
  /// The accounts to remind, each once.
  let reminded: [Int64]
  let viewer: Viewer
  let key: String?
  /// The time of the post, in milliseconds.
  let now: Int64
  let identifiers: Identifiers
  let linkPreviews: LinkPreviewSettings?

  /// - Returns: the id of the post; false if the key has published it before.
  func run(_ transaction: WriteTransaction) throws -> (id: Int64, isNew: Bool) {
    let facts = try transaction.publishingFacts(
      of: viewer.account, idempotencyKey: key, since: now - IdempotencyKey.lifetime)
    guard let settings = facts else { throw CommunityError.notFound }
    if let known = settings.known { return (known, false) }
    let replyTo = try draft.replyTo.map { try answered($0, transaction) }
    let wanted = (draft.visibility ?? settings.visibility).narrower(draft.widest)
    let circles = try draft.circles.map { try audience($0, wanted, transaction) }
    let visibility = circles == nil ? replyTo.map { wanted.narrower($0.visibility) } ?? wanted : .circles
    guard visibility != .circles || circles != nil || replyTo?.visibility == .circles else {
      throw CommunityError.invalid("Validation failed: Circles can't be blank")
    }
    if let poll { try PollRules.check(poll, in: visibility) }
    let post = MemberPostDraft(
      id: identifiers.next(milliseconds: now, above: settings.newestPost), author: viewer.account,
      text: content.text, warning: content.warning,
      isSensitive: draft.isSensitive ?? settings.isSensitive || content.isWarned, visibility: visibility,
      language: draft.language ?? settings.language, client: viewer.client, createdAt: now, replyTo: replyTo,
      // A reply to a comment is a comment, too.
      isComment: replyTo.map { draft.isComment || $0.isComment } ?? false, location: location)
    let attached = try pictures.resolved(has: [], viewer: viewer.account, transaction)
    try transaction.insert(post)
    if let circles { try transaction.setAudience(of: post, to: circles) }
    if let poll { try transaction.setPoll(of: post.id, to: poll) }
    if !attached.isEmpty { try transaction.setPictures(of: post.id, attached) }
    if attached.isEmpty, !visibility.isForFew, let link = content.link(linkPreviews) {
      _ = try transaction.setLink(of: post.id, to: link, id: identifiers.next(milliseconds: now))
    }
    try addMentionsAndNotify(of: post, hasListeners: settings.hasListeners, transaction)
    if let key { try transaction.remember(idempotencyKey: key, of: viewer.account, post: post.id, at: now) }
    return (post.id, true)
  }

  /// Returns the parent of a reply. For a repost, that is the reposted post.
  private func answered(_ id: Int64, _ transaction: WriteTransaction) throws -> PostFacts {
    guard let post = try transaction.post(id, viewer: viewer.account) else { throw CommunityError.notFound }
    guard let repeated = post.repostOf else { return post }
    return try answered(repeated, transaction)
  }

  /// Returns the audience by circles, which must be the author's own. Exceptions are taken from members at
  /// most.
  private func audience(
    _ choice: CircleChoice, _ wanted: Visibility, _ transaction: WriteTransaction
  ) throws -> CircleAudience {
    guard draft.replyTo == nil else {
      throw CommunityError.invalid("Validation failed: A reply has the audience of its post")
    }
    guard wanted != .direct else {
      throw CommunityError.invalid("Validation failed: Visibility is not allowed")
    }
    let all = Set(choice.circles + choice.excepted).sorted()
    guard try transaction.hasCircles(all, owner: viewer.account) else { throw CommunityError.notFound }
    guard choice.circles.isEmpty else {
      return CircleAudience(
        circles: choice.circles, excepted: choice.excepted.filter { !choice.circles.contains($0) },
        base: .circles)
    }
    let base = wanted == .circles ? .members : wanted.narrower(.members)
    return CircleAudience(circles: [], excepted: choice.excepted, base: base)
  }

  private func addMentionsAndNotify(
    of post: MemberPostDraft, hasListeners: Bool, _ transaction: WriteTransaction
  ) throws {
    var mentions = try transaction.accounts(named: content.mentions, by: viewer.account)
    try Community.Posts.checkMentions(
      mentions, in: post.id, post.visibility, to: post.replyTo?.author, transaction)
    var notified = Set(mentions)
    if let author = post.replyTo?.author {
      notified.insert(author)
      // Without the mention, the author would be notified of a post that they may not see.
      if post.visibility.isForFew, author != viewer.account { mentions.append(author) }
    }
    try transaction.addEntities(of: post.id, mentions: mentions, tags: content.tags)
    // The mentions are there, so those who see the post because of them can be reminded, too.
    notified.formUnion(try transaction.remind(reminded, of: post.id, by: viewer.account))
    for account in notified.sorted() { try notify(account, .mention, post, transaction) }
    guard hasListeners, post.replyTo == nil || post.replyTo?.author == viewer.account,
      post.visibility != .direct
    else {
      return
    }
    var listeners = try transaction.listeners(of: viewer.account).filter { !notified.contains($0) }
    if post.visibility == .circles {
      let others = Set(try transaction.accounts(listeners, whoDoNotSee: post.id))
      listeners.removeAll { others.contains($0) }
    }
    for account in listeners { try notify(account, .post, post, transaction) }
  }

  private func notify(
    _ account: Int64, _ kind: Notification.Kind, _ post: MemberPostDraft, _ transaction: WriteTransaction
  ) throws {
    try transaction.notify(
      NotificationDraft(
        id: identifiers.next(milliseconds: now), account: account, kind: kind, actor: viewer.account,
        post: post.id),
      now: now)
  }
}
