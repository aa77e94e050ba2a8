public import Localization
public import Social

/// A page of the server for signing in or joining, or for a community that has no members yet. It is plain
/// HTML without the app: only the page itself may see a password.
public indirect enum AuthPage: Equatable, Sendable {
  case authorize(Authorization)
  /// The code, to be typed into a client that has no redirect address.
  case code(String, client: String)
  case join(Joining)
  /// The confirmation for a new member.
  case joined(username: String)
  case about(About)
  /// The form that asks for a link by mail; a problem of an earlier attempt.
  case forgotten(Form, problem: AuthPhrase?)
  /// The question whether an address is the member's.
  case confirmEmail(Form, username: String, address: String, problem: AuthPhrase?)
  /// The form for a new password, after a forgotten one.
  case newPassword(NewPassword)
  case passwordChanged
  /// The start page of a server without accounts.
  case emptyCommunity
  /// The start page while the demo is being filled, with the number of pictures that are made; `count` is 0
  /// as long as it isn't known.
  case filling(done: Int, count: Int)
  /// A problem and a possible solution; `detail` is for the client's author.
  case problem(AuthPhrase, help: AuthPhrase, detail: String?)

  /// The question whether a client may access the account.
  public struct Authorization: Equatable, Sendable {
    public var form: Form
    public var client: String
    /// The client's address, or its scheme: `https://app.example`.
    public var target: String?
    /// The scopes of the OAuth 2 request: `read`, `write:statuses`.
    public var scopes: [String]
    /// The member who is signed in with this browser; `nil` if the page has to ask for username and password.
    public var member: String?
    public var username: String
    public var problem: AuthPhrase?
    /// `nil` unless the account is suspended.
    public var suspension: Suspension?
    /// The community of the server's own app, which needs no authorization; `nil` for other clients.
    public var preview: CommunityPreview?

    public init(
      form: Form, client: String, target: String?, scopes: [String], member: String?, username: String = "",
      problem: AuthPhrase? = nil, suspension: Suspension? = nil, preview: CommunityPreview? = nil
    ) {
      self.suspension = suspension
      self.form = form
      self.client = client
      self.target = target
      self.scopes = scopes
      self.member = member
      self.username = username
      self.problem = problem
      self.preview = preview
    }
  }

  /// Details of a suspension, for the member who signs in.
  public struct Suspension: Equatable, Sendable {
    /// The reason in the words of who suspended them; empty without one.
    public var reason: String
    /// `nil` if it doesn't end by itself.
    public var until: CalendarDate?

    public init(reason: String, until: CalendarDate?) {
      self.reason = reason
      self.until = until
    }
  }

  /// The form for becoming a member.
  public struct Joining: Equatable, Sendable {
    public var form: Form
    /// The community's title.
    public var title: String
    /// True for the first member, who sets the community up.
    public var isOwner: Bool
    public var username: String
    public var nick: String
    public var problem: AuthPhrase?
    /// `nil` if the community has no members yet.
    public var preview: CommunityPreview?
    /// The reason as typed, where one asks to join; `nil` if joining needs no approval.
    public var reason: String?

    public init(
      form: Form, title: String, isOwner: Bool, username: String = "", nick: String = "",
      problem: AuthPhrase? = nil,
      preview: CommunityPreview? = nil, reason: String? = nil
    ) {
      self.reason = reason
      self.form = form
      self.title = title
      self.preview = preview
      self.isOwner = isOwner
      self.username = username
      self.nick = nick
      self.problem = problem
    }
  }

  /// The form for a new password.
  public struct NewPassword: Equatable, Sendable {
    public var form: Form
    public var username: String
    public var problem: AuthPhrase?

    public init(form: Form, username: String, problem: AuthPhrase? = nil) {
      self.form = form
      self.username = username
      self.problem = problem
    }
  }

  /// The address that a form submits to, and its hidden fields.
  public struct Form: Equatable, Sendable {
    /// A path of this server.
    public var action: String
    public var hidden: [HiddenField]

    public init(action: String, hidden: [HiddenField]) {
      self.action = action
      self.hidden = hidden
    }
  }

  public struct HiddenField: Equatable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  func title(_ strings: Strings) -> String {
    switch self {
    case .authorize: strings[auth: .signIn]
    case .code: strings[auth: .authorizationCode]
    case .join(let joining): strings[auth: joining.isOwner ? .setUpCommunity : .joinCommunity, joining.title]
    case .joined(let username): strings[auth: .welcome, username]
    case .newPassword: strings[auth: .newPassword]
    case .passwordChanged: strings[auth: .passwordChanged]
    case .about(let page): page.title
    case .forgotten: strings[auth: .forgottenPassword]
    case .confirmEmail: strings[auth: .confirmEmail]
    case .emptyCommunity: strings[auth: .emptyCommunity]
    case .filling: strings[auth: .fillingDemo]
    case .problem(let phrase, _, _): strings[auth: phrase]
    }
  }
}
