import Contracts
import Social

/// Checks if an item whose attempt had no known result was published. Servers that ignore `Idempotency-Key`
/// would publish it twice, so the app first asks them for the author's newest posts.
extension OutboxItem {
  /// The greatest expected lead of the device's clock over the server's, in milliseconds.
  private static let clockTolerance: Int64 = 3_600_000
  /// The time for which this server is trusted to know a key, in milliseconds; it does so for 30 days
  /// (`Community.publish`).
  private static let keyLife: Int64 = 86_400_000
  /// The number of newest posts to search.
  static let maxSearched = 40

  /// Returns the request for the posts that may include it; `nil` if it can be sent without a search.
  func searchRequest(in session: Session, now: Timestamp) -> APIRequest? {
    guard isNewPost, let triedAt else { return nil }
    if session.isOwnServer, 0..<Self.keyLife ~= now.milliseconds - triedAt.milliseconds { return nil }
    return MastodonRequests.statuses(of: session.me.id, .withReplies, .init(limit: Self.maxSearched))
  }

  /// Returns true if the post is the result of this item. `others`: the ids of posts that other items became.
  func isPublished(as post: Post, by author: String, except others: [String], now: Timestamp) -> Bool {
    guard let draft, let triedAt, post.author.id == author, !others.contains(post.id),
      post.replyTo?.id == draft.replyTo?.id, post.attachments.count == draft.pictures.count,
      Self.letters(post.warning) == Self.letters(draft.warning)
    else { return false }
    let media = draft.pictures.compactMap { $0.mediaID }
    let isSame = post.attachments.map { $0.id } == media && !media.isEmpty
    guard isSame || Self.letters(post.content.plainText) == Self.letters(draft.text) else { return false }
    // The times can't be compared if the device's clock was ahead then.
    guard let createdAt = post.createdAt, triedAt <= now else { return true }
    return createdAt.milliseconds >= triedAt.milliseconds - Self.clockTolerance
  }

  /// Returns true if their order matters: they reply to, change or delete the same post, or answer the same
  /// follow request. Two new posts with the same text also count, because one could be mistaken for the
  /// other.
  func isAboutSame(as other: OutboxItem) -> Bool {
    if isNewPost, other.isNewPost, draft?.text == other.draft?.text { return true }
    return isAdmission == other.isAdmission && subject != nil && subject == other.subject
  }

  private var subject: String? {
    switch task {
    case .publish(let draft): draft.replyTo?.id
    case .edit(let id, _), .delete(let id), .narrow(let id, _), .admit(let id, _): id
    }
  }

  /// Returns the part of a text that all servers show alike: letters, digits and non-ASCII characters.
  /// Mentions lose their server.
  private static func letters(_ text: String) -> [UInt8] {
    var letters: [UInt8] = []
    var (isInMention, isInServer) = (false, false)
    for byte in text.utf8 {
      let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
      let isName =
        isUpper || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      if byte == UInt8(ascii: "@") {
        (isInMention, isInServer) = (!isInMention, isInMention)
      } else if !isName, byte != UInt8(ascii: "_"), byte != UInt8(ascii: "-"), byte != UInt8(ascii: ".") {
        (isInMention, isInServer) = (false, false)
      }
      if isName || byte >= 0x80, !isInServer { letters.append(isUpper ? byte | 0x20 : byte) }
    }
    return letters
  }
}
