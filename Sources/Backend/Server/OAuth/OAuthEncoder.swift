import JSON
import Social

/// Encodes clients and tokens (Mastodon API, entities/Application and entities/Token; RFC 6749).
struct OAuthEncoder {
  /// A registered client.
  struct Application {
    var id: String
    var name: String
    var website: String?
    var redirectURIs: [String]
    var scopes: [String]
    /// The client's id and its secret. The server sends them only once, in response to the registration.
    var credentials: (clientID: String, secret: String)?
    /// The public key of push messages; `nil` without them.
    var pushKey: String?

    init(
      id: String, name: String, website: String?, redirectURIs: [String], scopes: [String],
      credentials: (clientID: String, secret: String)? = nil, pushKey: String? = nil
    ) {
      self.id = id
      self.name = name
      self.website = website
      self.redirectURIs = redirectURIs
      self.scopes = scopes
      self.credentials = credentials
      self.pushKey = pushKey
    }
  }

  init() {}

  func application(_ application: Application, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("id")
      writer.string(application.id)
      writer.name("name")
      writer.string(application.name)
      writer.name("website")
      if let website = application.website { writer.string(website) } else { writer.null() }
      writer.name("scopes")
      writer.array(application.scopes) { $0.string($1) }
      writer.name("redirect_uri")
      writer.string(joined(application.redirectURIs))
      writer.name("redirect_uris")
      writer.array(application.redirectURIs) { $0.string($1) }
      if let credentials = application.credentials {
        writer.name("client_id")
        writer.string(credentials.clientID)
        writer.name("client_secret")
        writer.string(credentials.secret)
        // The secret doesn't expire.
        writer.name("client_secret_expires_at")
        writer.number(0)
      }
      writer.name("vapid_key")
      if let key = application.pushKey { writer.string(key) } else { writer.null() }
    }
  }

  private func joined(_ uris: [String]) -> String {
    var text = ""
    for uri in uris { text += (text.isEmpty ? "" : "\n") + uri }
    return text
  }

  /// - Parameter scope: The scopes, separated by spaces.
  func token(_ token: String, scope: String, createdAt: Timestamp, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("access_token")
      writer.string(token)
      writer.name("token_type")
      writer.string("Bearer")
      writer.name("scope")
      writer.string(scope)
      writer.name("created_at")
      writer.number(createdAt.milliseconds / 1000)
    }
  }

  /// Encodes the server's OAuth metadata (RFC 8414): its endpoints and their features.
  func metadata(prefix: String, scopes: [String], _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("issuer")
      writer.string(prefix + "/")
      writer.name("service_documentation")
      writer.string("https://docs.joinmastodon.org/")
      writer.name("authorization_endpoint")
      writer.string(prefix + "/oauth/authorize")
      writer.name("token_endpoint")
      writer.string(prefix + "/oauth/token")
      writer.name("app_registration_endpoint")
      writer.string(prefix + "/api/v1/apps")
      writer.name("revocation_endpoint")
      writer.string(prefix + "/oauth/revoke")
      writer.name("userinfo_endpoint")
      writer.string(prefix + "/oauth/userinfo")
      writer.name("scopes_supported")
      writer.array(scopes) { $0.string($1) }
      writer.name("response_types_supported")
      writer.array(["code"]) { $0.string($1) }
      writer.name("response_modes_supported")
      writer.array(["query"]) { $0.string($1) }
      writer.name("grant_types_supported")
      writer.array(["authorization_code", "client_credentials"]) { $0.string($1) }
      writer.name("token_endpoint_auth_methods_supported")
      writer.array(["client_secret_basic", "client_secret_post", "none"]) { $0.string($1) }
      writer.name("code_challenge_methods_supported")
      writer.array(["S256"]) { $0.string($1) }
    }
  }

  /// Encodes the claims of OpenID Connect Core 1.0, section 5.3.2, that Mastodon sends.
  func userInfo(username: String, name: String, prefix: String, _ writer: inout JSONWriter) {
    let page = prefix + "/@" + username
    writer.object { writer in
      writer.name("iss")
      writer.string(prefix + "/")
      writer.name("sub")
      writer.string(page)
      writer.name("name")
      writer.string(name)
      writer.name("preferred_username")
      writer.string(username)
      writer.name("profile")
      writer.string(page)
      writer.name("picture")
      writer.null()
    }
  }
}
