import Contracts
import Social
import Storage

/// Writes a timeline: new data hidden and in short transactions, then everything that others see in a single
/// one (docs/decisions/0022).
struct TimelineWriter: Sendable {
  let batch: TimelineBatch
  /// The username of the account that receives the timeline.
  let username: String
  let source: TimelinePictures
  /// The pictures from earlier imports, by the keys of their references.
  let knownPictures: [String: Int64]
  let gathered: PictureGatherer.Result
  let identifiers: Identifiers
  /// The current time in milliseconds.
  let now: Int64

  /// The state between two transactions.
  private struct State: Sendable {
    let owner: ImportOwner
    let pictures: ImportPictures
    var people: ImportPeople
    /// The account ids of the people that are written already, in the batch's order.
    var authors: [Int64] = []
    /// The indices of the batch's people, by key.
    let peoplePlaces: [String: Int]
    /// The items from earlier imports, by key.
    let known: [String: ImportedItem]
    let replies: [Int64: StoredReply]
    /// The keys of the items, in the batch's order.
    let keys: [String]
    let ids: [Int64]
    var conversations: [Int64]
    /// The indices of the items in the order of writing.
    let order: [Int]
    /// The number of posts that are written.
    var done = 0
    var changes = ImportChanges()
    var report: TimelineReport
  }

  func write(_ staging: Staging, progress: @Sendable (ImportProgress) -> Void) async throws -> TimelineReport
  {
    let owner = try await staging.read { try ImportOwner(named: username, in: $0, nextID: nextID) }
    if owner.isNew { try await staging.write { try $0.insert(profile(owner)) } }
    let pictures = try await ImportPictures(
      source: source, known: owner.isNew ? [:] : knownPictures, refused: gathered.refused
    )
    .adding(gathered.fetched, owner: owner.id, staging, nextID: nextID, isThere: gathered.isThere)
    var state = try await staging.read { try begin(owner, pictures, in: $0) }
    while state.authors.count < batch.people.count || state.done < state.order.count {
      progress(.writing(done: state.done, of: state.order.count))
      state = try await staging.write { [state] transaction in
        var (state, turn) = (state, ImportTurn())
        while state.authors.count < batch.people.count, turn.goesOn() {
          try writeNextPerson(&state, in: transaction)
        }
        while state.authors.count == batch.people.count, state.done < state.order.count, turn.goesOn() {
          try writeNextPost(&state, in: transaction)
        }
        return state
      }
    }
    progress(.writing(done: state.done, of: state.order.count))
    try await staging.complete { [state] transaction in
      try state.owner.takeName(in: transaction)
      try state.changes.carryOut(in: transaction)
    }
    state.report.missingInSource = state.known.count - state.report.posts.known
    state.report.people = state.people.count
    state.report.renamed += state.people.renamed
    return state.report
  }

  private func nextID() -> Int64 { identifiers.next(milliseconds: now) }

  private func profile(_ owner: ImportOwner) -> AccountDraft {
    AccountDraft(
      id: owner.id, username: owner.firstUsername,
      nick: batch.people.first { isOwner($0.account) }?.account.nick ?? username, isImported: false,
      createdAt: now)
  }

  private func isOwner(_ person: Account) -> Bool { person.username.lowercased() == username.lowercased() }

  private func begin(
    _ owner: ImportOwner, _ pictures: ImportPictures, in transaction: ImportTransaction
  ) throws -> State {
    let known = try transaction.items(of: owner.id).filter { $0.key.hasPrefix(ImportKeys.timeline) }
    let keys = batch.items.map { Self.key([batch.people[$0.author].key, $0.post.id]) }
    let slots = zip(batch.items, keys).map { item, key in
      IDFinder.Slot(known: known[key]?.post, createdAt: item.post.createdAt?.milliseconds)
    }
    let ids = try TimelineIDs(now: now, isTaken: { try transaction.hasPost($0) }).ids(slots)
    let people = ImportPeople(
      owner: owner.id, isOwner: isOwner, key: { Self.key([$0.nick.lowercased()]) }, pictures: pictures,
      known: try transaction.people(of: owner.id), now: now, nextID: nextID)
    var report = batch.report
    report.renamed += owner.renamed
    return State(
      owner: owner, pictures: pictures, people: people,
      peoplePlaces: Dictionary(zip(batch.people.map(\.key), batch.people.indices)) { first, _ in first },
      known: known, replies: try transaction.replies(of: owner.id), keys: keys, ids: ids, conversations: ids,
      order: batch.parentsFirst, report: report)
  }

  private func writeNextPerson(_ state: inout State, in transaction: ImportTransaction) throws {
    let person = batch.people[state.authors.count].account
    let account = try state.people.account(person, &state.changes, in: transaction)
    state.authors.append(account)
    // A member's own avatar stays.
    guard account != state.owner.id || state.owner.isNew, let avatar = person.avatar,
      state.pictures.media(avatar) != nil
    else { return }
    let reference = state.pictures.reference(avatar)
    state.changes.add { try $0.update(avatar: reference, of: account) }
  }

  private func writeNextPost(_ state: inout State, in transaction: ImportTransaction) throws {
    let index = state.order[state.done]
    state.done += 1
    let (item, id, key, owner) = (batch.items[index], state.ids[index], state.keys[index], state.owner.id)
    let reply = item.parent.map { parent in
      ImportedPost.Reply(
        id: state.ids[parent], author: state.authors[batch.items[parent].author],
        conversation: state.conversations[parent])
    }
    let draft = ImportedPost(
      id: id, author: state.authors[item.author], text: item.post.text, visibility: .everybody,
      createdAt: item.post.createdAt?.milliseconds, attachments: state.pictures.attachments(item.pictures),
      replyTo: reply)
    state.conversations[index] = reply?.conversation ?? id
    let named = PostContent.named(in: item.post.text)
    let mentions = named.mentions.compactMap { name in
      state.peoplePlaces[name.lowercased()].map { state.authors[$0] }
    }
    let imported = ImportedItem(fingerprint: Self.fingerprint(item), post: id)
    let remember: ImportChanges.Change = { transaction in
      try transaction.setEntities(of: id, mentions: mentions, tags: named.tags)
      try transaction.remember(item: key, imported, owner: owner)
    }
    guard let earlier = state.known[key] else {
      state.report.posts.added += 1
      try transaction.insert(draft)
      return try remember(transaction)
    }
    state.report.posts.known += 1
    let before = state.replies[id] ?? StoredReply(replyTo: nil, conversation: id)
    if before.replyTo != reply?.id {
      // Its replies move along, so that a whole thread is moved once.
      state.changes.add { try $0.setReply(of: id, to: reply, before: before) }
    } else if reply == nil {
      state.conversations[index] = before.conversation
    }
    guard earlier.fingerprint != imported.fingerprint else {
      return try state.pictures.fill(item.pictures, of: id, &state.changes, in: transaction)
    }
    state.report.changed += 1
    state.changes.add { later in
      try later.replaceContent(draft)
      try remember(later)
    }
  }

  private static func key(_ parts: [String]) -> String { ImportKeys.timeline + ImportKeys.digest(parts) }

  /// Returns a hash of a post without its parent.
  private static func fingerprint(_ item: TimelineBatch.Item) -> String {
    ImportKeys.digest([item.post.text, item.post.createdAt?.iso8601 ?? ""] + item.post.images)
  }
}
