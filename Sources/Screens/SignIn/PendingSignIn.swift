import Contracts
import JSON

/// A sign-in that went to the server's own page, and has not come back yet.
struct PendingSignIn: Equatable, Sendable {
  var server: ServerAddress
  var clientID: String
  var clientSecret: String
  /// Comes back with the person (RFC 6749 section 10.12).
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
