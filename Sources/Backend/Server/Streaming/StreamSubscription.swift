import Community
import HTTPTypes
import JSON

/// A stream as a client subscribes to it (docs.joinmastodon.org/methods/streaming).
struct StreamSubscription: Hashable, Sendable {
  let name: StreamName
  /// The stream's name and parameter as the client sent them, which each event repeats over WebSocket.
  let labels: [String]

  /// - Parameter stream: The name, such as `public:local`.
  /// - Throws: `RequestError`, with the message of Mastodon's server.
  init(stream: String, tag: String?, list: String?) throws(RequestError) {
    switch stream {
    case "user": name = .user
    case "user:notification": name = .notifications
    case "public", "public:local": name = .publicPosts(onlyMedia: false)
    case "public:media", "public:local:media": name = .publicPosts(onlyMedia: true)
    case "public:remote", "public:remote:media": name = .remotePosts
    case "direct": name = .direct
    case "hashtag", "hashtag:local":
      let tag = tag ?? ""
      let plain = tag.first == "#" ? String(tag.dropFirst()) : tag
      guard !plain.isEmpty, plain.utf8.count <= 500 else { throw Self.missingTag }
      name = .tag(plain.lowercased())
      labels = [stream, tag]
      return
    case "list":
      guard let list, let id = Int64(digits: Array(list.utf8)[...]) else { throw Self.notAuthorized }
      name = .list(id)
      labels = [stream, list]
      return
    default: throw Self.unknown
    }
    labels = [stream]
  }

  static let missingTag = RequestError(status: .badRequest, message: "Missing tag name parameter")
  /// Also for a circle that doesn't exist.
  static let notAuthorized = RequestError(status: .notFound, message: "Not authorized to stream this list")
  static let unknown = RequestError(status: .badRequest, message: "Unknown stream type")

  /// The scope that a token needs.
  var scope: Scope {
    switch name {
    case .notifications: .readNotifications
    case .user, .publicPosts, .remotePosts, .tag, .list, .direct: .readStatuses
    }
  }
}
