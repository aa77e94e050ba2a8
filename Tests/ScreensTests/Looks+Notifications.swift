import Contracts
import Social

@testable import Screens

extension Looks {
  /// Returns every kind of row, by one, two and many people, with long names and a picture, read and unread.
  static func notifications() -> Notifications.State {
    let picture =
      #","media_attachments":[{"id":"1","type":"image","url":"https://example.org/1.jpg","preview_url":"https://example.org/1s.jpg","description":"A coast"}]"#
    let likes = (0..<8).map {
      Notices.json(90 - $0, "favourite", by: 7 + $0, of: 3, minutes: 4, more: picture)
    }
    let post = longPost.replacing(#"{"id":"5""#, with: #"{"id":"4""#)
    let stranger =
      #"{"id":"70","type":"reblog","created_at":"2026-11-21T09:00:00.000Z","account":\#(longPerson),"status":\#(post)}"#
    return Notices.shown(
      likes + [
        Notices.json(80, "follow_request", by: 9, minutes: 9),
        Notices.json(79, "mention", by: 8, of: 5, minutes: 12),
        Notices.json(78, "follow", by: 8, minutes: 30), Notices.json(77, "follow", by: 9, minutes: 40),
        stranger,
        Notices.json(69, "admin.sign_up", by: 11, minutes: 200),
        Notices.json(68, "status", by: 12, of: 6, minutes: 300),
        Notices.json(67, "update", by: 12, of: 6, minutes: 400),
        Notices.json(66, "follow", by: 13, minutes: 2_000),
        Notices.json(65, "mention", by: 13, of: 7, minutes: 2_001),
      ], next: "max_id=65", marker: 78)
  }

  /// Returns replies to a picture, to a long text, and to a post that is still loading.
  static func answeredPosts() -> Notifications.State {
    func reply(_ id: Int, to parent: Int) -> String {
      Notices.json(id, "mention", by: id, of: 30 + id, more: ",\"in_reply_to_id\":\"\(parent)\"")
    }
    let picture =
      #","media_attachments":[{"id":"1","type":"image","url":"https://example.org/1.jpg","preview_url":"https://example.org/1s.jpg","description":"A coast"}]"#
    let parents = [
      SamplePosts.json(2, by: 1, more: picture),
      SamplePosts.json(3, by: 1, text: "We walked along the river until it was dark, and nobody was cold."),
    ]
    var state = Notices.state(
      .appeared, .received(.newest, Notices.page([reply(9, to: 2), reply(8, to: 3)]), at: noon),
      .received(.parents(["2", "3"]), Notices.page(parents), at: noon))
    let all = Notices.page([reply(10, to: 4), reply(9, to: 2), reply(8, to: 3)])
    for action in [
      Notifications.Action.received(.newest, all, at: noon), .received(.marker, Notices.marker(9), at: noon),
    ] {
      _ = Notifications.reduce(&state, action)
    }
    return state
  }

  /// Returns a list that begins with the offer of notifications for the closed app.
  static func offeredPush() -> Notifications.State {
    var state = Notices.shown(
      [Notices.json(79, "mention", by: 8, of: 5), Notices.json(78, "follow", by: 9, minutes: 30)], marker: 79)
    _ = Notifications.reduce(&state, .pushed(.unasked))
    return state
  }

  /// Returns a first row whose people are listed, one of them with long names.
  static func unfoldedNotifications() -> Notifications.State {
    let likes = (0..<2).map { Notices.json(90 - $0, "favourite", by: 7 + $0, of: 3, minutes: 4) }
    let stranger =
      #"{"id":"88","type":"favourite","created_at":"2026-11-21T11:30:00.000Z","account":\#(longPerson),"status":\#(SamplePosts.json(3, by: 1))}"#
    var state = Notices.shown(
      likes + [stranger, Notices.json(80, "follow", by: 9, minutes: 9)], marker: 90)
    for key in state.keys { _ = Notifications.reduce(&state, .tapped(.faces(key: key))) }
    return state
  }

  static func followerNotifications() -> Notifications.State {
    Notices.state(
      .appeared, .tapped(.kind(.followers)),
      .received(
        .kind(.followers),
        Notices.page([
          Notices.json(80, "follow_request", by: 9, minutes: 9), Notices.json(78, "follow", by: 8),
        ]),
        at: noon),
      .received(.marker, Notices.marker(79), at: noon))
  }

  static let unreachableNotifications = Notices.state(
    .appeared, .received(.newest, .failure(.unreachable), at: noon))

  static let keptNotifications = Notices.state(
    .appeared,
    .loaded(
      key: "session 1 notifications",
      CachedResponse(
        savedAt: noon.advanced(byMilliseconds: -3_600_000), after: "",
        body: Notices.body([
          Notices.json(9, "follow", minutes: 70), Notices.json(8, "favourite", of: 3, minutes: 90),
        ])
      ).bytes),
    .received(.newest, .failure(.unreachable), at: noon))
}
