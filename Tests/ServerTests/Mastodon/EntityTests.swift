import JSON
import Social
import TestSupport
import Testing

@testable import Server

/// Tests every entity with extreme values, read as strictly as by the strictest client.
struct EntityTests {
  private let encoder = MastodonEncoder(prefix: "https://example.org")

  private func expect(
    _ shape: Shape, _ location: SourceLocation = #_sourceLocation, _ write: (inout JSONWriter) -> Void
  ) throws {
    var writer = JSONWriter()
    write(&writer)
    let problems = shape.problems(in: try JSON(parsing: writer.bytes))
    #expect(problems == [], sourceLocation: location)
  }

  @Test func `the barest entities lack no member`() throws {
    let profile = Extremes.bareProfile
    let status = Extremes.barePost
    try expect(Entities.account) { encoder.account(profile, &$0) }
    try expect(Entities.ownAccount) { encoder.ownAccount(profile, AccountSource(note: ""), &$0) }
    try expect(Entities.status) { encoder.status(status, &$0) }
    let entry = TimelineEntry(id: "2", createdAt: nil, post: status, reposter: profile)
    try expect(Entities.status) { encoder.entry(entry, &$0) }
    try expect(Entities.context) { encoder.context(ancestors: [], descendants: [], &$0) }
    try expect(Entities.preferences) { encoder.preferences(AccountSource(note: ""), &$0) }
    try expect(Entities.relationship) { encoder.relationship(Relationship(id: "1"), &$0) }
    for kind in Notification.Kind.allCases {
      let notification = Notification(id: "1", kind: kind, createdAt: nil, actor: profile)
      try expect(Entities.notification) { encoder.notification(notification, &$0) }
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `whatever a status holds it is whole`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let status = Extremes.status(&generator)
    let profile = Extremes.profile(&generator)
    try expect(Entities.status) { encoder.status(status, &$0) }
    let entry = TimelineEntry(id: "7", createdAt: status.editedAt, post: status, reposter: profile)
    try expect(Entities.status) { encoder.entry(entry, &$0) }
    let notification = Notification(id: "1", kind: .mention, createdAt: nil, actor: profile, post: status)
    try expect(Entities.notification) { encoder.notification(notification, &$0) }
    try expect(Entities.context) { encoder.context(ancestors: [status], descendants: [status], &$0) }
    try expect(Entities.statusEdit) { writer in
      encoder.edit(
        content: status.content, mentions: status.mentions, warning: status.warning, isSensitive: true,
        at: status.createdAt, author: profile, &writer)
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `whatever an account holds it is whole`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let profile = Extremes.profile(&generator)
    let settings = AccountSource(
      note: generator.text(), fields: profile.fields, privacy: generator.pick(Visibility.withoutCircles),
      isSensitive: generator.chance(50), language: generator.pick([nil, "", "en"]),
      role: generator.pick([.owner, .moderator, .member, nil]))
    try expect(Entities.account) { encoder.account(profile, &$0) }
    try expect(Entities.ownAccount) { encoder.ownAccount(profile, settings, &$0) }
    try expect(Entities.preferences) { encoder.preferences(settings, &$0) }
  }

  @Test(arguments: [Instance.Registration.closed, .invitation, .open])
  func `both versions of the instance are whole and agree`(registration: Instance.Registration) throws {
    var instance = Instance(
      title: "", description: Extremes.longest, version: "0.1.0", registration: registration, members: 0,
      posts: 0,
      contact: nil, maxCharacters: 500, charactersPerLink: 23)
    instance.pushKey = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic"
    for contact in [nil, Extremes.bareProfile] {
      instance.contact = contact
      try expect(Entities.instanceV1) { encoder.instanceV1(instance, &$0) }
      try expect(Entities.instanceV2) { encoder.instanceV2(instance, &$0) }
    }
    let first = try JSON(parsing: JSONWriter.text { encoder.instanceV1(instance, &$0) })
    let second = try JSON(parsing: JSONWriter.text { encoder.instanceV2(instance, &$0) })
    for name in ["statuses", "media_attachments", "polls", "accounts"] {
      #expect(first["configuration"]?[name] == second["configuration"]?[name])
    }
    #expect(first["registrations"] == second["registrations"]?["enabled"])
    #expect(first["contact_account"] == second["contact"]?["account"])
    #expect(second["domain"]?.string == "example.org")
    #expect(second["version"]?.string == "4.2.0 (compatible; Swiftlet 0.1.0)")
    #expect(second["configuration"]?["urls"]?["streaming"]?.string == "wss://example.org")
    #expect(first["urls"]?["streaming_api"]?.string == "wss://example.org")
    for instance in [first, second] {
      #expect(instance["languages"]?.array?.compactMap(\.string) == ["en", "ar", "el", "pt", "zh"])
    }
  }

  @Test func `the smaller entities are whole`() throws {
    let tag = Post.Tag(name: "朋友圈", url: "")
    try expect(Entities.foundTag) { encoder.tag(tag, &$0) }
    try expect(Entities.search) { writer in
      encoder.search(
        accounts: [Extremes.bareProfile], statuses: [Extremes.barePost], tags: [tag], namesTagsOnly: false,
        &writer)
    }
    try expect(Entities.searchV1) { writer in
      encoder.search(accounts: [], statuses: [], tags: [tag], namesTagsOnly: true, &writer)
    }
    try expect(Entities.statusSource) { encoder.source(id: "1", text: Extremes.longest, warning: "", &$0) }
    try expect(Entities.marker) {
      encoder.marker(lastRead: "1", version: 0, updatedAt: Timestamp(milliseconds: 0), &$0)
    }
  }

  @Test func `a checker that finds nothing would be no check`() throws {
    let json = try JSON(parsing: #"{"id":1,"url":"","created_at":"2026-11-21T06:04:13Z","id":2,"note":null}"#)
    let problems = Shape.object([
      ("id", .id), ("url", .url), ("created_at", .date), ("note", .text), ("bot", .bool),
    ]).problems(in: json)
    #expect(problems.count == 6)
  }
}
