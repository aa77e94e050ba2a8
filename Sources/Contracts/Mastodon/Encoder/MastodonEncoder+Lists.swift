public import JSON
public import Social

extension MastodonEncoder {
  public func accounts(_ profiles: [Profile], _ writer: inout JSONWriter) {
    writer.array(profiles) { writer, profile in account(profile, &writer) }
  }

  /// A tag as the search finds it (entities/Tag).
  public func tag(_ tag: Status.Tag, _ writer: inout JSONWriter) {
    writer.object { writer in
      members(of: tag, &writer)
      writer.emptyArray("history")
      writer.member("following", false)
    }
  }

  /// A tag with how much it was used, day by day (entities/Tag).
  public func tag(
    _ tag: Status.Tag, history: [(start: Timestamp, uses: Int, people: Int)], _ writer: inout JSONWriter
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

  /// Somebody to follow (entities/Suggestion).
  public func suggestion(_ profile: Profile, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("source", "global")
      writer.name("sources")
      writer.array(["most_followed"]) { writer, source in writer.string(source) }
      writer.name("account")
      account(profile, &writer)
    }
  }

  /// What a search found (entities/Search); the first version of the API named the tags only.
  public func search(
    accounts profiles: [Profile], statuses found: [Status], tags: [Status.Tag], namesTagsOnly: Bool,
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

  /// Direct posts that belong together (entities/Conversation).
  ///
  /// - Parameter write: writes a post, which may have been encoded before.
  public func conversation(
    _ conversation: DirectConversation, _ writer: inout JSONWriter, write: (inout JSONWriter, Status) -> Void
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

  /// How far a timeline was read (entities/Marker).
  public func marker(lastRead: String, version: Int, updatedAt: Timestamp, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("last_read_id", lastRead)
      writer.member("version", version)
      writer.member("updated_at", updatedAt)
    }
  }

  /// What the asker set for all programs (entities/Preferences).
  public func preferences(_ settings: AccountSettings, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("posting:default:visibility", settings.privacy.rawValue)
      writer.member("posting:default:sensitive", settings.isSensitive)
      writer.member("posting:default:language", orNull: settings.language)
      writer.member("reading:expand:media", "default")
      writer.member("reading:expand:spoilers", false)
      writer.member("reading:autoplay:gifs", false)
    }
  }

  /// How many there are.
  public func count(_ count: Int, _ writer: inout JSONWriter) {
    writer.object { writer in writer.member("count", count) }
  }
}
