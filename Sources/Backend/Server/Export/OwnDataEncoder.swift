import Contracts
import JSON
import Social

/// Encodes the export of a member's data. Names are those of the Mastodon API if it has one; pictures are
/// referred to by their files in the archive.
struct OwnDataEncoder: Sendable {
  private let encoder: MastodonEncoder

  /// - Parameter prefix: The server's address, `https://example.org`.
  init(prefix: String) { encoder = MastodonEncoder(prefix: prefix) }

  /// Encodes `profile.json`.
  func profile(
    _ profile: Profile, email: String?, visibility: Visibility, isSensitive: Bool, language: String?,
    push: [(host: String, subscription: PushSubscription)], _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.member("id", profile.id)
      writer.member("username", profile.handle)
      writer.member("address", profile.handle + "@" + encoder.domain)
      writer.member("url", address(of: profile.handle))
      writer.member("email", orNull: email)
      for text in ProfileText.allCases {
        writer.name(of: text.apiName)
        switch text {
        case .nick: writer.string(profile.account.nick)
        case .note: writer.string(profile.bio.source)
        }
      }
      writer.name("fields")
      writer.array(profile.fields) { writer, field in
        writer.object { writer in
          writer.member("name", field.name)
          writer.member("value", field.value.source)
        }
      }
      writer.member("avatar", orNull: profile.account.avatar.flatMap { Self.file(of: $0.url) })
      writer.member("header", orNull: profile.account.cover.flatMap { Self.file(of: $0.url) })
      writer.flags(profile.flags)
      writer.member("created_at", profile.createdAt)
      writer.object("new_posts") { writer in
        writer.member("visibility", visibility.rawValue)
        writer.member("sensitive", isSensitive)
        writer.member("language", orNull: language)
      }
      // Without endpoints and keys, because an endpoint is enough to send messages.
      writer.name("push_subscriptions")
      writer.array(push) { writer, push in
        writer.object { writer in
          writer.member("service", push.host)
          writer.name("alerts")
          writer.array(push.subscription.alerts.filter(\.isOn)) { writer, alert in writer.string(alert.kind) }
          writer.member("policy", push.subscription.policy.rawValue)
          writer.member("detail", push.subscription.detail.rawValue)
          writer.quietHours(push.subscription.quiet)
        }
      }
    }
  }

  /// Encodes an entry of `posts.json`.
  func post(_ entry: TimelineEntry, by username: String, _ writer: inout JSONWriter) {
    let status = entry.post
    writer.object { writer in
      writer.member("id", entry.id)
      writer.member("created_at", entry.createdAt)
      guard entry.reposter == nil else {
        writer.object("reblog") { members(of: status.id, by: status.author.handle, &$0) }
        return
      }
      writer.member("url", address(of: username, post: status.id))
      writer.member("edited_at", status.editedAt)
      writer.member("visibility", status.visibility.rawValue)
      writer.circles(status.circles)
      writer.location(status.location)
      writer.member("sensitive", status.isSensitive)
      writer.member("spoiler_text", status.warning)
      writer.member("language", orNull: status.language)
      writer.member("in_reply_to_id", orNull: status.replyTo?.id)
      writer.member("text", status.content.source)
      writer.name("media_attachments")
      writer.array(status.attachments) { writer, attachment in
        writer.object { writer in
          writer.member("file", orNull: Self.file(of: attachment.url))
          writer.member("url", orNull: encoder.isAddress(attachment.url) ? absolute(attachment.url) : nil)
          writer.member("description", attachment.picture.description)
        }
      }
      writer.name("poll")
      if let poll = status.poll { encoder.poll(poll, &writer) } else { writer.null() }
      writer.name("tags")
      writer.array(status.tags) { writer, tag in writer.string(tag.name) }
      writer.name("mentions")
      writer.array(status.mentions) { writer, mention in
        writer.string(mention.username + "@" + encoder.domain)
      }
      if !status.reminded.isEmpty {
        writer.name("reminded")
        writer.array(status.reminded) { writer, person in
          writer.string(person.username + "@" + encoder.domain)
        }
      }
      writer.member("replies_count", status.repliesCount)
      writer.member("reblogs_count", status.repostsCount)
      writer.member("favourites_count", status.favouritesCount)
      writer.member("favourited", status.interactions.isFavourite)
      writer.member("bookmarked", status.interactions.isBookmarked)
      writer.member("pinned", status.interactions.isPinned)
    }
  }

  /// Encodes the id and URL of a post for `likes.json` and `bookmarks.json`.
  func address(of post: String, by username: String, _ writer: inout JSONWriter) {
    writer.object { members(of: post, by: username, &$0) }
  }

  /// Encodes an entry of `albums.json`.
  func scrapbook(_ title: String, posts: [String], by username: String, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("title", title)
      writer.name("posts")
      writer.array(posts) { writer, post in address(of: post, by: username, &writer) }
    }
  }

  private func members(of post: String, by username: String, _ writer: inout JSONWriter) {
    writer.member("id", post)
    writer.member("url", address(of: username, post: post))
  }

  /// Encodes `about.json`.
  ///
  /// - Parameters:
  ///   - missing: Some of the picture files that are missing; `missingCount` is their total number.
  ///   - leftOut: Followed accounts with names that no other server accepts.
  func about(
    createdAt: Timestamp, posts: Int, pictures: Int, missing: [String], missingCount: Int, leftOut: [String],
    _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.member("swiftlet_export", 1)
      writer.member("server", encoder.prefix)
      writer.member("created_at", createdAt)
      writer.member("posts", posts)
      writer.member("pictures", pictures)
      writer.member("missing_pictures_count", missingCount)
      writer.name("missing_pictures")
      writer.array(missing) { writer, name in writer.string(name) }
      writer.name("not_in_following_accounts")
      writer.array(leftOut) { writer, name in writer.string(name) }
    }
  }

  /// Returns a line of `following_accounts.csv` in Mastodon's format; `nil` for a name that no server
  /// accepts.
  func followed(_ username: String, showsReposts: Bool, notifies: Bool) -> String? {
    address(csv: username).map { "\($0),\(showsReposts),\(notifies),\n" }
  }

  /// Returns a line of `lists.csv` in Mastodon's format; `nil` for a name that no server accepts.
  func person(_ username: String, inCircle circle: String) -> String? {
    address(csv: username).map { "\"\(circle.replacing("\"", with: "\"\""))\",\($0)\n" }
  }

  private func address(csv username: String) -> String? {
    let bytes = Array(username.utf8)
    let isName = bytes.allSatisfy { byte in
      0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }
    // A spreadsheet would read a leading minus as the start of a formula.
    guard isName, bytes.first != UInt8(ascii: "-"), bytes.first != UInt8(ascii: ".") else { return nil }
    return "\(username)@\(encoder.domain)"
  }

  static let followedHeader = "Account address,Show boosts,Notify on new posts,Languages\n"

  /// Returns the name of a local picture's file in the archive; `nil` for a picture on another server or one
  /// that is lost.
  static func file(of url: String) -> String? {
    let bytes = Array(url.utf8)
    let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0].isEmpty, parts[1].elementsEqual("media".utf8) else { return nil }
    return String(decoding: bytes.dropFirst(), as: UTF8.self)
  }

  func address(of username: String, post: String) -> String { address(of: username) + "/" + post }

  func address(of username: String) -> String { encoder.prefix + "/@" + percentEncoded(username) }

  private func absolute(_ url: String) -> String {
    Array(url.utf8).first == UInt8(ascii: "/") ? encoder.prefix + url : url
  }
}
