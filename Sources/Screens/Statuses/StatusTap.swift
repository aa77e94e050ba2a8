import JSON

/// What a tap on a post, or on what waits to become one, means.
public indirect enum StatusTap: Equatable, Sendable {
  case open(id: String)
  /// The id of an account.
  case profile(id: String)
  case tag(String)
  case reply(id: String)
  case mark(StatusMark, id: String)
  case menu(id: String)
  /// Shows or hides what is behind a warning.
  case warning(id: String)
  /// Uncovers sensitive pictures.
  case cover(id: String)
  case picture(id: String, index: Int)
  case delete(id: String)
  case edit(id: String)
  case outbox(OutboxRequest)
  case compose

  /// Reads what the views write into `data-tap`.
  init?(_ tap: String) {
    let (verb, rest) = tapParts(tap)
    switch Verb(rawValue: verb) {
    case .open: self = .open(id: rest)
    case .profile: self = .profile(id: rest)
    case .tag: self = .tag(rest)
    case .reply: self = .reply(id: rest)
    case .favourite: self = .mark(.favourite, id: rest)
    case .repost: self = .mark(.repost, id: rest)
    case .bookmark: self = .mark(.bookmark, id: rest)
    case .menu: self = .menu(id: rest)
    case .warning: self = .warning(id: rest)
    case .cover: self = .cover(id: rest)
    case .picture:
      let (id, index) = tapParts(rest)
      guard let index = Int64(digits: Array(index.utf8)[...]).flatMap({ Int(exactly: $0) }) else { return nil }
      self = .picture(id: id, index: index)
    case .delete: self = .delete(id: rest)
    case .change: self = .edit(id: rest)
    case .cancel: self = .outbox(.cancel(rest))
    case .again: self = .outbox(.retry(rest))
    case .edit: self = .outbox(.edit(rest))
    case .compose: self = .compose
    case nil: return nil
    }
  }

  private enum Verb: String {
    case open, profile, tag, reply, favourite, repost, bookmark, menu, warning, cover, picture, delete, change, cancel
    case again, edit, compose
  }
}
