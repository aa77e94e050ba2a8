import JSON

extension Moments.Action {
  /// Reads what a view wrote into `data-tap`.
  public init?(tap: String) {
    let bytes = Array(tap.utf8)
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
    let rest = bytes[min(colon + 1, bytes.count)...]
    switch Verb(rawValue: String(decoding: bytes[..<colon], as: UTF8.self)) {
    case .back: self = .tappedBack
    case .settings: self = .tappedSettings
    case .refresh: self = .pulledDown
    case .notice: self = .tappedNotice
    case .more: self = .reachedEnd
    case .retry: self = .tappedRetry
    case .fold: self = .tappedFold(key: String(decoding: rest, as: UTF8.self))
    case .menu: self = .tappedMenu(key: String(decoding: rest, as: UTF8.self))
    case .like: self = .tappedLike(key: String(decoding: rest, as: UTF8.self))
    case .comment: self = .tappedComment(key: String(decoding: rest, as: UTF8.self))
    case .delete: self = .tappedDelete(key: String(decoding: rest, as: UTF8.self))
    case .answer:
      guard let last = rest.lastIndex(of: UInt8(ascii: ":")) else { return nil }
      self = .tappedAnswer(
        key: String(decoding: rest[..<last], as: UTF8.self),
        comment: String(decoding: rest[(last + 1)...], as: UTF8.self))
    case .uncomment: self = .tappedOutsideComment
    case .sendComment: self = .tappedSendComment
    case .deleteComment: self = .tappedDeleteComment
    case .unask: self = .tappedKeepComment
    case .compose: self = .tappedCompose
    case .person: self = .tappedPerson(username: String(decoding: rest, as: UTF8.self))
    case .picture:
      guard let last = rest.lastIndex(of: UInt8(ascii: ":")),
        let index = Int64(digits: rest[(last + 1)...]).flatMap({ Int(exactly: $0) })
      else { return nil }
      self = .tappedPicture(key: String(decoding: rest[..<last], as: UTF8.self), index: index)
    case nil: return nil
    }
  }

  private enum Verb: String {
    case back, settings, refresh, notice, more, retry, fold, person, picture
    case menu, like, comment, answer, uncomment, delete, unask, compose
    case sendComment = "send-comment"
    case deleteComment = "delete-comment"
  }
}

extension Moments.Action {
  init?(_ event: ScreenEvent) {
    switch event {
    case .appeared: self = .appeared
    case .timerFired(.moreIsDue): self = .moreIsDue
    case .timerFired(.decodesOn): self = .decodesOn
    case .timerFired(.menuLeft(let key)): self = .menuLeft(key: key)
    case .pulledDown: self = .pulledDown
    case .reachedEnd: self = .reachedEnd
    case .tapped(let tap): self.init(tap: tap)
    case .answered(let name, let result): self = .answered(name, result)
    case .loaded(let key, let bytes): self = .loaded(key: key, bytes)
    case .typed(_, let text): self = .typedComment(text)
    case .heard(let fact): self = .heard(fact)
    default: return nil
    }
  }
}
