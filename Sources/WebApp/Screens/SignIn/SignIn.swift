import Contracts
import JSON
import Social

/// Signing in on the server that delivered the app, or on any other with the Mastodon API. It goes to that
/// server's own page and back (RFC 6749 section 4.1, RFC 7636).
enum SignIn: Screen {
  static let name: StaticString = "sign-in"
  /// The name under which the device stores a sign-in that is under way.
  static let pendingKey = "sign-in"

  struct State: Equatable, Sendable {
    /// True if the viewer has to name the server.
    let isElsewhere: Bool
    /// The typed text.
    var address = ""
    var problem: Problem?
    var phase: Phase
    /// The server that delivered the app, to which the viewer returns.
    let home: ServerAddress
    let randomBytes: [UInt8]
    /// The server where the app registers.
    var server: ServerAddress?
    /// True if the server's real address was looked for; below, the problem that made it necessary.
    var isSought = false
    var firstProblem: Problem?
    var pending: PendingSignIn?
    var token: (text: String, scopes: String)? { tokenText.map { ($0, tokenScopes) } }
    var tokenText: String?
    var tokenScopes = ""

    init(_ context: ScreenContext, isElsewhere: Bool = false) {
      self.isElsewhere = isElsewhere
      home = context.server
      phase = .asking
      randomBytes = context.randomBytes
    }

    /// `query`: the query with which the server sent the viewer back.
    init(_ context: ScreenContext, returning query: String) {
      self.init(context)
      phase = .returning(query: query)
      pending = context.memory[SignIn.pendingKey].flatMap { PendingSignIn(json: $0) }
    }
  }

  indirect enum Phase: Equatable, Sendable {
    case asking
    /// The app registers with the server.
    case registering
    /// The viewer came back.
    case returning(query: String)
  }

  /// The reason of the failure.
  indirect enum Problem: Equatable, Sendable {
    case invalidAddress
    /// The server doesn't exist, or the app can't use it; the name of this server is empty.
    case unusable(String)
    case refused(String, reason: String)
    /// The viewer refused.
    case denied
    /// It is not the sign-in that began here.
    case stale
  }

  enum Request: Equatable, Sendable {
    /// Registers the app.
    case register
    /// Looks for the server's real address.
    case find
    case token
    case account
  }

  indirect enum Action: ScreenAction {
    typealias Tap = NoTap

    case appeared
    case submitted(address: String)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .submitted(let fields) where fields.count == 1: self = .submitted(address: fields[0])
      default: return nil
      }
    }
  }
}

/// A sign-in that went to the server's own page, and has not come back yet.
struct PendingSignIn: Equatable, Sendable {
  var server: ServerAddress
  var clientID: String
  var clientSecret: String
  /// Returned unchanged by the server (RFC 6749 section 10.12).
  var state: String
  var proof: ProofKey

  init(server: ServerAddress, clientID: String, clientSecret: String, state: String, proof: ProofKey) {
    self.server = server
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.state = state
    self.proof = proof
  }

  init?(json: String) {
    guard let json = try? JSON(parsing: Array(json.utf8)),
      let server = json.text("server").flatMap({ ServerAddress($0) }), let id = json.text("client"),
      let secret = json.text("secret"), let state = json.text("state"), let verifier = json.text("verifier")
    else { return nil }
    self.init(
      server: server, clientID: id, clientSecret: secret, state: state, proof: ProofKey(verifier: verifier))
  }

  var json: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.texts([
        ("server", server.text), ("client", clientID), ("secret", clientSecret), ("state", state),
        ("verifier", proof.verifier),
      ])
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
