/// A page of the server's own for coming in: signing in for a program, joining. It is plain HTML, without the app:
/// nothing but the page itself may see a password.
public indirect enum AuthPage: Equatable, Sendable {
  case authorize(Authorization)
  /// The code, to be typed into a program that can't be sent to.
  case code(String, application: String)
  case join(Joining)
  /// Welcome.
  case joined(username: String)
  /// What is wrong, and what can be done; `detail` is for the program's author.
  case problem(AuthPhrase, help: AuthPhrase, detail: String?)

  /// May this program in?
  public struct Authorization: Equatable, Sendable {
    public var form: Form
    public var application: String
    /// Where it is, or what its scheme is: `https://app.example`.
    public var target: String?
    /// The scopes of the OAuth 2 request: `read`, `write:statuses`.
    public var scopes: [String]
    /// Who is signed in with this browser; nil: nobody, so username and password are asked for.
    public var member: String?
    public var username: String
    public var problem: AuthPhrase?
    /// The program is the server's own app, which needs nobody's leave: whose community it is. nil: any other program.
    public var door: Door?

    public init(
      form: Form, application: String, target: String?, scopes: [String], member: String?, username: String = "",
      problem: AuthPhrase? = nil, door: Door? = nil
    ) {
      self.form = form
      self.application = application
      self.target = target
      self.scopes = scopes
      self.member = member
      self.username = username
      self.problem = problem
      self.door = door
    }
  }

  /// Becoming a member.
  public struct Joining: Equatable, Sendable {
    public var form: Form
    /// The community's title.
    public var title: String
    /// The first one, who sets the community up.
    public var isOwner: Bool
    public var username: String
    public var nick: String
    public var problem: AuthPhrase?
    /// nil: nobody is here yet.
    public var door: Door?

    public init(
      form: Form, title: String, isOwner: Bool, username: String = "", nick: String = "", problem: AuthPhrase? = nil,
      door: Door? = nil
    ) {
      self.form = form
      self.title = title
      self.door = door
      self.isOwner = isOwner
      self.username = username
      self.nick = nick
      self.problem = problem
    }
  }

  /// Where a form goes, and what goes with it unseen.
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
    case .problem(let phrase, _, _): strings[auth: phrase]
    }
  }
}
