import Social
import Storage

/// Writes the comments and likes of one post. New ones get their position in the source. Those that the
/// source no longer has stay, after all others.
struct ImportReactions {
  let transaction: ImportTransaction
  let post: Int64
  /// True if the post was imported before, so that it may have comments.
  let isKnown: Bool
  /// The current time in milliseconds. Later dates are ignored for the order.
  let now: Int64

  private struct Same: Hashable {
    let author: Int64
    let text: String
  }

  func write(
    comments: [Comment], _ people: inout ImportPeople, _ changes: inout ImportChanges,
    count: inout ImportReport.Count
  ) throws {
    let earlier = isKnown ? try transaction.comments(of: post) : []
    var unmatched: [Same: [CommentDraft]] = [:]
    for comment in earlier.reversed() {
      unmatched[Same(author: comment.author, text: comment.text), default: []].append(comment)
    }
    var ids: [String: Int64] = [:]
    var written: Set<Int64> = []
    var last = post
    for (position, comment) in comments.enumerated() {
      let author = try people.account(comment.sender, &changes, in: transaction)
      let text = CleanText.text(comment.text)
      let id: Int64
      // Earlier versions stored the text exactly as in the source.
      if let match = unmatched[Same(author: author, text: text)]?.popLast()
        ?? unmatched[Same(author: author, text: comment.text)]?.popLast()
      {
        id = match.id
        if match.position != position { changes.add { try $0.move(comment: id, to: position) } }
        count.known += 1
      } else {
        id = try identifier(of: comment, after: last)
        try transaction.insert(
          CommentDraft(
            id: id, post: post, author: author, text: text,
            replyTo: comment.replyTo.flatMap { ids[$0.id] }, createdAt: comment.createdAt?.milliseconds,
            position: position))
        count.added += 1
      }
      written.insert(id)
      last = max(last, id)
      if let sourceID = comment.id { ids[sourceID] = id }
    }
    let rest = earlier.filter { !written.contains($0.id) }
    for (offset, comment) in rest.enumerated() where comment.position != comments.count + offset {
      changes.add { try $0.move(comment: comment.id, to: comments.count + offset) }
    }
  }

  /// Returns an id for a comment. Timelines are ordered by id, so it follows from the comment's date. Without
  /// a date, the comment comes right after its predecessor.
  private func identifier(of comment: Comment, after last: Int64) throws -> Int64 {
    var id = last + 1
    if let date = comment.createdAt?.milliseconds, date <= now {
      id = max(id, Identifiers.first(ofMillisecond: date))
    }
    while try transaction.hasPost(id) { id += 1 }
    return id
  }

  func write(
    likes: [Account], _ people: inout ImportPeople, _ changes: inout ImportChanges,
    count: inout ImportReport.Count
  ) throws {
    let earlier = isKnown ? try transaction.likes(of: post) : []
    var order: [Int64] = []
    var listed: Set<Int64> = []
    for person in likes {
      let account = try people.account(person, &changes, in: transaction)
      if listed.insert(account).inserted { order.append(account) }
    }
    let known = Set(earlier)
    count.known += order.filter { known.contains($0) }.count
    count.added += order.filter { !known.contains($0) }.count
    order += earlier.filter { !listed.contains($0) }
    guard order != earlier else { return }
    guard isKnown else {
      for (position, account) in order.enumerated() { try transaction.like(post, by: account, at: position) }
      return
    }
    let (post, places) = (post, order)
    changes.add { later in
      for (position, account) in places.enumerated() { try later.like(post, by: account, at: position) }
    }
  }
}
