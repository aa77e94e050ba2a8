import JSON
public import Social

/// The longer texts about a community.
public enum CommunityTextName: String, CaseIterable, Sendable {
  /// One rule a line.
  case rules
  case about
  case privacyPolicy = "privacy-policy"
}

/// Requests of those who look after a community on a Swiftlet server.
public enum CommunityRequests {
  public static let community = APIRequest(.get, "/api/swiftlet/v1/community")
  /// Begins a backup on the server.
  public static let backUp = APIRequest(.post, "/api/swiftlet/v1/backups")
  public static let reports = APIRequest(.get, "/api/v1/admin/reports?limit=40")
  public static let log = APIRequest(.get, "/api/swiftlet/v1/log?limit=100")

  /// Loads a further page of a list.
  ///
  /// - Parameter query: the query from the server's `Link` field.
  public static func page(of list: APIRequest, _ query: String) -> APIRequest {
    let path = list.target.utf8.prefix { $0 != UInt8(ascii: "?") }
    return APIRequest(.get, String(decoding: path, as: UTF8.self) + "?" + query)
  }

  /// - Parameter text: a part of a name; empty for all members.
  public static func members(_ text: String) -> APIRequest {
    APIRequest(.get, "/api/v2/admin/accounts?limit=100" + (text.isEmpty ? "" : "&q=" + percentEncoded(text)))
  }

  /// Ends a report: without an action, or by removing the posts. A suspension is an action on the account.
  public static func end(report id: String, removesPosts: Bool) -> APIRequest {
    removesPosts
      ? post("/api/swiftlet/v1/reports/" + percentEncoded(id) + "/remove_posts", [])
      : post("/api/v1/admin/reports/" + percentEncoded(id) + "/resolve", [])
  }

  /// Ends a report by warning the member, who reads the text.
  public static func warn(report id: String, _ text: String) -> APIRequest {
    post("/api/swiftlet/v1/reports/" + percentEncoded(id) + "/warn", [("text", text)])
  }

  /// Adds a moderator's note to a report.
  public static func add(note text: String, report id: String) -> APIRequest {
    post("/api/swiftlet/v1/reports/" + percentEncoded(id) + "/notes", [("text", text)])
  }

  /// - Parameter report: the report that ends with it; `nil` for none.
  /// - Parameter days: the days after which it ends by itself, as typed; empty if it doesn't.
  public static func suspend(_ account: String, reason: String, days: String, report: String?) -> APIRequest {
    post(
      "/api/v1/admin/accounts/" + percentEncoded(account) + "/action",
      [("type", "suspend"), ("text", reason), ("days", days), ("report_id", report)])
  }

  /// Makes a link with which a member sets a new password.
  ///
  /// - Parameter password: the viewer's own.
  public static func newPassword(of account: String, password: String) -> APIRequest {
    post("/api/swiftlet/v1/accounts/" + percentEncoded(account) + "/password_reset", [("password", password)])
  }

  public static let joinRequests = APIRequest(.get, "/api/v2/admin/accounts?limit=100&status=pending")

  /// Answers a request to join.
  public static func answer(request account: String, _ isWelcome: Bool) -> APIRequest {
    post("/api/v1/admin/accounts/" + percentEncoded(account) + (isWelcome ? "/approve" : "/reject"), [])
  }

  public static func unsuspend(_ account: String) -> APIRequest {
    post("/api/v1/admin/accounts/" + percentEncoded(account) + "/unsuspend", [])
  }

  public static func remove(_ account: String) -> APIRequest {
    APIRequest(.delete, "/api/v1/admin/accounts/" + percentEncoded(account))
  }

  public static func setRole(of account: String, to role: Role) -> APIRequest {
    post("/api/swiftlet/v1/accounts/" + percentEncoded(account) + "/role", [("role", role.rawValue)])
  }

  public static func signOut(_ account: String) -> APIRequest {
    post("/api/swiftlet/v1/accounts/" + percentEncoded(account) + "/sign_out", [])
  }

  public static let invitations = APIRequest(.get, "/api/swiftlet/v1/invitations")

  /// - Parameter uses: decimal digits, as typed; so is `days`.
  public static func invite(uses: String, days: String) -> APIRequest {
    post("/api/swiftlet/v1/invitations", [("uses", uses), ("days", days)])
  }

  public static func revoke(invitation id: String) -> APIRequest {
    APIRequest(.delete, "/api/swiftlet/v1/invitations/" + percentEncoded(id))
  }

  public static func change(_ settings: CommunitySettings) -> APIRequest {
    var request = post(
      "/api/swiftlet/v1/community",
      [
        ("title", settings.title), ("description", settings.description), ("privacy", settings.privacy),
        ("registration", settings.registration), ("invitations", settings.invitations),
        ("audience", settings.audience), ("contact", settings.contact), ("quota", settings.quota),
      ])
    request.method = .patch
    return request
  }

  /// Replaces the community's picture or its cover.
  ///
  /// - Parameter id: the picture's id on the device; empty to remove the present one.
  public static func change(cover isCover: Bool, to id: String) -> APIRequest {
    guard !id.isEmpty else {
      return APIRequest(.delete, "/api/swiftlet/v1/community/" + (isCover ? "cover" : "picture"))
    }
    var writer = JSONWriter()
    writer.array { writer in
      writer.array { writer in
        writer.string(isCover ? "cover" : "picture")
        writer.string(id)
        writer.bool(true)
      }
    }
    return APIRequest(.form, "/api/swiftlet/v1/community", body: writer.bytes)
  }

  /// Changes one of the longer texts.
  public static func change(_ text: CommunityTextName, to value: String) -> APIRequest {
    let names: (rules: String?, about: String?, policy: String?) =
      switch text {
      case .rules: (value, nil, nil)
      case .about: (nil, value, nil)
      case .privacyPolicy: (nil, nil, value)
      }
    var request = post(
      "/api/swiftlet/v1/community",
      [("rules", names.rules), ("about", names.about), ("privacy_policy", names.policy)])
    request.method = .patch
    return request
  }

  public static let announcements = APIRequest(.get, "/api/swiftlet/v1/announcements")

  /// - Parameter end: a day, as `2026-12-24`; empty for none.
  public static func announce(_ text: String, until end: String) -> APIRequest {
    post("/api/swiftlet/v1/announcements", [("text", text), ("ends_at", end)])
  }

  public static func remove(announcement id: String) -> APIRequest {
    APIRequest(.delete, "/api/swiftlet/v1/announcements/" + percentEncoded(id))
  }

  public static func dismiss(announcement id: String) -> APIRequest {
    post("/api/v1/announcements/" + percentEncoded(id) + "/dismiss", [])
  }

  /// Clients of the Twitter API.
  public static let clients = APIRequest(.get, "/api/swiftlet/v1/clients")

  public static func register(_ client: SigningClientForm) -> APIRequest {
    post(
      "/api/swiftlet/v1/clients",
      [
        ("name", client.name), ("website", client.website),
        ("read_only", client.isReadOnly ? "true" : "false"), ("key", client.key),
        ("secret", client.secret), ("callbacks", client.callbacks),
      ])
  }

  public static func remove(client id: String) -> APIRequest {
    APIRequest(.delete, "/api/swiftlet/v1/clients/" + percentEncoded(id))
  }

  /// Lets clients of the Twitter API take members' passwords (xAuth), or not.
  public static func allowPasswords(_ areAllowed: Bool) -> APIRequest {
    var request = post("/api/swiftlet/v1/community", [("xauth", areAllowed ? "true" : "false")])
    request.method = .patch
    return request
  }

  private static func post(_ target: String, _ members: [(name: StaticString, text: String?)]) -> APIRequest {
    var writer = JSONWriter()
    writer.object { $0.texts(members) }
    return APIRequest(.post, target, body: writer.bytes)
  }
}
