import Social
import Storage

/// Writes a batch: new data hidden and in short transactions, then everything that others see in a single one
/// (docs/decisions/0022).
struct ImportWriter: Sendable {
  let batch: ImportBatch
  let username: String
  let keys: ImportKeys
  /// The pictures from earlier imports, by the keys of their references.
  let knownPictures: [String: Int64]
  let gathered: PictureGatherer.Result
  let identifiers: Identifiers
  /// The current time in milliseconds.
  let now: Int64
  /// The milliseconds that are added to every date.
  let dateShift: Int64

  /// The state between two transactions.
  private struct State: Sendable {
    let owner: ImportOwner
    var pictures: ImportPictures
    var people: ImportPeople
    /// The items from earlier imports, by key.
    let known: [String: ImportedItem]
    let places: [ImportSlots.Place]
    let ids: [Int64]
    /// The number of posts that are written.
    var done = 0
    var changes = ImportChanges()
    var report: ImportReport
  }

  func write(_ staging: Staging, progress: @Sendable (ImportProgress) -> Void) async throws -> ImportReport {
    let owner = try await staging.read { try ImportOwner(named: username, in: $0, nextID: nextID) }
    if owner.isNew { try await staging.write { try $0.insert(profile(owner, nil)) } }
    let pictures = try await ImportPictures(
      source: keys.source, known: owner.isNew ? [:] : knownPictures, refused: gathered.refused
    )
    .adding(gathered.fetched, owner: owner.id, staging, nextID: nextID, isThere: gathered.isThere)
    var state = try await staging.read { try begin(owner, pictures, in: $0) }
    while state.done < state.places.count {
      progress(.writing(done: state.done, of: state.places.count))
      state = try await staging.write { [state] transaction in
        var (state, turn) = (state, ImportTurn())
        while state.done < state.places.count, turn.goesOn() { try writeNext(&state, in: transaction) }
        return state
      }
    }
    progress(.writing(done: state.done, of: state.places.count))
    try await staging.complete { [state] transaction in
      try state.owner.takeName(in: transaction)
      try transaction.update(profile: profile(state.owner, state.pictures))
      try state.changes.carryOut(in: transaction)
    }
    state.report.missingInSource = state.known.count - state.report.posts.known
    state.report.people = state.people.count
    state.report.renamed += state.people.renamed
    return state.report
  }

  private func nextID() -> Int64 { identifiers.next(milliseconds: now) }

  private func profile(_ owner: ImportOwner, _ pictures: ImportPictures?) -> AccountDraft {
    AccountDraft(
      id: owner.id, username: owner.firstUsername, nick: CleanText.name(batch.profile.nick, or: username),
      avatar: batch.profile.avatar.flatMap { pictures?.reference($0) },
      cover: batch.profile.cover.flatMap { pictures?.reference($0) }, isImported: false, createdAt: now)
  }

  private func begin(
    _ owner: ImportOwner, _ pictures: ImportPictures, in transaction: ImportTransaction
  ) throws -> State {
    let known = try transaction.items(of: owner.id).filter { !$0.key.hasPrefix(ImportKeys.timeline) }
    let places = try ImportSlots(batch.items, keys, known, dateShift)
    let people = ImportPeople(
      owner: owner.id, isOwner: { keys.isOwner($0, profile: batch.profile, username: username) },
      key: { keys.person($0) }, formerKey: { keys.former.person($0) }, pictures: pictures,
      known: try transaction.people(of: owner.id), now: now, nextID: nextID)
    var report = batch.report
    report.renamed += owner.renamed
    return State(
      owner: owner, pictures: pictures, people: people, known: known, places: places.list,
      ids: try places.ids(now: now, isTaken: { try transaction.hasPost($0) }), report: report)
  }

  private func writeNext(_ state: inout State, in transaction: ImportTransaction) throws {
    let (place, id) = (state.places[state.done], state.ids[state.done])
    state.done += 1
    let post = place.item.post
    let earlier = state.known[place.key]
    let draft = ImportedPost(
      id: id, author: try state.people.account(post.sender, &state.changes, in: transaction),
      text: CleanText.text(post.text),
      visibility: .everybody, createdAt: post.createdAt?.advanced(byMilliseconds: dateShift).milliseconds,
      attachments: state.pictures.attachments(post.pictures),
      warning: CleanText.text(post.warning, keepsLines: false),
      isSensitive: post.isSensitive,
      location: post.location.flatMap { PostLocation.cleaned($0.withoutNull.cut(to: PostLocation.maxLength)) }
    )
    let item = ImportedItem(fingerprint: place.fingerprint, post: id)
    let (key, owner) = (place.key, state.owner.id)
    if earlier == nil {
      state.report.posts.added += 1
      try transaction.insert(draft)
      try transaction.remember(item: key, item, owner: owner)
    } else {
      state.report.posts.known += 1
      if earlier?.fingerprint == place.fingerprint {
        try state.pictures.fill(post.pictures, of: id, &state.changes, in: transaction)
      } else {
        // The post was edited at the source.
        state.changes.add { later in
          try later.replaceContent(draft)
          try later.remember(item: key, item, owner: owner)
        }
      }
    }
    let reactions = ImportReactions(transaction: transaction, post: id, isKnown: earlier != nil, now: now)
    try reactions.write(
      comments: post.comments.map { shifted($0) }, &state.people, &state.changes,
      count: &state.report.comments)
    try reactions.write(likes: post.likes, &state.people, &state.changes, count: &state.report.likes)
  }

  private func shifted(_ comment: Comment) -> Comment {
    var comment = comment
    comment.createdAt = comment.createdAt?.advanced(byMilliseconds: dateShift)
    return comment
  }
}
