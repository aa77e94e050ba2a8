/// A device's subscription to notifications while its client is closed (Mastodon API,
/// entities/WebPushSubscription).
public struct PushSubscription: Equatable, Sendable {
  /// The people whose notifications are sent.
  public enum Policy: String, CaseIterable, Sendable {
    case all
    /// Those that the receiver follows.
    case followed
    /// Those that follow the receiver.
    case follower
    case none
  }

  /// The most that a message tells of a notification. Not in the Mastodon API.
  public enum Detail: String, CaseIterable, Sendable {
    /// The kind alone.
    case kind
    /// The kind, and the name of the member who caused it.
    case name
    /// Also the text of the post.
    case text
  }

  /// The form of a message. Not in the Mastodon API.
  public enum Format: String, CaseIterable, Sendable {
    /// Mastodon's, with the client's token in it.
    case mastodon
    /// Declarative Web Push, which browsers show by themselves. It never has a token.
    case declarative
  }

  /// The hours in which messages wait, by the clock on the wall: `22:00`. Not in the Mastodon API.
  ///
  /// A class, so that what has them is copied by little code: that counts in the app.
  public final class QuietHours: Equatable, Sendable {
    public let from: String
    public let to: String
    /// The name of the time zone: `Europe/Berlin`.
    public let zone: String

    public init(from: String, to: String, zone: String) {
      self.from = from
      self.to = to
      self.zone = zone
    }

    public func at(zone: String) -> QuietHours { QuietHours(from: from, to: to, zone: zone) }

    public static func == (left: QuietHours, right: QuietHours) -> Bool {
      left.from == right.from && left.to == right.to && left.zone == right.zone
    }
  }

  /// The choice for one kind of notification.
  public struct Alert: Equatable, Sendable {
    /// The API's name of the kind.
    public var kind: String
    public var isOn: Bool

    public init(_ kind: String, isOn: Bool) {
      self.kind = kind
      self.isOn = isOn
    }

    /// The kinds that every response names, because some clients don't decode one without them.
    public static let required = ["follow", "favourite", "reblog", "mention", "poll", "status"]

    /// All kinds that are stored, with some that this server never sends: clients compare what they sent with
    /// what they get.
    public static let known =
      required + [
        "follow_request", "update", "quote", "quoted_update", "severed_relationships", "moderation_warning",
        "annual_report", "admin.sign_up", "admin.report", "added_to_collection", "collection_update",
        "swiftlet.report_resolved",
      ]
  }

  /// Small, because some clients read it as a number of 32 bits.
  public var id: Int64
  /// The address at the push service. It is a secret: with it, anybody can send messages.
  public var endpoint: String
  /// True for the coding of RFC 8291, false for its draft, which older clients know alone.
  public var isStandard: Bool
  public var alerts: [Alert]
  public var policy: Policy
  public var detail: Detail
  public var format: Format
  /// `nil` if messages come at any time.
  public var quiet: QuietHours?

  public init(
    id: Int64, endpoint: String, isStandard: Bool, alerts: [Alert], policy: Policy = .all,
    detail: Detail = .text,
    format: Format = .mastodon, quiet: QuietHours? = nil
  ) {
    self.id = id
    self.endpoint = endpoint
    self.isStandard = isStandard
    self.alerts = alerts
    self.policy = policy
    self.detail = detail
    self.format = format
    self.quiet = quiet
  }
}
