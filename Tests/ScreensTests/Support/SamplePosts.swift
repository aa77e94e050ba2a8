import Contracts
import Social
import TestSupport
import Testing

@testable import Screens

/// Posts in a Mastodon server's responses, and screens that show them.
enum SamplePosts {
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

  /// Returns the JSON of a post; `more`: further members, each with a comma before it.
  static func json(_ id: Int, by authorID: Int = 7, text: String? = nil, more: String = "") -> String {
    #"{"id":"\#(id)","account":\#(author(authorID)),"content":"<p>\#(text ?? "Post \(id)")</p>","visibility":"public","created_at":"2026-11-21T11:\#(id % 60 < 10 ? "0" : "")\#(id % 60):00.000Z"\#(more)}"#
  }

  static func page(_ ids: some Sequence<Int>) -> Result<Response, RequestFailure> {
    .text("[" + ids.map { json($0) }.joined(separator: ",") + "]")
  }

  /// Returns a `Link` field that names a next page by its query; an empty field for an empty query.
  static func link(_ query: String) -> [UInt8] {
    query.isEmpty ? [] : Array("<https://a.example/x?\(query)>; rel=\"next\"".utf8)
  }

  static func post(_ id: Int, by authorID: Int = 7, more: String = "") throws -> Post {
    let body = Array(json(id, by: authorID, more: more).utf8)
    guard let post = decoder.status(body: body) else { throw Unreadable() }
    return post
  }

  struct Unreadable: Error {}

  /// Returns decoded items of a timeline.
  static func items(_ ids: some Sequence<Int>) -> [EntryList.Item] {
    items(CachedResponse(copy(ids))?.body ?? [], in: EntityStore())
  }

  static func items(_ body: [UInt8], in store: EntityStore) -> [EntryList.Item] {
    var context = context()
    context.store = store
    return PostsState(context).receive(decoder.timeline(body) ?? [], asked: noon)
  }

  /// Returns the cached copy of a timeline with those posts, requested at that time.
  static func copy(_ ids: some Sequence<Int>, at time: Timestamp = noon) -> [UInt8] {
    copy("[" + ids.map { json($0) }.joined(separator: ",") + "]", at: time)
  }

  static func copy(_ json: String, at time: Timestamp = noon) -> [UInt8] {
    CachedResponse(savedAt: time, after: "", body: Array(json.utf8)).bytes
  }

  /// Returns the effect that caches the home timeline as received.
  static func saved(_ ids: some Sequence<Int>, at time: Timestamp = noon) -> Effect {
    .save(key: "session 1 timeline home", copy(ids, at: time))
  }

  /// Returns the effect that stores the number of new items in the home timeline.
  static func rememberedNew(_ count: Int?) -> Effect { .remember(key: "new home", count.map { "\($0)" }) }

  /// Returns the time that many seconds after noon.
  static func at(_ seconds: Int64) -> Timestamp { noon.advanced(byMilliseconds: seconds * 1_000) }

  /// Returns the change by which the app says that an interaction or relationship was set or removed.
  static func memberActed(
    _ action: MemberAction, _ id: String, _ isOn: Bool, at seconds: Int64 = 0, isConfirmed: Bool = false
  )
    -> Change
  {
    .memberActed(
      MemberActionChange(action: action, id: id, isOn: isOn, at: at(seconds), isConfirmed: isConfirmed))
  }

  /// Returns the change by which the app says that an outbox item has become the writer's post with this id.
  static func sent(_ item: OutboxItem, as id: Int, more: String = "", at seconds: Int64 = 0) throws -> Change
  {
    .itemSent(
      item, try post(id, by: 1, more: more), body: Array(json(id, by: 1, more: more).utf8), at: at(seconds))
  }

  static func item(_ id: String = "local", text: String = "Hi", replyTo: String? = nil) -> OutboxItem {
    let quoted = replyTo.map { Draft.Quoted(id: $0, nick: "x", handle: "x", text: "x") }
    return OutboxItem(
      id: id, session: "1", .publish(Draft(text: text, replyTo: quoted)), createdAt: noon, notBefore: noon)
  }
}

extension TestStore where S == Timeline {
  static func timeline(_ kind: Timeline.Kind = .home, _ context: ScreenContext = SamplePosts.context())
    -> Self
  {
    TestStore(Timeline.State(kind, context))
  }

  /// Returns a home timeline with those newest posts, newest first, on a device without a cached copy.
  static func newest(_ ids: [Int], _ context: ScreenContext = SamplePosts.context()) -> Self {
    var store = timeline(.home, context)
    store.given(.appeared, .loaded(nil), .received(.newest, SamplePosts.page(ids), at: noon))
    return store
  }

  var ids: [Int] { state.list.entries.compactMap { Int($0.id) } }
  /// The items above gaps, including gaps that don't show yet.
  var gaps: [String] { state.list.gaps.map(\.id) }
}
