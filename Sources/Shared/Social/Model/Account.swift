/// An account as others see it.
public struct Account: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    var username: String
    var nick: String
    var avatar: Picture?
    var cover: Picture?
    var emojis: [CustomEmoji]
  }

  @Shared private var parts: Parts

  /// The username, unique on its server, without `@`.
  public var username: String {
    get { parts.username }
    set { parts.username = newValue }
  }
  /// The display name.
  public var nick: String {
    get { parts.nick }
    set { parts.nick = newValue }
  }
  /// The avatar; `nil` shows the default one.
  public var avatar: Picture? {
    get { parts.avatar }
    set { parts.avatar = newValue }
  }
  /// The wide picture at the top of the profile; `nil` shows the default one.
  public var cover: Picture? {
    get { parts.cover }
    set { parts.cover = newValue }
  }

  /// The custom emojis of the name, the bio and the fields.
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
