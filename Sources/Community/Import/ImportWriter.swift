import Social
import Storage

/// Writes a batch inside one transaction.
struct ImportWriter: Sendable {
  let batch: ImportBatch
  let username: String
  let keys: ImportKeys
  /// By the keys of their references; from earlier imports.
  let knownPictures: [String: Int64]
  let gathered: PictureGatherer.Result
  let identifiers: Identifiers
  /// Milliseconds.
  let now: Int64
  /// Added to every date, in milliseconds.
  let dateShift: Int64

  func write(to transaction: ImportTransaction) throws -> ImportReport {
    var report = batch.report
    let nextID = { identifiers.next(milliseconds: now) }
    let existing = try transaction.owner(named: username, &report.renamed)
    var pictures = ImportPictures(source: keys.source, known: existing == nil ? [:] : knownPictures)
    let owner = existing ?? nextID()
    if existing == nil { try transaction.insert(profile(id: owner, pictures)) }
    try pictures.add(gathered.fetched, owner: owner, to: transaction, nextID: nextID)
    try transaction.update(profile: profile(id: owner, pictures))
    var people = try ImportPeople(
      transaction: transaction, owner: owner,
      isOwner: { keys.isOwner($0, profile: batch.profile, username: username) }, key: { keys.person($0) },
      formerKey: { keys.former.person($0) }, pictures: pictures, now: now, nextID: nextID)
    try writePosts(to: transaction, owner: owner, pictures: pictures, people: &people, &report)
    report.people = people.count
    report.renamed += people.renamed
    return report
  }

  private func profile(id: Int64, _ pictures: ImportPictures) -> AccountDraft {
    AccountDraft(
      id: id, username: username, nick: batch.profile.nick,
      avatar: batch.profile.avatar.map { pictures.reference($0) },
      cover: batch.profile.cover.map { pictures.reference($0) }, isImported: false, createdAt: now)
  }

  private func writePosts(
    to transaction: ImportTransaction, owner: Int64, pictures: ImportPictures, people: inout ImportPeople,
    _ report: inout ImportReport
  ) throws {
    let known = try transaction.items(of: owner).filter { !$0.key.hasPrefix(ImportKeys.timeline) }
    let places = try ImportPlaces(batch.items, keys, known, dateShift)
    let ids = try places.ids(now: now, isTaken: { try transaction.hasPost($0) })
    let answers = ImportAnswers(transaction: transaction, now: now)
    for (place, id) in zip(places.list, ids) {
      let post = place.item.post
      let earlier = known[place.key]
      let draft = PostDraft(
        id: id, author: try people.account(post.sender), text: post.text, visibility: .everybody,
        createdAt: post.createdAt?.advanced(byMilliseconds: dateShift).milliseconds,
        attachments: pictures.attachments(post.pictures))
      if let earlier {
        report.posts.known += 1
        try update(draft, earlier, place, pictures, in: transaction)
      } else {
        report.posts.added += 1
        try transaction.insert(draft)
      }
      if earlier?.fingerprint != place.fingerprint {
        let item = ImportedItem(fingerprint: place.fingerprint, post: id)
        try transaction.remember(item: place.key, item, owner: owner)
      }
      let comments = post.comments.map { shifted($0) }
      try answers.write(
        comments: comments, of: id, isKnown: earlier != nil, people: &people, count: &report.comments)
      try answers.write(likes: post.likes, of: id, isKnown: earlier != nil, people: &people, count: &report.likes)
    }
    report.missingInSource = known.count - report.posts.known
  }

  /// A post that was there before: edited, or with pictures that can be had now.
  private func update(
    _ draft: PostDraft, _ earlier: ImportedItem, _ place: ImportPlaces.Place, _ pictures: ImportPictures,
    in transaction: ImportTransaction
  ) throws {
    guard earlier.fingerprint == place.fingerprint else { return try transaction.replaceContent(draft) }
    try pictures.fill(place.item.post.pictures, of: draft.id, in: transaction)
  }

  private func shifted(_ comment: Comment) -> Comment {
    var comment = comment
    comment.createdAt = comment.createdAt?.advanced(byMilliseconds: dateShift)
    return comment
  }
}
