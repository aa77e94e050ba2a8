import Social
import Testing

@testable import Community

/// Push messages of reminders (decision 0089).
@Suite struct ReminderPushTests {
  @Test func `NEW_22 a reminder is pushed to who muted the author, and a mention isn't`() async throws {
    try await withPush { push in
      let (town, community) = (push.town, push.town.community)
      try await push.subscribe("ben", "/ben")
      _ = try await community.relationships.mute(
        town.id("ada"), town.viewer("ben"), hidesNotifications: true, duration: nil)
      try await town.post("@ben plain", by: "ada")
      _ = try await community.posts.publish(
        PostDraft(text: "Come", reminded: [town.id("ben")]), viewer: town.viewer("ada"), idempotencyKey: nil)
      try await push.send()
      #expect(try push.received("/ben") == ["mention ada Come"])
    }
  }
}
