import Community
import Contracts
import HTTPTypes
import JSON
import Social

extension API {
  /// Adds announcements of owners (docs.joinmastodon.org/methods/announcements), without reactions.
  mutating func addAnnouncements(_ community: Community) {
    schemas["Announcement"] = .object([
      .init("id", .identifier), .init("content", .string), .init("text", .string),
      .init("starts_at", .nullable(.date)), .init("ends_at", .nullable(.date)), .init("all_day", .boolean),
      .init("published", .boolean), .init("published_at", .date), .init("updated_at", .date),
      .init("read", .boolean),
      .init("mentions", .array(.any)), .init("statuses", .array(.any)), .init("tags", .array(.any)),
      .init("emojis", .array(.any)), .init("reactions", .array(.any)),
    ])
    let entity = Schema.reference("Announcement")
    add(
      .reading(
        "/api/v1/announcements", "Announcements that have not ended", .member(nil),
        [APIParameter("with_dismissed", .boolean)], response: .array(entity))
    ) { call in
      let found = try await community.announcements.list(
        call.viewer, withDismissed: call.parameters.bool("with_dismissed") ?? false)
      return .list(found) { writer, announcement in call.encoder.announcement(announcement, &writer) }
    }
    add(
      APIRoute(
        .post, "/api/v1/announcements/:id/dismiss", "Note that the viewer has seen an announcement",
        access: .member(.writeAccounts), response: .object([]))
    ) { call in
      try await community.announcements.dismiss(call.identifier(), call.viewer)
      return .empty
    }
    let path = "/api/swiftlet/v1/announcements"
    add(
      APIRoute(
        .get, path, "All announcements, also those that have ended",
        access: .permitted(.manageAnnouncements, .adminRead), response: .array(entity))
    ) { call in
      .list(try await community.announcements.all()) { writer, announcement in
        call.encoder.announcement(announcement, &writer)
      }
    }
    add(
      .storing(
        .post, path, "Announce a text to all members", .permitted(.manageAnnouncements, .adminWrite),
        // The end is a day (2026-12-24) or a time; empty for none.
        [APIParameter("text", .string, isRequired: true), APIParameter("ends_at", .string)], response: entity)
    ) { call in
      let text = try call.parameters.requiredString("text")
      let end = try call.parameters.string("ends_at").flatMap { $0.isEmpty ? nil : $0 }.map { text in
        guard let end = AnnouncementEnd(text) else { throw RequestError.invalid("ends_at is not a date") }
        return end
      }
      let added = try await community.announcements.add(text, until: end, by: call.viewer)
      return .json { writer in call.encoder.announcement(added, &writer) }
    }
    add(
      APIRoute(
        .delete, path + "/:id", "Remove an announcement",
        access: .permitted(.manageAnnouncements, .adminWrite),
        response: .object([]))
    ) { call in
      try await community.announcements.remove(call.identifier(), by: call.viewer)
      return .empty
    }
  }
}

extension MastodonEncoder {
  /// Encodes an announcement (entities/Announcement).
  func announcement(_ announcement: Announcement, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", "\(announcement.id)")
      writer.name("content")
      content(.text(announcement.text), mentions: [], &writer)
      // Not in the Mastodon API: the plain text.
      writer.member("text", announcement.text)
      writer.null("starts_at")
      writer.member("ends_at", announcement.endsAt)
      writer.member("all_day", announcement.isAllDay)
      writer.member("published", true)
      writer.member("published_at", announcement.publishedAt)
      writer.member("updated_at", announcement.publishedAt)
      writer.member("read", announcement.isRead)
      for name in Self.announcementLists { writer.emptyArray(name) }
    }
  }

  private static let announcementLists: [StaticString] = [
    "mentions", "statuses", "tags", "emojis", "reactions",
  ]
}
