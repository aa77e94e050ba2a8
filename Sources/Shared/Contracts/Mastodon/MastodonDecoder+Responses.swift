import JSON
public import Social

/// Decodes whole responses.
extension MastodonDecoder {
  /// An entry of a timeline with its original JSON, which the device stores.
  public struct Item: Equatable, Sendable {
    public var entry: TimelineEntry
    public var source: [UInt8]

    public init(entry: TimelineEntry, source: [UInt8]) {
      self.entry = entry
      self.source = source
    }
  }

  /// A page of a timeline.
  public struct Page: Equatable, Sendable {
    /// The entries without unreadable ones and without those that the viewer's filters hide.
    public var items: [Item] = []
    /// The id of the last entry in the response, even if that isn't in `items`; empty for an empty response.
    public var last = ""

    /// Moves a list's cursor behind the page, to the id of its last entry. Returns true if no page follows.
    public func advance(_ cursor: inout String?) -> Bool {
      let isLast = last.isEmpty || last == cursor
      if !last.isEmpty { cursor = last }
      return isLast
    }

    /// Returns the query of the next page, for when no entry of this one shows; `nil` if this was the last.
    ///
    /// - Parameter named: The query in the server's `Link` field; empty if the server sent none.
    public func next(_ named: [UInt8]) -> String? {
      if !named.isEmpty { return String(decoding: named, as: UTF8.self) }
      return last.isEmpty ? nil : "limit=20&max_id=" + percentEncoded(last)
    }
  }

  /// Decodes a list of posts and skips unreadable ones. Returns `nil` if the response isn't a list, or if it
  /// has several posts and none can be read.
  ///
  /// - Parameter most: The maximum number of posts to read.
  public func timeline(_ body: [UInt8], atMost most: Int = .max) -> [Item]? {
    page(body, atMost: most)?.items
  }

  public func page(_ body: [UInt8], atMost most: Int = .max) -> Page? { page(body, ofMentions: false, most) }

  /// Decodes a list of notifications as the posts that mention the viewer, under the notifications' ids.
  /// Other kinds are skipped, because some servers ignore the parameter `types`.
  public func mentions(_ body: [UInt8]) -> Page? { page(body, ofMentions: true, .max) }

  // A flag instead of a closure for the kind: the compiler would specialize a copy of the function for each
  // closure.
  private func page(_ body: [UInt8], ofMentions: Bool, _ most: Int) -> Page? {
    guard var reader = try? JSONArrayReader(body) else { return nil }
    var page = Page()
    var unreadable = 0
    do throws(JSONError) {
      while page.items.count < most, let (json, source) = try reader.nextElement() {
        if let id = identifier(json["id"]) { page.last = id }
        if hides(ofMentions ? json["status"] : json) || ofMentions && isOfOtherKind(json) { continue }
        if let entry = ofMentions ? mention(json) : entry(json) {
          page.items.append(Item(entry: entry, source: Array(source)))
        } else {
          unreadable += 1
        }
      }
    } catch {
      return nil
    }
    return page.items.isEmpty && unreadable > 1 ? nil : page
  }

  /// A notification, but not of a mention.
  @inline(never)
  private func isOfOtherKind(_ json: JSON) -> Bool {
    json["type"]?.string.map { $0 != Notification.Kind.mention.rawValue } ?? false
  }

  /// Decodes the pinned posts of an account. `isMarked` is true if the server marks them as pinned.
  public func pinned(_ body: [UInt8]) -> (items: [Item], isMarked: Bool)? {
    timeline(body).map { items in
      let marked = items.filter { $0.entry.post.interactions.isPinned }
      return marked.isEmpty ? (items, false) : (marked, true)
    }
  }

  @inline(never)
  private func mention(_ json: JSON) -> TimelineEntry? {
    guard let notification = notification(json), let status = notification.post else { return nil }
    return TimelineEntry(id: notification.id, createdAt: notification.createdAt, post: status)
  }

  /// Decodes search results (entities/Search). Returns `nil` if the response is something else, or if it has
  /// several posts and none can be read. The posts aren't cached.
  public func found(_ body: [UInt8]) -> (people: [Profile], tags: [Tag], posts: [Item])? {
    guard let found = document(body), let list = found["statuses"]?.array else { return nil }
    let shown = list.filter { !hides($0) }
    let posts = shown.compactMap { entry($0).map { Item(entry: $0, source: []) } }
    if posts.isEmpty, shown.count > 1 { return nil }
    return (
      (found["accounts"]?.array ?? []).compactMap { profile($0) },
      (found["hashtags"]?.array ?? []).compactMap { tag($0) }, posts
    )
  }

  /// Decodes a single post as search results that contain only this post.
  public func foundPost(_ body: [UInt8]) -> (people: [Profile], tags: [Tag], posts: [Item])? {
    document(body).flatMap { entry($0) }.map { ([], [], [Item(entry: $0, source: [])]) }
  }

  /// Decodes tags (entities/Tag); unreadable ones are skipped.
  public func tags(body: [UInt8]) -> [Tag] { (document(body)?.array ?? []).compactMap { tag($0) } }

  /// A tag in use, with its number of posts on each of the last seven days, today first.
  public struct Tag: Equatable, Sendable {
    public let name: String
    public var uses: [Int] = []

    public init(_ name: String, uses: [Int] = []) { (self.name, self.uses) = (name, uses) }
  }

  private func tag(_ json: JSON) -> Tag? {
    name(json["name"]).map { name in
      Tag(
        name,
        uses: (json["history"]?.array ?? []).prefix(7).map { day in
          Int64(digits: Array((text(day["uses"]) ?? "").utf8)[...]).map { Int(max(0, min($0, 1_000_000))) }
            ?? 0
        })
    }
  }

  /// Decodes a post; from a repost, the original post.
  public func status(body: [UInt8]) -> Post? { document(body).flatMap { entry($0)?.post } }

  public func profile(body: [UInt8]) -> Profile? { document(body).flatMap { profile($0) } }

  /// Calls `tell` with each account of a list and skips unreadable ones. Returns false if the response isn't
  /// a list.
  public func people(body: [UInt8], _ tell: (Profile) -> Void) -> Bool {
    guard let people = document(body)?.array else { return false }
    for json in people { if let profile = profile(json) { tell(profile) } }
    return true
  }

  /// Calls `tell` with each of the viewer's relationships in a list.
  public func relationships(body: [UInt8], _ tell: (Relationship) -> Void) {
    for json in document(body)?.array ?? [] {
      if let relationship = relationship(json) { tell(relationship) }
    }
  }

  /// Decodes the audience of the viewer's new posts from entities/Preferences.
  public static func defaultAudience(body: [UInt8]) -> Visibility? {
    guard let json = try? JSON(parsing: body) else { return nil }
    return (json.text("posting:default:audience") ?? json.text("posting:default:visibility")).flatMap {
      Visibility(rawValue: $0)
    }
  }

  /// Decodes a relationship, or the first one in a list.
  public func relationship(body: [UInt8]) -> Relationship? {
    document(body).flatMap { json in
      let one = json.array.map { $0.first } ?? json
      return one.flatMap { relationship($0) }
    }
  }

  /// A page of the viewer's notifications.
  public struct NotificationPage: Sendable {
    /// The notifications without unreadable ones and without kinds that the app doesn't know.
    public var items: [Notification] = []
    /// The ids of the first and last notification in the response, even if they aren't in `items`.
    public var first = ""
    public var last = ""
  }

  /// Decodes a page of notifications; `nil` if the response isn't such a list.
  public func notifications(_ body: [UInt8]) -> NotificationPage? {
    guard let list = document(body)?.array else { return nil }
    var page = NotificationPage()
    for json in list {
      guard let id = identifier(json["id"]), json["type"]?.string != nil else { continue }
      if page.first.isEmpty { page.first = id }
      page.last = id
      if hides(json["status"]) { continue }
      if let notification = notification(json) { page.items.append(notification) }
    }
    return page.first.isEmpty && !list.isEmpty ? nil : page
  }

  public func unreadCount(_ body: [UInt8]) -> Int { count(document(body)?["count"]) }

  /// Decodes the id of the last notification that the viewer has read; `nil` if the server knows none.
  public func marker(_ body: [UInt8]) -> String? {
    identifier(document(body)?["notifications"]?["last_read_id"])
  }

  private func document(_ body: [UInt8]) -> JSON? { try? JSON(parsing: body) }
}
