import Community
import Contracts
import JSON
import NIOCore
import Social

/// Encodes an event once for all connections that get the same bytes.
struct EventRenderer {
  private struct Key: Hashable {
    let prefix: String
    /// The labels of a subscription over WebSocket; `nil` for server-sent events.
    let labels: [String]?
  }

  private let event: StreamEvent
  private let posts: EncodedPosts
  private var payloads: [String: [UInt8]] = [:]
  private var frames: [Key: ByteBuffer] = [:]

  init(_ event: StreamEvent, posts: EncodedPosts) {
    self.event = event
    self.posts = posts
  }

  /// Returns the event for a connection.
  ///
  /// - Parameter prefix: The server's URL as the connection reached it.
  mutating func bytes(_ format: StreamFormat, prefix: String, labels: [String]) -> ByteBuffer {
    let key = Key(prefix: prefix, labels: format == .webSocket ? labels : nil)
    if let known = frames[key] { return known }
    let payload = payloads[prefix] ?? encoded(prefix)
    payloads[prefix] = payload
    let frame = format == .webSocket ? Self.message(name, payload, labels) : Self.block(name, payload)
    frames[key] = frame
    return frame
  }

  private var name: String {
    switch event {
    case .update: "update"
    case .edit: "status.update"
    case .delete: "delete"
    case .notification: "notification"
    case .conversation: "conversation"
    case .announcement: "announcement"
    case .announcementRemoved: "announcement.delete"
    case .counts: "status.counts"
    }
  }

  private func encoded(_ prefix: String) -> [UInt8] {
    let encoder = MastodonEncoder(prefix: prefix)
    var writer = JSONWriter(reservingCapacity: 4096)
    switch event {
    case .update(let entry), .edit(let entry): posts.write(entry, encoder, &writer)
    case .delete(let id), .announcementRemoved(let id): writer.number(id)
    case .notification(let notification): encoder.notification(notification, &writer)
    case .conversation(let conversation):
      encoder.conversation(conversation, &writer) { writer, post in posts.write(post, encoder, &writer) }
    case .announcement(let announcement): encoder.announcement(announcement, &writer)
    case .counts(let post): encoder.counts(of: post, &writer)
    }
    return writer.bytes
  }

  /// A block of an event stream (HTML Standard, "Server-sent events"). JSON has no line breaks.
  private static func block(_ name: String, _ payload: [UInt8]) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.reserveCapacity(payload.count + name.utf8.count + 18)
    buffer.writeString("event: \(name)\ndata: ")
    buffer.writeBytes(payload)
    buffer.writeString("\n\n")
    return buffer
  }

  /// A text message, with the payload as a string.
  private static func message(_ name: String, _ payload: [UInt8], _ labels: [String]) -> ByteBuffer {
    var writer = JSONWriter(reservingCapacity: payload.count + payload.count / 4 + 256)
    writer.object { writer in
      writer.name("stream")
      writer.array(labels) { writer, label in writer.string(label) }
      writer.member("event", name)
      writer.name("payload")
      writer.string { writer in writer.piece(payload[...]) }
    }
    return ByteBuffer(bytes: writer.bytes)
  }
}

extension MastodonEncoder {
  /// Encodes the numbers of a post. Not in the Mastodon API.
  fileprivate func counts(of post: Post, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", post.id)
      writer.member("replies_count", post.repliesCount)
      writer.member("reblogs_count", post.repostsCount)
      writer.member("favourites_count", post.favouritesCount)
    }
  }
}
