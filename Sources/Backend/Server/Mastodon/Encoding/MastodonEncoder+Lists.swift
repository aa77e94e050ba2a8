import Community
import Contracts
import JSON
import Social

extension MastodonEncoder {
  func accounts(_ profiles: [Profile], _ writer: inout JSONWriter) {
    writer.array(profiles) { writer, profile in account(profile, &writer) }
  }

  /// Encodes a tag in search results (entities/Tag).
  func tag(_ tag: Post.Tag, _ writer: inout JSONWriter) {
    writer.object { writer in
      members(of: tag, &writer)
      writer.emptyArray("history")
      writer.member("following", false)
    }
  }

  /// Encodes a tag with its daily number of uses (entities/Tag).
  func tag(
    _ tag: Post.Tag, history: [(start: Timestamp, uses: Int, people: Int)], _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      members(of: tag, &writer)
      self.history(history, &writer)
      writer.member("following", false)
    }
  }

  func history(_ days: [(start: Timestamp, uses: Int, people: Int)], _ writer: inout JSONWriter) {
    writer.name("history")
    writer.array(days) { writer, day in
      writer.object { writer in
        writer.member("day", "\(day.start.milliseconds / 1000)")
        writer.member("uses", "\(day.uses)")
        writer.member("accounts", "\(day.people)")
      }
    }
  }

  /// Encodes a suggested account (entities/Suggestion).
  ///
  /// - Parameter isOfFriends: True if accounts that the viewer follows follow it.
  func suggestion(_ profile: Profile, isOfFriends: Bool, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("source", isOfFriends ? "past_interactions" : "global")
      writer.name("sources")
      writer.array([isOfFriends ? "friends_of_friends" : "most_followed"]) { writer, source in
        writer.string(source)
      }
      writer.name("account")
      account(profile, &writer)
    }
  }

  /// Encodes search results (entities/Search).
  ///
  /// - Parameter namesTagsOnly: True for the first version of the API, where a tag is only its name.
  func search(
    accounts profiles: [Profile], statuses found: [Post], tags: [Post.Tag], namesTagsOnly: Bool,
    _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.name("accounts")
      accounts(profiles, &writer)
      writer.name("statuses")
      statuses(found, &writer)
      writer.name("hashtags")
      writer.array(tags) { writer, tag in
        if namesTagsOnly { writer.string(tag.name) } else { self.tag(tag, &writer) }
      }
    }
  }

  /// Encodes a circle (entities/List). `accounts_count` is our own.
  func circle(_ circle: Circle, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", circle.id)
      writer.member("title", circle.name)
      writer.member("replies_policy", circle.repliesPolicy.rawValue)
      writer.member("exclusive", circle.isExclusive)
      writer.member("accounts_count", circle.peopleCount ?? 0)
    }
  }

  /// Encodes a named album, which the Mastodon API doesn't have.
  func scrapbook(_ scrapbook: Scrapbook, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", scrapbook.id)
      writer.member("account_id", scrapbook.owner)
      writer.member("title", scrapbook.title)
      writer.member("posts_count", scrapbook.postsCount)
      writer.name("cover")
      if let cover = scrapbook.cover { attachment(cover, &writer) } else { writer.null() }
    }
  }

  /// Encodes a conversation of direct posts (entities/Conversation).
  ///
  /// - Parameter write: Writes a post, which may be encoded already.
  func conversation(
    _ conversation: DirectConversation, _ writer: inout JSONWriter, write: (inout JSONWriter, Post) -> Void
  ) {
    writer.object { writer in
      writer.member("id", conversation.id)
      writer.member("unread", conversation.isUnread)
      writer.name("accounts")
      accounts(conversation.people, &writer)
      writer.name("last_status")
      write(&writer, conversation.last)
    }
  }

  /// Encodes the reading position in a timeline (entities/Marker).
  func marker(lastRead: String, version: Int, updatedAt: Timestamp, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("last_read_id", lastRead)
      writer.member("version", version)
      writer.member("updated_at", updatedAt)
    }
  }

  /// Encodes the viewer's settings for all clients (entities/Preferences).
  func preferences(_ settings: AccountSource, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.defaultAudience(
        settings.privacy, "posting:default:visibility", extension: "posting:default:audience")
      writer.member("posting:default:sensitive", settings.isSensitive)
      writer.member("posting:default:language", orNull: settings.language)
      writer.member("reading:expand:media", "default")
      writer.member("reading:expand:spoilers", false)
      writer.member("reading:autoplay:gifs", false)
    }
  }

  /// Encodes a count.
  func unread(_ count: Int, _ announcement: Announcement?, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("count", count)
      guard let announcement else { return }
      writer.object("announcement") { writer in
        writer.member("id", "\(announcement.id)")
        writer.member("text", announcement.text)
      }
    }
  }
}
