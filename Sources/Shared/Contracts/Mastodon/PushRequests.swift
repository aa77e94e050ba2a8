public import JSON
public import Social

/// Requests for notifications that reach the device while the app is closed (Mastodon API, methods/push).
/// `detail`, `quiet`, `format` and the test message aren't in the Mastodon API.
public enum PushRequests {
  private static let path = "/api/v1/push/subscription"

  /// The subscription of this session.
  public static var find: APIRequest { APIRequest(.get, path) }

  public static var remove: APIRequest { APIRequest(.delete, path) }

  /// Sends this device a test message.
  public static var test: APIRequest { APIRequest(.post, path + "/test") }

  /// The server's public key is in its description (methods/instance).
  public static var key: APIRequest { APIRequest(.get, "/api/v2/instance") }

  /// - Parameter choices: JSON from `PushChoices`.
  public static func subscribe(_ registration: PushRegistration, _ choices: [UInt8]) -> APIRequest {
    var writer = JSONWriter()
    writer.object { writer in
      writer.object("subscription") { writer in
        writer.member("endpoint", registration.endpoint)
        writer.object("keys") {
          $0.texts([("p256dh", registration.publicKey), ("auth", registration.secret)])
        }
        writer.member("standard", true)
        writer.member("format", PushSubscription.Format.declarative.rawValue)
      }
      writer.name("data")
      writer.json(choices)
    }
    return APIRequest(.post, path, body: writer.bytes)
  }

  public static func change(_ choices: [UInt8]) -> APIRequest {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("data")
      writer.json(choices)
    }
    return APIRequest(.put, path, body: writer.bytes)
  }
}

/// The device's registration at the push service of its browser (W3C Push API, `PushSubscription`).
public struct PushRegistration: Equatable, Sendable {
  public let endpoint: String
  /// The keys in base64url.
  public let publicKey: String
  public let secret: String

  /// Reads what the browser's `toJSON` returns.
  public init?(json text: String) {
    guard let json = try? JSON(parsing: Array(text.utf8)), let endpoint = json.text("endpoint"),
      let publicKey = json["keys"]?.text("p256dh"), let secret = json["keys"]?.text("auth")
    else { return nil }
    self.endpoint = endpoint
    self.publicKey = publicKey
    self.secret = secret
  }
}

/// A choice for one or several kinds of notification.
public enum PushTopic: String, CaseIterable, Sendable {
  case mentions, favourites, reposts, follows, polls, posts, edits, reports

  /// The API's names of the kinds.
  var alerts: [String] {
    switch self {
    case .mentions: ["mention"]
    case .favourites: ["favourite"]
    case .reposts: ["reblog"]
    case .follows: ["follow", "follow_request"]
    case .polls: ["poll"]
    case .posts: ["status"]
    case .edits: ["update"]
    case .reports: ["moderation_warning", "swiftlet.report_resolved", "admin.sign_up", "admin.report"]
    }
  }
}

/// The notifications that a device gets.
public struct PushChoices: Equatable, Sendable {
  public var topics: [PushTopic]
  public var policy: PushSubscription.Policy
  public var detail: PushSubscription.Detail
  /// `nil` if they come at any time.
  public var quiet: PushSubscription.QuietHours?

  public init(
    topics: [PushTopic] = PushTopic.allCases, policy: PushSubscription.Policy = .all,
    detail: PushSubscription.Detail = .name, quiet: PushSubscription.QuietHours? = nil
  ) {
    self.topics = topics
    self.policy = policy
    self.detail = detail
    self.quiet = quiet
  }

  /// The `data` of a request.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.object("alerts") { writer in
        for topic in PushTopic.allCases {
          for alert in topic.alerts {
            writer.name(of: alert)
            writer.bool(topics.contains(topic))
          }
        }
      }
      writer.member("policy", policy.rawValue)
      writer.member("detail", detail.rawValue)
      writer.quietHours(quiet)
    }
    return writer.bytes
  }

  /// Decodes entities/WebPushSubscription, or the `data` of a request.
  public init?(json bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes), let alerts = json["alerts"] else { return nil }
    topics = PushTopic.allCases.filter { topic in topic.alerts.contains { alerts[$0]?.bool == true } }
    policy = json.text("policy").flatMap { PushSubscription.Policy(rawValue: $0) } ?? .all
    detail = json.text("detail").flatMap { PushSubscription.Detail(rawValue: $0) } ?? .name
    if let hours = json["quiet"], let from = hours.text("from"), let to = hours.text("to"),
      let zone = hours.text("zone")
    {
      quiet = PushSubscription.QuietHours(from: from, to: to, zone: zone)
    }
  }
}

extension JSONWriter {
  /// Writes the member `quiet`, which is null without quiet hours.
  public mutating func quietHours(_ hours: PushSubscription.QuietHours?) {
    guard let hours else {
      name("quiet")
      return null()
    }
    object("quiet") { $0.texts([("from", hours.from), ("to", hours.to), ("zone", hours.zone)]) }
  }
}

extension MastodonDecoder {
  /// Decodes the public key with which a server signs its push messages (entities/Instance); `nil` if it
  /// sends none.
  public static func pushKey(body: [UInt8]) -> String? {
    (try? JSON(parsing: body))?["configuration"]?["vapid"]?.text("public_key")
  }
}
