import Contracts
import Social
import Storage

/// Writes a timeline inside one transaction.
struct TimelineWriter: Sendable {
  let batch: TimelineBatch
  /// Of the account that the timeline is for.
  let username: String
  let source: TimelinePictures
  /// By the keys of their references; from earlier imports.
  let knownPictures: [String: Int64]
  let gathered: PictureGatherer.Result
  let identifiers: Identifiers
  /// Milliseconds.
  let now: Int64

  func write(to transaction: ImportTransaction) throws -> TimelineReport {
    var report = batch.report
    let nextID = { identifiers.next(milliseconds: now) }
    let existing = try transaction.owner(named: username, &report.renamed)
    var pictures = ImportPictures(source: source, known: existing == nil ? [:] : knownPictures)
    let owner = existing ?? nextID()
    if existing == nil { try transaction.insert(profile(id: owner)) }
    try pictures.add(gathered.fetched, owner: owner, to: transaction, nextID: nextID)
    let authors = try writePeople(to: transaction, owner, isNew: existing == nil, pictures, &report, nextID)
    try writePosts(to: transaction, owner, authors, pictures, &report)
    return report
  }

  private func profile(id: Int64) -> AccountDraft {
    AccountDraft(
      id: id, username: username, nick: batch.people.first { isOwner($0.account) }?.account.nick ?? username,
      isImported: false, createdAt: now)
  }

  private func isOwner(_ person: Account) -> Bool { person.username.lowercased() == username.lowercased() }

  /// The accounts of the batch's people, in their order.
  private func writePeople(
    to transaction: ImportTransaction, _ owner: Int64, isNew: Bool, _ pictures: ImportPictures,
    _ report: inout TimelineReport, _ nextID: @escaping () -> Int64
  ) throws -> [Int64] {
    var people = try ImportPeople(
      transaction: transaction, owner: owner, isOwner: isOwner, key: { Self.key([$0.nick.lowercased()]) },
      pictures: pictures, now: now, nextID: nextID)
    var accounts: [Int64] = []
    for person in batch.people {
      let account = try people.account(person.account)
      accounts.append(account)
      // A member's own avatar stays.
      guard account != owner || isNew, let avatar = person.account.avatar, pictures.media(avatar) != nil else {
        continue
      }
      try transaction.update(avatar: pictures.reference(avatar), of: account)
    }
    report.people = people.count
    report.renamed += people.renamed
    return accounts
  }

  private func writePosts(
    to transaction: ImportTransaction, _ owner: Int64, _ authors: [Int64], _ pictures: ImportPictures,
    _ report: inout TimelineReport
  ) throws {
    let known = try transaction.items(of: owner).filter { $0.key.hasPrefix(ImportKeys.timeline) }
    let replies = try transaction.replies(of: owner)
    let keys = batch.items.map { Self.key([batch.people[$0.author].key, $0.post.id]) }
    let slots = zip(batch.items, keys).map { item, key in
      PlaceFinder.Slot(known: known[key]?.post, createdAt: item.post.createdAt?.milliseconds)
    }
    let ids = try TimelinePlaces(now: now, isTaken: { try transaction.hasPost($0) }).ids(slots)
    let accounts = Dictionary(zip(batch.people.map(\.key), authors)) { first, _ in first }
    var conversations = ids
    for index in batch.parentsFirst {
      let (item, id, earlier) = (batch.items[index], ids[index], known[keys[index]])
      let reply = item.parent.map { parent in
        PostDraft.Reply(
          id: ids[parent], author: authors[batch.items[parent].author], conversation: conversations[parent])
      }
      let draft = PostDraft(
        id: id, author: authors[item.author], text: item.post.text, visibility: .everybody,
        createdAt: item.post.createdAt?.milliseconds, attachments: pictures.attachments(item.pictures), replyTo: reply)
      conversations[index] = reply?.conversation ?? id
      let fingerprint = Self.fingerprint(item)
      if let earlier {
        report.posts.known += 1
        let before = replies[id] ?? StoredReply(replyTo: nil, conversation: id)
        if before.replyTo != reply?.id {
          // What answers it moves along, so that a whole thread is moved once.
          try transaction.setReply(of: id, to: reply, before: before)
        } else if reply == nil {
          conversations[index] = before.conversation
        }
        guard earlier.fingerprint != fingerprint else {
          try pictures.fill(item.pictures, of: id, in: transaction)
          continue
        }
        report.changed += 1
        try transaction.replaceContent(draft)
      } else {
        report.posts.added += 1
        try transaction.insert(draft)
      }
      let named = PostContent.named(in: item.post.text)
      let mentions = named.mentions.compactMap { accounts[$0.lowercased()] }
      try transaction.setEntities(of: id, mentions: mentions, tags: named.tags)
      try transaction.remember(item: keys[index], ImportedItem(fingerprint: fingerprint, post: id), owner: owner)
    }
    report.missingInSource = known.count - report.posts.known
  }

  private static func key(_ parts: [String]) -> String { ImportKeys.timeline + ImportKeys.digest(parts) }

  /// Over all that a post is made of, but what it replies to.
  private static func fingerprint(_ item: TimelineBatch.Item) -> String {
    ImportKeys.digest([item.post.text, item.post.createdAt?.iso8601 ?? ""] + item.post.images)
  }
}
