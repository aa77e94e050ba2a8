import Contracts
import Social
import TestSupport

@testable import Screens

/// Posts as a server of the Mastodon API answers them, and screens that show them.
enum Statuses {
  static let me = Profile(id: "1", account: .made("anna", nick: "Anna"))
  static let server = ServerAddress.made()
  static let decoder = MastodonDecoder(origin: .own(server))

  static func context(
    isMember: Bool = true, memory: [String: String] = [:], outbox: [OutboxItem] = [], isRoot: Bool = true
  ) -> ScreenContext {
    var kept = Memory()
    for (key, text) in memory { kept[key] = text }
    let session = Session(key: "1", server: server, isOwnServer: true, me: me)
    return ScreenContext(
      origin: .own(server), session: isMember ? session : nil, memory: kept, outbox: outbox, isRoot: isRoot)
  }

  static func author(_ id: Int, locked: Bool = false) -> String {
    #"{"id":"\#(id)","username":"user\#(id)","display_name":"User \#(id)","locked":\#(locked),"followers_count":5,"note":"<p>Bio</p>"}"#
  }

  /// The JSON of a post; `more`: further members, each with a comma before it.
  static func json(_ id: Int, by authorID: Int = 7, more: String = "") -> String {
    #"{"id":"\#(id)","account":\#(author(authorID)),"content":"<p>Post \#(id)</p>","visibility":"public","created_at":"2026-11-21T11:\#(id % 60 < 10 ? "0" : "")\#(id % 60):00.000Z"\#(more)}"#
  }

  static func page(_ ids: some Sequence<Int>) -> Result<Answer, RequestFailure> {
    .text("[" + ids.map { json($0) }.joined(separator: ",") + "]")
  }

  static func status(_ id: Int, by authorID: Int = 7, more: String = "") throws -> Status {
    let body = Array(json(id, by: authorID, more: more).utf8)
    guard let status = decoder.status(body: body) else { throw Unreadable() }
    return status
  }

  struct Unreadable: Error {}

  static func item(_ id: String = "local", text: String = "Hi", replyTo: String? = nil) -> OutboxItem {
    let quoted = replyTo.map { Draft.Quoted(id: $0, nick: "x", handle: "x", text: "x") }
    return OutboxItem(
      id: id, session: "1", .publish(Draft(text: text, replyTo: quoted)), createdAt: noon, notBefore: noon)
  }
}

extension TestStore where State == Timeline.State, Action == Timeline.Action {
  static func timeline(_ kind: Timeline.Kind = .home, _ context: ScreenContext = Statuses.context()) -> Self {
    TestStore(Timeline.State(kind, context), Timeline.reduce)
  }

  /// A home timeline whose newest posts are those, newest first.
  static func newest(_ ids: [Int], _ context: ScreenContext = Statuses.context()) -> Self {
    var store = timeline(.home, context)
    store.prepare(.appeared, .answered(RequestName(.timeline), Statuses.page(ids)))
    return store
  }

  var keys: [String] { Timeline.view(state, .made()).cells.map(\.key) }
  var frameKeys: [String] { Timeline.view(state, .made()).frame.map(\.key) }
  var ids: [Int] { state.list.entries.compactMap { Int($0.id) } }
}
