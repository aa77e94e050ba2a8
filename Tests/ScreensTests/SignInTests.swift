import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// TWT_01, FOL_01: tests signing in on any server, on that server's own page.
struct SignInTests {
  private let bytes = [UInt8](0..<32)

  private func context(_ memory: Memory = Memory()) -> ScreenContext {
    ScreenContext(origin: .own(.made()), memory: memory, randomBytes: bytes)
  }

  @Test func `NEW_12 the own server is asked at once, and no address is`() {
    var state = SignIn.State(context())
    let register = OAuthRequests.register(
      redirect: "https://example.org/signed-in", website: "https://example.org",
      scopes: OAuthRequests.ownScopes)
    #expect(
      SignIn.reduce(&state, .appeared)
        == [.ask(SignIn.Request.register, register, as: .newcomer(.made(), token: nil))])
    #expect(SignIn.view(state, .made()).cells.all == [.waiting])
    _ = SignIn.reduce(&state, .received(.register, .failure(.unreachable), at: noon))
    #expect(SignIn.view(state, .made()).cells.all == [.problem(.unusable(""))])
    var elsewhere = SignIn.State(context(), isElsewhere: true)
    #expect(SignIn.reduce(&elsewhere, .appeared) == [])
    #expect(SignIn.view(elsewhere, .made()).cells.all == [.form(address: "", isBusy: false, nil)])
  }

  @Test func `FOL_01 the app registers, and leaves for the server's page`() throws {
    var state = SignIn.State(context(), isElsewhere: true)
    let effects = SignIn.reduce(&state, .submitted(address: "b.example"))
    guard case .asking(let label, let identity, let request)? = effects.first, effects.count == 1 else {
      Issue.record("\(effects)")
      return
    }
    #expect(label == ScreenRequestLabel(request: ScreenRequest(SignIn.Request.register)))
    #expect(identity == .newcomer(.made("https://b.example"), token: nil))
    #expect(request.target == "/api/v1/apps")
    #expect(
      String(decoding: try #require(request.body), as: UTF8.self)
        == #"{"client_name":"Swiftlet","redirect_uris":"https://example.org/signed-in","scopes":"read write follow","website":"https://example.org"}"#
    )
    #expect(SignIn.reduce(&state, .submitted(address: "c.example")).isEmpty, "one at a time")

    let left = SignIn.reduce(
      &state, .received(.register, .text(#"{"client_id":"the id","client_secret":"s"}"#), at: noon))
    guard case .remember("sign-in", let kept?)? = left.first, case .visit(let url)? = left.last,
      let pending = PendingSignIn(json: kept)
    else {
      Issue.record("\(left)")
      return
    }
    #expect(pending.proof == ProofKey(bytes: bytes))
    #expect(pending.clientSecret == "s")
    #expect(
      url == "https://b.example/oauth/authorize?response_type=code&client_id=the%20id"
        + "&redirect_uri=https%3A%2F%2Fexample.org%2Fsigned-in&scope=read%20write%20follow&state="
        + pending.state
        + "&code_challenge=" + pending.proof.challenge + "&code_challenge_method=S256")
    #expect(!url.contains(pending.proof.verifier))
  }

  @Test func `TWT_01 the code becomes a session`() throws {
    var state = try returning("code=the%2Bcode&state=st")
    let asked = SignIn.reduce(&state, .appeared)
    guard asked.count == 2, asked[0] == .remember(key: "sign-in", nil),
      case .asking(let label, let identity, let request) = asked[1]
    else {
      Issue.record("\(asked)")
      return
    }
    #expect(label == ScreenRequestLabel(request: ScreenRequest(SignIn.Request.token)))
    #expect(identity == .newcomer(.made("https://b.example"), token: nil))
    let body = String(decoding: try #require(request.body), as: UTF8.self)
    #expect(body.contains(#""code":"the+code""#))
    #expect(body.contains(#""code_verifier":"verifier""#))

    let token = SignIn.reduce(
      &state,
      .received(.token, .text(#"{"access_token":"t","token_type":"Bearer","scope":"read"}"#), at: noon))
    let newcomer = RequestIdentity.newcomer(.made("https://b.example"), token: "t")
    #expect(token == [.ask(SignIn.Request.account, OAuthRequests.ownAccount, as: newcomer)])
    let account = SignIn.reduce(
      &state,
      .received(
        .account, .text(#"{"id":"5","username":"ann","acct":"ann","display_name":"","avatar":"/a.png"}"#),
        at: noon))
    guard case .session(.signIn(let me, .made("https://b.example"), "read", let credential))? = account.first
    else {
      Issue.record("\(account)")
      return
    }
    #expect(me.id == "5")
    #expect(
      me.account == Account(username: "ann", nick: "ann", avatar: Picture(url: "https://b.example/a.png")))
    #expect(credential == Credential(token: "t", clientID: "id", clientSecret: "s"))
  }

  @Test func `NEW_19 a newcomer signs in to the first steps, and nobody else`() throws {
    for (more, count) in [
      (#","swiftlet":{"newcomer":true}"#, 2), (#","swiftlet":{"newcomer":false}"#, 1), ("", 1),
    ] {
      var state = SignIn.State(SamplePosts.context(isMember: false), returning: "code=c&state=st")
      state.pending = PendingSignIn(
        server: .made(), clientID: "id", clientSecret: "s", state: "st", proof: ProofKey(verifier: "v"))
      state.tokenText = "t"
      let effects = SignIn.reduce(
        &state,
        .received(
          .account, .text(#"{"id":"5","username":"ann","acct":"ann","display_name":""\#(more)}"#), at: noon))
      #expect(effects.count == count)
      #expect((effects.last == .open(.firstSteps)) == (count == 2))
    }
  }

  @Test(arguments: [
    ("error=access_denied&state=st", SignIn.Problem.denied),
    ("error=server_error&error_description=Too+bad&state=st", .refused("b.example", reason: "Too bad")),
    ("code=c&state=other", .stale), ("code=c", .stale), ("state=st", .stale), ("", .stale),
  ])
  func `TWT_01 what went wrong is said`(query: String, problem: SignIn.Problem) throws {
    var state = try returning(query)
    let effects = SignIn.reduce(&state, .appeared)
    #expect(!effects.contains { if case .asking = $0 { true } else { false } })
    #expect(state.problem == problem)
    #expect(state.phase == .asking)
  }

  @Test func `TWT_01 a code for which no sign-in of ours waits is refused`() {
    var state = SignIn.State(context(), returning: "code=c&state=st")
    #expect(SignIn.reduce(&state, .appeared) == [])
    #expect(state.problem == .stale)
  }

  @Test(arguments: [
    (Result<Response, RequestFailure>.failure(.unreachable), SignIn.Problem.unusable("b.example")),
    (.text("<html>"), .unusable("b.example")), (.text("", status: 404), .unusable("b.example")),
    (.text("{}"), .unusable("b.example")),
    (.text(#"{"error":"Go away"}"#, status: 403), .refused("b.example", reason: "Go away")),
  ])
  func `FOL_01 it is said when a server can't sign anybody in`(
    result: Result<Response, RequestFailure>, problem: SignIn.Problem
  ) {
    var state = SignIn.State(context(), isElsewhere: true)
    _ = SignIn.reduce(&state, .submitted(address: "b.example"))
    let effects = SignIn.reduce(&state, .received(.register, result, at: noon))
    if case .refused = problem {
      #expect(effects == [])
    } else {
      #expect(effects == [Self.find("https://b.example")])
      #expect(SignIn.reduce(&state, .received(.find, .text("{}", status: 404), at: noon)) == [])
    }
    #expect(state.problem == problem)
    #expect(state.phase == .asking)
  }

  private static func find(_ server: String) -> Effect {
    .ask(
      SignIn.Request.find, APIRequest(.get, "/.well-known/nodeinfo"), as: .newcomer(.made(server), token: nil)
    )
  }

  /// Returns the server to which the request to register goes.
  private func registersAt(_ effects: [Effect]) -> ServerAddress? {
    guard case .asking(_, .newcomer(let server, nil), let request)? = effects.first, effects.count == 1,
      request.target == "/api/v1/apps"
    else { return nil }
    return server
  }

  private static let application = #"{"client_id":"id","client_secret":"s"}"#

  private func redirected(_ address: String, _ body: String = application, status: Int = 200)
    -> Result<Response, RequestFailure>
  {
    .success(Response(status: status, body: Array(body.utf8), address: address))
  }

  @Test func `FOL_01 a server that leads to another address is signed in to there`() throws {
    var state = SignIn.State(context(), isElsewhere: true)
    _ = SignIn.reduce(&state, .submitted(address: "@ann@Example.net "))
    #expect(state.server == .made("https://example.net"))
    let left = SignIn.reduce(
      &state, .received(.register, redirected("https://social.example.net/api/v1/apps"), at: noon))
    guard case .remember("sign-in", let kept?)? = left.first, case .visit(let url)? = left.last else {
      Issue.record("\(left)")
      return
    }
    #expect(PendingSignIn(json: kept)?.server == .made("https://social.example.net"))
    #expect(url.hasPrefix("https://social.example.net/oauth/authorize?"))
  }

  @Test func `FOL_01 a server that turns the request into another one is asked at its real address`() {
    var state = SignIn.State(context(), isElsewhere: true)
    _ = SignIn.reduce(&state, .submitted(address: "example.net"))
    let moved = redirected("https://social.example.net/api/v1/apps", "{}", status: 404)
    #expect(
      registersAt(SignIn.reduce(&state, .received(.register, moved, at: noon)))
        == .made("https://social.example.net"))
    #expect(
      SignIn.reduce(&state, .received(.register, redirected("https://a.example/", "", status: 404), at: noon))
        == [])
    #expect(state.problem == .unusable("social.example.net"), "once")
  }

  @Test(arguments: [
    (#"{"links":[{"rel":"x","href":"https://social.example.net/nodeinfo/2.0"}]}"#, ""),
    ("<html>", "https://social.example.net/.well-known/nodeinfo"), ("", "https://social.example.net/"),
  ])
  func `FOL_01 a server that is only named elsewhere says where it is`(body: String, address: String) {
    var state = SignIn.State(context(), isElsewhere: true)
    _ = SignIn.reduce(&state, .submitted(address: "https://example.net/@ann/123"))
    #expect(
      SignIn.reduce(&state, .received(.register, .failure(.unreachable), at: noon)) == [
        Self.find("https://example.net")
      ])
    let found = SignIn.reduce(&state, .received(.find, redirected(address, body), at: noon))
    #expect(registersAt(found) == .made("https://social.example.net"))
  }

  @Test(arguments: [
    "http://social.example.net/api/v1/apps", "javascript:alert(1)", "https://example.net/api/v1/apps",
  ])
  func `FOL_01 no address is gone to that is less safe, or none`(address: String) {
    var state = SignIn.State(context(), isElsewhere: true)
    _ = SignIn.reduce(&state, .submitted(address: "example.net"))
    let effects = SignIn.reduce(&state, .received(.register, redirected(address), at: noon))
    guard case .visit(let url)? = effects.last else {
      Issue.record("\(effects)")
      return
    }
    #expect(url.hasPrefix("https://example.net/oauth/authorize?"))
  }

  @Test(arguments: ["", "no address at all", "ftp://b.example"])
  func `FOL_01 what is no address is said`(address: String) {
    var state = SignIn.State(context(), isElsewhere: true)
    #expect(SignIn.reduce(&state, .submitted(address: address)) == [])
    #expect(state.problem == .invalidAddress)
  }

  private func returning(_ query: String) throws -> SignIn.State {
    var memory = Memory()
    let pending = PendingSignIn(
      server: .made("https://b.example"), clientID: "id", clientSecret: "s", state: "st",
      proof: ProofKey(verifier: "verifier"))
    memory[SignIn.pendingKey] = pending.json
    #expect(PendingSignIn(json: pending.json) == pending)
    return SignIn.State(context(memory), returning: query)
  }
}
