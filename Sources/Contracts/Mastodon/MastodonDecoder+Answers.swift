import JSON
public import Social

/// Whole answers, as bytes.
extension MastodonDecoder {
  /// A line of a timeline, and its JSON as it came, by which the device keeps it.
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
    /// Without what can't be read, and what the reader's filters hide.
    public var items: [Item] = []
    /// The id of the last line that the server sent, whatever it is; empty if it sent none.
    public var last = ""

    /// The query of the page behind this one, of which nothing shows; `nil` if this was the last.
    ///
    /// - Parameter named: the query that the server named.
    public func next(_ named: [UInt8]) -> String? {
      if !named.isEmpty { return String(decoding: named, as: UTF8.self) }
      return last.isEmpty ? nil : "limit=20&max_id=" + percentEncoded(last)
    }
  }

  /// A list of posts; nil if the response is not a list, or if it has several and none can be read. What can't be read
  /// is left out.
  ///
  /// - Parameter most: the number of posts that are read at most.
  public func timeline(_ body: [UInt8], atMost most: Int = .max) -> [Item]? { page(body, atMost: most)?.items }

  public func page(_ body: [UInt8], atMost most: Int = .max) -> Page? { page(body, ofMentions: false, most) }

  /// A list of notifications as a list of the posts that mention the asker, known by the notifications' ids. Other kinds
  /// are left out: not every server knows the parameter `types`.
  public func mentions(_ body: [UInt8]) -> Page? { page(body, ofMentions: true, .max) }

  // Not with a closure for the kind: the compiler makes a copy of it all for each.
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

  /// What a person put on top of their page, and whether the server marks those posts so.
  public func pinned(_ body: [UInt8]) -> (items: [Item], isMarked: Bool)? {
    timeline(body).map { items in
      let marked = items.filter { $0.entry.status.viewer.isPinned }
      return marked.isEmpty ? (items, false) : (marked, true)
    }
  }

  @inline(never)
  private func mention(_ json: JSON) -> TimelineEntry? {
    guard let notification = notification(json), let status = notification.status else { return nil }
    return TimelineEntry(id: notification.id, createdAt: notification.createdAt, status: status)
  }

  /// What a search found (entities/Search); nil if the answer is something else, or if no post of several can be read.
  /// The posts are not for keeping.
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

  /// A single post, as a search that found only it.
  public func foundPost(_ body: [UInt8]) -> (people: [Profile], tags: [Tag], posts: [Item])? {
    document(body).flatMap { entry($0) }.map { ([], [], [Item(entry: $0, source: [])]) }
  }

  /// Tags (entities/Tag); what can't be read is left out.
  public func tags(body: [UInt8]) -> [Tag] { (document(body)?.array ?? []).compactMap { tag($0) } }

  /// A tag in use: how many posts had it on each of the last seven days, today first.
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
          Int64(digits: Array((text(day["uses"]) ?? "").utf8)[...]).map { Int(max(0, min($0, 1_000_000))) } ?? 0
        })
    }
  }

  /// One post; of a repost, the post that was reposted.
  public func status(body: [UInt8]) -> Status? { document(body).flatMap { entry($0)?.status } }

  public func profile(body: [UInt8]) -> Profile? { document(body).flatMap { profile($0) } }

  /// Calls `tell` with each person of a list, and leaves out whoever can't be read. Returns false if the response isn't
  /// a list.
  public func people(body: [UInt8], _ tell: (Profile) -> Void) -> Bool {
    guard let people = document(body)?.array else { return false }
    for json in people { if let profile = profile(json) { tell(profile) } }
    return true
  }

  /// Tells how the asker stands to several.
  public func relationships(body: [UInt8], _ tell: (Relationship) -> Void) {
    for json in document(body)?.array ?? [] { if let relationship = relationship(json) { tell(relationship) } }
  }

  /// The relationship, or the first of a list of them.
  public func relationship(body: [UInt8]) -> Relationship? {
    document(body).flatMap { json in
      let one = json.array.map { $0.first } ?? json
      return one.flatMap { relationship($0) }
    }
  }

  /// A page of what happened to the asker.
  public struct NotificationPage: Sendable {
    /// Without what can't be read, and without kinds that the app does not know.
    public var items: [Notification] = []
    /// The ids of the first and the last that it sent, whatever they are.
    public var first = ""
    public var last = ""
  }

  /// A page of notifications; nil if the response is not a list of such.
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

  /// The id of the notification up to which the asker has read; nil: none is known.
  public func marker(_ body: [UInt8]) -> String? { identifier(document(body)?["notifications"]?["last_read_id"]) }

  private func document(_ body: [UInt8]) -> JSON? { try? JSON(parsing: body) }
}
