/// A tap on a post, or on an outbox item.
indirect enum PostTap: ScreenTap {
  case open(id: String)
  /// Brings a post of the same list into view.
  case reveal(id: String)
  /// The id of an account.
  case profile(id: String)
  case tag(String)
  case reply(id: String)
  /// Turns an interaction on or off that has a button under the post.
  case interact(PostInteraction, id: String)
  case menu(id: String)
  /// Shows or hides what is behind a warning, or the rest of a long text.
  case warning(id: String)
  /// Uncovers sensitive pictures, or covers them again.
  case cover(id: String)
  /// `isDescribed`: true to show the description.
  case picture(id: String, index: Int, isDescribed: Bool = false)
  case outbox(OutboxRequest)
  /// Follows or unfollows the account with that id.
  case follow(id: String)

  /// The id of the tapped post; `nil` if the tap isn't on a post.
  var postID: String? {
    switch self {
    case .open(let id), .reveal(let id), .reply(let id), .interact(_, let id), .menu(let id),
      .warning(let id), .cover(let id), .picture(let id, _, _):
      id
    case .profile, .tag, .outbox, .follow: nil
    }
  }

  private enum Verb: String {
    case open, profile, tag, reply, menu, warning, cover, picture, cancel, again, edit, above, alt
    case follow = "follow-them"
  }

  var encoded: EncodedTap {
    switch self {
    case .open(let id): EncodedTap(Verb.open.rawValue, id)
    case .reveal(let id): EncodedTap(Verb.above.rawValue, id)
    case .profile(let id): EncodedTap(Verb.profile.rawValue, id)
    case .tag(let name): EncodedTap(Verb.tag.rawValue, name)
    case .reply(let id): EncodedTap(Verb.reply.rawValue, id)
    case .interact(let interaction, let id): EncodedTap(interaction.storedName, id)
    case .menu(let id): EncodedTap(Verb.menu.rawValue, id)
    case .warning(let id): EncodedTap(Verb.warning.rawValue, id)
    case .cover(let id): EncodedTap(Verb.cover.rawValue, id)
    case .picture(let id, let index, let isDescribed):
      EncodedTap(isDescribed ? Verb.alt.rawValue : Verb.picture.rawValue, id, "\(index)")
    case .follow(let id): EncodedTap(Verb.follow.rawValue, id)
    case .outbox(.cancel(let id)): EncodedTap(Verb.cancel.rawValue, id)
    case .outbox(.retry(let id)): EncodedTap(Verb.again.rawValue, id)
    case .outbox(.edit(let id)): EncodedTap(Verb.edit.rawValue, id)
    }
  }

  init?(_ tap: EncodedTap) {
    let id = tap.value
    let verb = Verb(rawValue: tap.verb)
    switch verb {
    case .open: self = .open(id: id)
    case .above: self = .reveal(id: id)
    case .profile: self = .profile(id: id)
    case .tag: self = .tag(id)
    case .reply: self = .reply(id: id)
    case .menu: self = .menu(id: id)
    case .warning: self = .warning(id: id)
    case .cover: self = .cover(id: id)
    case .picture, .alt:
      guard let index = tap.number(1) else { return nil }
      self = .picture(id: id, index: index, isDescribed: verb == .alt)
    case .follow: self = .follow(id: id)
    case .cancel: self = .outbox(.cancel(id))
    case .again: self = .outbox(.retry(id))
    case .edit: self = .outbox(.edit(id))
    case nil:
      guard let interaction = PostInteraction(storedName: tap.verb), interaction.hasButton else { return nil }
      self = .interact(interaction, id: id)
    }
  }
}
