/// A person as others see them.
public struct Account: Equatable, Sendable {
  /// Unique on its server, without `@`.
  public var username: String
  /// The name that is shown.
  public var nick: String
  /// nil: the default avatar is drawn.
  public var avatar: Picture?
  /// The wide picture over the person's page; nil: the default cover is drawn.
  public var cover: Picture?

  public init(username: String, nick: String, avatar: Picture? = nil, cover: Picture? = nil) {
    self.username = username
    self.nick = nick
    self.avatar = avatar
    self.cover = cover
  }
}
