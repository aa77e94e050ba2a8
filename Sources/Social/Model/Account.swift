/// A person as others see them.
public struct Account: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    var username: String
    var nick: String
    var avatar: Picture?
    var cover: Picture?
    var emojis: [CustomEmoji]
  }

  @Shared private var parts: Parts

  /// Unique on its server, without `@`.
  public var username: String {
    get { parts.username }
    set { parts.username = newValue }
  }
  /// The name that is shown.
  public var nick: String {
    get { parts.nick }
    set { parts.nick = newValue }
  }
  /// nil: the default avatar is drawn.
  public var avatar: Picture? {
    get { parts.avatar }
    set { parts.avatar = newValue }
  }
  /// The wide picture over the person's page; nil: the default cover is drawn.
  public var cover: Picture? {
    get { parts.cover }
    set { parts.cover = newValue }
  }

  /// Those of the names, the bio and the fields.
  public var emojis: [CustomEmoji] {
    get { parts.emojis }
    set { parts.emojis = newValue }
  }

  public init(
    username: String, nick: String, avatar: Picture? = nil, cover: Picture? = nil, emojis: [CustomEmoji] = []
  ) {
    parts = Parts(username: username, nick: nick, avatar: avatar, cover: cover, emojis: emojis)
  }
}
