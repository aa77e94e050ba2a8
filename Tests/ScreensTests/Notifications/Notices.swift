import Contracts
import Social
import TestSupport

@testable import Screens

/// Notifications as a server sends them.
enum Notices {
  /// Returns a notification's JSON; `minutes` counts back from noon.
  static func json(
    _ id: Int, _ type: String, by actor: Int = 7, of postID: Int? = nil, minutes: Int = 0, more: String = ""
  ) -> String {
    let time = noon.advanced(byMilliseconds: Int64(minutes) * -60_000).iso8601
    let post = postID.map { SamplePosts.json($0, by: type == "mention" ? actor : 1, more: more) } ?? "null"
    return
      #"{"id":"\#(id)","type":"\#(type)","created_at":"\#(time)","account":\#(SamplePosts.author(actor)),"status":\#(post)}"#
  }

  static func page(_ items: [String], next: String = "") -> Result<Response, RequestFailure> {
    .success(Response(status: 200, body: body(items), link: SamplePosts.link(next)))
  }

  static func body(_ items: [String]) -> [UInt8] { Array(("[" + items.joined(separator: ",") + "]").utf8) }

  static func marker(_ id: Int) -> Result<Response, RequestFailure> {
    .text(#"{"notifications":{"last_read_id":"\#(id)","version":1}}"#)
  }

  static func state(_ actions: Notifications.Action...) -> Notifications.State {
    var state = Notifications.State(SamplePosts.context())
    for action in actions { _ = Notifications.reduce(&state, action) }
    return state
  }

  /// Returns the state of a member whose server has these notifications and the read marker `marker`.
  static func shown(_ items: [String], next: String = "", marker: Int) -> Notifications.State {
    state(
      .appeared, .received(.newest, page(items, next: next), at: noon),
      .received(.marker, Self.marker(marker), at: noon))
  }
}

extension Notifications.State {
  var ids: [String] { items.map(\.id) }
  /// The ids of each row's notifications.
  var rows: [[String]] { groups.map { $0.members.map(\.id) } }
  var unread: [String] {
    groups.map(\.newest.id).filter { id in readID.map { EntryList.isNewer(id, than: $0) } ?? false }
  }
}
