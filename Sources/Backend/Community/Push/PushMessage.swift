import Contracts
import Crypto
import Foundation
public import Social

/// A notification that is sent to one device.
public struct PushMessage: Sendable {
  public let notification: Social.Notification
  /// The receiver's account.
  public let account: Int64
  public let format: PushSubscription.Format
  public let detail: PushSubscription.Detail
  /// The BCP 47 tag of the language of texts.
  public let language: String
  /// The server's address: `https://example.org`.
  public let origin: String
  /// The name of the community.
  public let community: String
  /// The client's token; `nil` unless the format needs it and it can be decrypted.
  public let token: String?
  /// The unread notifications of each account that gets messages on the device; empty in Mastodon's format.
  public let unread: [UnreadCount]
  /// A name by which a newer message replaces an older one that was not delivered yet; `nil` for a message
  /// that stands for itself.
  public let topic: String?
  /// The receiver's username; `nil` unless other accounts get messages on the device, too.
  public var accountName: String?
  /// The id of the last notification that was read; `nil` if none was.
  public var lastRead: Int64?
  /// The proof that the message is this server's; see `Community.tapProof`.
  public var tapProof = ""

  /// The number of accounts on a device whose unread notifications a message tells. Each costs a query, and up
  /// to 30 of the message's 3,993 bytes.
  static let maxAccounts = 25

  /// The number of unread notifications of an account.
  public struct UnreadCount: Equatable, Sendable {
    public let account: Int64
    public let count: Int
  }
}

/// Encodes a message as JSON in UTF-8.
public typealias EncodePushMessage = @Sendable (PushMessage) -> [UInt8]

extension Social.Notification {
  /// The urgency of its message (RFC 8030, section 5.3), by which phones save power.
  fileprivate var urgency: String {
    switch kind {
    case .favourite, .repost, .update: "low"
    case .mention, .follow, .followRequest, .post, .poll, .signUp, .report, .warning, .reportResolved:
      "normal"
    }
  }
}

/// A message with which a member tests whether notifications reach the device.
public struct PushTest: Sendable {
  /// The receiver's account.
  public let account: Int64
  /// The BCP 47 tag of the language of texts.
  public let language: String
  /// The server's address: `https://example.org`.
  public let origin: String
  /// The name of the community.
  public let community: String
  /// The receiver's username; `nil` unless other accounts get messages on the device, too.
  public var accountName: String?
}

extension PushMessage {
  /// Returns the same name for all likes of a post, which are shown as one. The push service learns only a
  /// keyed hash of it (RFC 8030, section 5.4).
  static func topic(of notification: Social.Notification, for account: Int64, key: [UInt8]) -> String? {
    switch notification.kind {
    case .favourite, .repost, .update: break
    case .mention, .follow, .followRequest, .post, .poll, .signUp, .report, .warning, .reportResolved:
      return nil
    }
    guard let post = notification.post else { return nil }
    let name = "\(account) \(notification.kind.rawValue) \(post.id)"
    let hash = HMAC<Crypto.SHA256>.authenticationCode(for: Data(name.utf8), using: SymmetricKey(data: key))
    return base64URL(Array(hash.prefix(24)))
  }

  /// The fields of its request, which push services read.
  ///
  /// - Parameter lifetime: the time that the push service may keep the message, in seconds.
  func envelope(lifetime: Int64) -> PushEnvelope {
    format == .mastodon
      ? PushEnvelope(lifetime: lifetime, urgency: "normal", topic: topic, paddingStep: 1)
      : PushEnvelope(lifetime: lifetime, urgency: notification.urgency, topic: topic)
  }
}

/// The fields of a push message's request, which push services read (RFC 8030, section 5).
struct PushEnvelope {
  /// The time that the push service may keep the message, in seconds.
  var lifetime: Int64
  var urgency = "normal"
  var topic: String?
  /// The step in bytes to which the text is padded, so that its length says little. Mastodon's clients don't
  /// take padding.
  var paddingStep = 512

  /// Encrypts a message for its subscription, and returns the request's body with its header fields.
  ///
  /// - Parameters:
  ///   - token: the token by which the push service knows this server.
  ///   - publicKey: the public key that the token was signed with.
  func request(
    _ plaintext: [UInt8], to keys: PushKeys, isStandard: Bool, token: String, publicKey: String
  ) throws -> OutboundBody {
    let encryption = PushEncryption(to: keys)
    var fields = [
      (name: "TTL", value: "\(lifetime)"),
      (name: "Urgency", value: urgency),
      (name: "Content-Type", value: "application/octet-stream"),
    ]
    if let topic { fields.append((name: "Topic", value: topic)) }
    guard !isStandard else {
      fields += [
        (name: "Content-Encoding", value: "aes128gcm"),
        (name: "Authorization", value: "vapid t=\(token), k=\(publicKey)"),
      ]
      return OutboundBody(
        fields: fields,
        bytes: try encryption.standard(plaintext, paddedTo: paddingStep))
    }
    let (body, salt, senderKey) = try encryption.draft(plaintext)
    fields += [
      (name: "Content-Encoding", value: "aesgcm"), (name: "Encryption", value: salt),
      (name: "Crypto-Key", value: senderKey + ";p256ecdsa=" + publicKey),
      (name: "Authorization", value: "WebPush " + token),
    ]
    return OutboundBody(fields: fields, bytes: body)
  }
}
