import Contracts
import Social

/// Signing in on any server of the Mastodon API: there, on its own page, and back (RFC 6749 section 4.1, RFC 7636).
public enum SignIn {
  /// The name under which the device keeps a sign-in that is under way.
  static let pendingKey = "sign-in"

  public struct State: Equatable, Sendable {
    /// As typed, or the own server.
    public internal(set) var address: String
    public internal(set) var problem: Problem?
    public internal(set) var phase: Phase
    /// The server that delivered the app, to which people come back.
    let home: ServerAddress
    let randomBytes: [UInt8]
    /// Where the app registers.
    var server: ServerAddress?
    var pending: PendingSignIn?
    var token: (text: String, scopes: String)? { tokenText.map { ($0, tokenScopes) } }
    var tokenText: String?
    var tokenScopes = ""

    init(_ context: ScreenContext) {
      home = context.server
      address = SignIn.withoutScheme(context.server)
      phase = .asking
      randomBytes = context.randomBytes
    }

    /// `query`: with what the server sent the person back.
    init(_ context: ScreenContext, returning query: String) {
      self.init(context)
      phase = .returning(query: query)
      pending = context.memory[SignIn.pendingKey].flatMap { PendingSignIn(json: $0) }
      if let pending { address = SignIn.withoutScheme(pending.server) }
    }
  }

  public indirect enum Phase: Equatable, Sendable {
    case asking
    /// The app makes itself known to the server.
    case registering
    /// The person came back.
    case returning(query: String)
  }

  /// Why it did not work.
  public indirect enum Problem: Equatable, Sendable {
    case invalidAddress
    case unreachable(String)
    /// The server speaks another language.
    case unknownLanguage(String)
    case refused(String, words: String)
    /// The person said no.
    case denied
    /// It is not the sign-in that began here.
    case stale
  }

  public indirect enum Action: Equatable, Sendable {
    case appeared
    case tappedBack
    case submitted(address: String)
    case answered(RequestName, Result<Answer, RequestFailure>)
  }

  /// An address as people write it.
  static func withoutScheme(_ server: ServerAddress) -> String {
    let bytes = Array(server.text.utf8)
    let scheme = Array("https://".utf8)
    return bytes.starts(with: scheme) ? String(decoding: bytes[scheme.count...], as: UTF8.self) : server.text
  }
}

extension SignIn.Action {
  init?(_ event: ScreenEvent) {
    switch event {
    case .appeared: self = .appeared
    case .tapped("back"): self = .tappedBack
    case .submitted(let fields) where fields.count == 1: self = .submitted(address: fields[0])
    case .answered(let name, let result): self = .answered(name, result)
    default: return nil
    }
  }
}
