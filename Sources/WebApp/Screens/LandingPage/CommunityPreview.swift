import Localization
public import Social

/// The community as strangers see it on the landing page.
public struct CommunityPreview: Equatable, Sendable {
  /// The rule for becoming a member.
  public enum Joining: Sendable {
    case open, approval, invitation, closed

    /// The text of the link to the form for joining; `nil` if it needs an invitation.
    var link: AuthPhrase? {
      switch self {
      case .open: .join
      case .approval: .askToJoin
      case .invitation, .closed: nil
      }
    }
  }

  /// The community's name.
  public let title: String
  /// A one-line description; empty without one.
  public let line: String
  /// Some of the members.
  public let people: [Account]
  public let joining: Joining
  /// True if strangers see nothing but the landing page.
  public let isClosed: Bool
  public let rules: [String]
  /// True if the page about the community says more than the landing page.
  public let hasAbout: Bool
  /// The community's own picture.
  public let picture: Picture?
  /// The community's cover, or that of the first owner.
  public let cover: Picture?
  /// True if the server sends mail, so that a member gets a link after a forgotten password.
  public let sendsMail: Bool

  public init(
    title: String, line: String, people: [Account], joining: Joining, isClosed: Bool = false,
    rules: [String] = [],
    hasAbout: Bool = false, picture: Picture? = nil, cover: Picture? = nil, sendsMail: Bool = false
  ) {
    self.picture = picture
    self.cover = cover ?? people.first?.cover
    self.title = title
    self.line = line
    self.people = people
    self.joining = joining
    self.isClosed = isClosed
    self.rules = rules
    self.hasAbout = hasAbout
    self.sendsMail = sendsMail
  }
}
