import Contracts
import Social

/// An attempt whose end nobody heard of may have arrived. Servers that ignore `Idempotency-Key` would post it twice: they
/// are asked for the person's newest posts first.
extension OutboxItem {
  /// How far the device's clock may be ahead of the server's, in milliseconds.
  private static let clockTolerance: Int64 = 3_600_000
  /// How long our own server is taken to know a key, in milliseconds; it does for 30 days (`Community.publish`).
  private static let keyLife: Int64 = 86_400_000
  /// How many of the newest posts are looked through.
  static let mostSearched = 40

  /// The request for the posts among which it may be; `nil` if it can be sent without a look.
  func searchRequest(in session: Session, now: Timestamp) -> APIRequest? {
    guard isNewPost, let triedAt else { return nil }
    if session.isOwnServer, 0..<Self.keyLife ~= now.milliseconds - triedAt.milliseconds { return nil }
    return MastodonRequests.statuses(of: session.me.id, .withReplies, .init(limit: Self.mostSearched))
  }

  /// The post is what this item was to become. `others`: the ids of posts that other items became.
  func isPublished(as status: Status, by author: String, except others: [String], now: Timestamp) -> Bool {
    guard let draft, let triedAt, status.author.id == author, !others.contains(status.id),
      status.replyTo?.id == draft.replyTo?.id, status.attachments.count == draft.pictures.count,
      Self.letters(status.warning) == Self.letters(draft.warning)
    else { return false }
    let media = draft.pictures.compactMap { $0.mediaID }
    let isSame = status.attachments.map { $0.id } == media && !media.isEmpty
    guard isSame || Self.letters(status.content.plainText) == Self.letters(draft.text) else { return false }
    // A clock that was ahead then says nothing.
    guard let createdAt = status.createdAt, triedAt <= now else { return true }
    return createdAt.milliseconds >= triedAt.milliseconds - Self.clockTolerance
  }

  /// The same post is answered, changed or deleted, or the same person is let in: the order counts. Of two posts with the
  /// same words one could be taken for the other.
  func isAboutSame(as other: OutboxItem) -> Bool {
    if isNewPost, other.isNewPost, draft?.text == other.draft?.text { return true }
    return isAdmission == other.isAdmission && subject != nil && subject == other.subject
  }

  private var subject: String? {
    switch task {
    case .publish(let draft): draft.replyTo?.id
    case .edit(let id, _), .delete(let id), .admit(let id, _): id
    }
  }

  /// The part of a text that all servers show alike: letters, digits and what is not ASCII. Of a mention without its server.
  private static func letters(_ text: String) -> [UInt8] {
    var letters: [UInt8] = []
    var (isInMention, isInServer) = (false, false)
    for byte in text.utf8 {
      let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
      let isName =
        isUpper || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
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
