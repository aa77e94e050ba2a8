public import Social

/// A push subscription as it is stored.
public struct PushSubscriptionRecord: Equatable, Sendable {
  public var subscription: PushSubscription
  /// The id of the token that it belongs to.
  public var token: Int64
  /// The host of the endpoint.
  public var host: String
  /// The receiver's public key in base64url.
  public var publicKey: String
  /// The authentication secret in base64url.
  public var secret: String
  /// The BCP 47 tag of the language of messages.
  public var language: String
  /// The server's address as the client knows it: `https://example.org`.
  public var origin: String
  /// The client's token, encrypted; `nil` if messages don't need it.
  public var sealedToken: String?

  public init(
    subscription: PushSubscription, token: Int64, host: String, publicKey: String, secret: String,
    language: String,
    origin: String, sealedToken: String?
  ) {
    self.subscription = subscription
    self.token = token
    self.host = host
    self.publicKey = publicKey
    self.secret = secret
    self.language = language
    self.origin = origin
    self.sealedToken = sealedToken
  }

  static let columns: SQL = """
    s.id, s.token, s.endpoint, s.host, s.public_key, s.secret, s.is_standard, s.alerts, s.policy, s.detail, s.format, \
    s.language, s.origin, s.sealed_token, s.quiet
    """

  init(_ row: inout RowReader) throws(StorageError) {
    let id = try row.integer()
    token = try row.integer()
    let endpoint = try row.text()
    host = try row.text()
    publicKey = try row.text()
    secret = try row.text()
    let isStandard = try row.bool()
    let alerts = [PushSubscription.Alert](stored: try row.text())
    let (policy, detail, format) = (try row.text(), try row.text(), try row.text())
    subscription = PushSubscription(
      id: id, endpoint: endpoint, isStandard: isStandard, alerts: alerts,
      policy: PushSubscription.Policy(rawValue: policy) ?? .none,
      detail: PushSubscription.Detail(rawValue: detail) ?? .kind,
      format: PushSubscription.Format(rawValue: format) ?? .declarative)
    language = try row.text()
    origin = try row.text()
    sealedToken = try row.optionalText()
    subscription.quiet = try row.optionalText().flatMap { PushSubscription.QuietHours(stored: $0) }
  }
}

/// The text of quiet hours in the table: `22:00 07:00 Europe/Berlin`.
extension PushSubscription.QuietHours {
  var stored: String { from + " " + to + " " + zone }

  convenience init?(stored: String) {
    let parts = stored.split(separator: " ").map { String($0) }
    guard parts.count == 3 else { return nil }
    self.init(from: parts[0], to: parts[1], zone: parts[2])
  }
}

/// The text of alerts in the table: ` mention=1 follow=0`. Each name follows a blank, so that a search for one
/// never finds the end of another.
extension [PushSubscription.Alert] {
  var stored: String { map { " " + $0.kind + ($0.isOn ? "=1" : "=0") }.joined() }

  init(stored: String) {
    self = stored.split(separator: " ").map {
      PushSubscription.Alert(String($0.dropLast(2)), isOn: $0.hasSuffix("=1"))
    }
  }
}
