import Social

/// The entries of a timeline, each once, with the gaps between them. The store has their posts.
struct EntryList: Equatable, Sendable {
  struct Item: Equatable, Sendable {
    let id: String
    let createdAt: Timestamp?
    let stored: PostRecord
    /// The account that reposted it; `nil` if the entry is the post itself.
    let repostedBy: PersonRecord?
    /// The JSON as it came, which the device stores.
    let source: [UInt8]

    var post: Post { stored.post }
    var reposter: Profile? { repostedBy?.profile }
    var entry: TimelineEntry { TimelineEntry(id: id, createdAt: createdAt, post: post, reposter: reposter) }
    /// True if it is neither a repost nor a reply nor a comment.
    fileprivate var isAlone: Bool { repostedBy == nil && post.replyTo == nil && post.commentOf == nil }
  }

  /// A gap: entries are missing between one entry and the next.
  struct Gap: Equatable, Sendable {
    /// The id of the entry above it.
    let id: String
    /// True if it isn't known yet whether entries are missing: the entry above is the viewer's own post,
    /// which came alone.
    var isSuspected = false
    var isLoading = false
  }

  enum Row: Equatable, Sendable {
    /// An index of `items`, and its connectors to the entries above and below.
    case entry(Int, Connector)
    /// The entries between the first and the last one of a conversation, as indices of `items`, oldest first.
    case folded([Int])
    /// Comments on the post with this id, newest first.
    case comments([Int], on: String)
    /// An index of `gaps`.
    case gap(Int)
  }

  enum Connector: Equatable, Sendable {
    case none
    /// The next row continues it.
    case below
    /// It continues the row above.
    case above
  }

  /// True if the entries are newest first by id; else they are in the order of insertion.
  let isSorted: Bool
  let store: EntityStore
  private let place: EntityStore.Place
  private(set) var items: [Item] = []
  private(set) var entryIndex = EntryIndex()
  private(set) var gaps: [Gap] = []
  /// The posts that the server has, while stored copies of this list may lack them.
  private(set) var restored: Set<String>
  /// The ids of the viewer's new posts that no page has contained yet: a server may add them to its lists a
  /// moment later.
  private var own: [String] = []
  /// `nil` if every entry stands alone.
  private var conversations: ConversationGroups?
  /// True if comments don't show.
  private var hidesComments: Bool
  /// The indices of reposts whose post shows in another entry.
  private var repeatedReposts: [Int] = []
  /// The visible rows, and their keys.
  private(set) var rows: [Row] = []
  private(set) var keys: [String] = []

  init(
    in store: EntityStore, _ place: EntityStore.Place = .list, isSorted: Bool = true,
    conversations: ConversationGroups? = nil, hidesComments: Bool = false
  ) {
    self.store = store
    self.place = place
    self.hidesComments = hidesComments
    self.isSorted = isSorted
    self.conversations = conversations
    restored = store.restored
  }

  var entries: [TimelineEntry] { items.map { $0.entry } }
  /// The items that the device may store. Hidden ones are stored only if a gap depends on them.
  var cacheable: [Item] { items.filter { !hides($0) || gap(after: $0.id) != nil } }

  var isEmpty: Bool { items.isEmpty }
  var lastID: String? { items.last?.id }

  func index(of id: String) -> Int? { entryIndex.index(of: id) }
  func post(_ id: String) -> Post? { entryIndex.posts[id].map { items[$0].post } }

  /// Returns the item of a row that shows a single item.
  func item(_ row: Int) -> Item? {
    guard rows.indices.contains(row), case .entry(let index, _) = rows[row] else { return nil }
    return items[index]
  }

  /// Returns the names of others who reposted the same post, each once.
  func alsoReposted(_ entry: TimelineEntry) -> [String] {
    guard let first = entry.reposter else { return [] }
    var (known, names) = ([first.id], [String]())
    for index in repeatedReposts where items[index].stored.id == entry.post.id {
      guard let person = items[index].reposter, !known.contains(person.id) else { continue }
      known.append(person.id)
      names.append(person.account.nick)
    }
    return names
  }

  /// Inserts a page of the server, which has no gaps inside, and updates entries that are there. A gap stays
  /// above and below the page if it doesn't meet other entries. Returns the number of new rows with posts.
  /// Posts that show in another entry already, muted posts and hidden comments don't count.
  ///
  /// - Parameter isCached: true for a cached response. A server's page removes entries that the server no
  ///   longer has; a cached one restores no entry that is missing between the server's entries.
  @discardableResult
  mutating func merge(_ page: [Item], isCached: Bool = false) -> Int {
    let page = isCached ? withoutMissing(restored.isEmpty ? page : complete(page)) : page
    guard let first = page.first?.id, let last = page.last?.id else { return 0 }
    if !isCached {
      removeMissing(page, from: first, to: last)
      if !restored.isEmpty { removeIncomplete(below: last) }
    }
    let above = firstIndex(notNewerThan: first) == nil ? lastID : nil
    let isBelowMissing = !contains(last) && isMissing(before: last)
    if !isCached { update(page) }
    insert(page)
    for index in gaps.indices where !Self.isNewer(gaps[index].id, than: first) {
      gaps[index].isSuspected = false
    }
    gaps.removeAll { !Self.isNewer($0.id, than: first) && Self.isNewer($0.id, than: last) }
    if let above { gaps.append(Gap(id: above)) }
    if isBelowMissing { gaps.append(Gap(id: last)) }
    let before = Set(keys)
    updateRows()
    var count = 0
    for index in rows.indices where !before.contains(keys[index]) {
      switch rows[index] {
      case .entry, .comments: count += 1
      case .folded, .gap: break
      }
    }
    return count
  }

  /// Removes entries that were deleted elsewhere, or that the viewer may no longer see.
  private mutating func removeMissing(_ page: [Item], from first: String, to last: String) {
    guard isSorted, let start = firstIndex(notNewerThan: first) else { return }
    var listed: Set<String> = []
    for item in page { listed.insert(item.id) }
    var missing: [Int] = []
    for index in start..<items.count {
      let id = items[index].id
      if Self.isNewer(last, than: id) { break }
      if listed.contains(id) {
        own.removeAll { $0 == id }
      } else if !own.contains(id) {
        missing.append(index)
      }
    }
    guard !missing.isEmpty else { return }
    for index in missing.reversed() { items.remove(at: index) }
    entryIndex = EntryIndex(items)
  }

  /// Removes entries above a page of the newest that came before it was requested: they were deleted.
  mutating func removeMissing(above page: [Item], asked time: Timestamp) {
    guard isSorted, let first = page.first?.id, let newest = items.first?.id, newest != first else { return }
    removeMissing(above: first, asked: time)
  }

  @inline(never)
  private mutating func removeMissing(above first: String, asked time: Timestamp) {
    var index = 0
    while index < items.count, Self.isNewer(items[index].id, than: first) {
      let id = items[index].id
      if items[index].stored.asked < time, !own.contains(id) { remove(id, at: index) } else { index += 1 }
    }
  }

  @inline(never)
  private mutating func remove(_ id: String, at index: Int) {
    items.remove(at: index)
    gaps.removeAll { $0.id == id }
    entryIndex = EntryIndex(items)
    updateRows()
  }

  /// Removes the entries below one if a restored post is missing among them, so that they are loaded anew.
  @inline(never)
  private mutating func removeIncomplete(below id: String) {
    guard isSorted, restored.contains(where: { Self.isNewer(id, than: $0) && !contains($0) }) else { return }
    restored = restored.filter { !Self.isNewer(id, than: $0) }
    items.removeAll { Self.isNewer(id, than: $0.id) }
    gaps.removeAll { !Self.isNewer($0.id, than: id) }
    entryIndex = EntryIndex(items)
  }

  /// Inserts the viewer's new post. Posts of others before it may be missing below.
  mutating func insertOwn(_ item: Item) {
    let id = item.id
    guard insert([item]) == 1, let index = index(of: id) else { return }
    own.append(id)
    if index == 0 {
      if items.count > 1 { gaps.append(Gap(id: id, isSuspected: true)) }
    } else {
      let above = items[index - 1].id
      if index == items.count - 1 {
        gaps.append(Gap(id: above))
      } else if let gap = gap(after: above) {
        gaps.append(Gap(id: id, isSuspected: gap.isSuspected))
      }
    }
    updateRows()
  }

  /// Inserts entries that were published just now, oldest first, above all others: nothing is missing between
  /// them. A reply or comment joins its conversation if that stands among the first `unread` rows or the new
  /// ones, and never if `unread` is `nil`. Nothing else moves. Returns the number of rows by which the list
  /// has grown.
  mutating func arrive(_ new: [Item], unread: Int? = nil) -> Int {
    let before = rows.count
    // Those that belong to no other entry are inserted together: each insertion looks at all entries.
    var alone: [Item] = []
    for item in new {
      if contains(item.id) { update([item]) }
      let newest = alone.first ?? items.first
      // It was published before one that came earlier, and a page has left it out or will bring it.
      if contains(item.id) || isSorted && newest.map({ !Self.isNewer(item.id, than: $0.id) }) ?? false {
        continue
      }
      if isSorted, item.isAlone {
        alone.insert(item, at: 0)
        continue
      }
      insertTogether(&alone)
      let member = conversation(of: item, among: unread.map { max(0, $0 + rows.count - before) } ?? 0)
      if isSorted { insert([item]) } else { items.insert(item, at: 0) }
      if !isSorted { entryIndex = EntryIndex(items) }
      if let member { conversations?.add(item.id, to: member) }
      updateRows()
    }
    insertTogether(&alone)
    return rows.count - before
  }

  private mutating func insertTogether(_ new: inout [Item]) {
    if insert(new) > 0 { updateRows() }
    new = []
  }

  /// Appends items, except those that are there already. Returns the number of new ones.
  @discardableResult
  mutating func append(_ new: [Item]) -> Int {
    defer { updateRows() }
    return insert(new)
  }

  mutating func setLoading(_ isLoading: Bool, gap id: String) {
    if let index = gaps.firstIndex(where: { $0.id == id }) { gaps[index].isLoading = isLoading }
  }

  /// Inserts the entries after a gap; an empty page means that nothing was missing.
  mutating func fill(gap id: String, with page: [Item]) {
    guard let index = index(of: id) else { return }
    if page.isEmpty {
      gaps.removeAll { $0.id == id }
      updateRows()
    } else {
      merge([items[index]] + page)
    }
  }

  mutating func removeAll() {
    items = []
    gaps = []
    entryIndex = EntryIndex(items)
    conversations?.removeAll()
    updateRows()
  }

  mutating func apply(_ change: Change) {
    switch change {
    case .memberActed(let change): if change.action.silences { updateRows() }
    case .personRemoved: updateRows()
    case .postRemoved(let id):
      restored.remove(id)
      updateRows()
    case .postRestored(let id):
      restored.insert(id)
      updateRows()
    case .commentsShown(let areShown):
      hidesComments = !areShown
      updateRows()
    default: return
    }
  }

  private func hides(_ item: Item) -> Bool {
    store.removed.contains(item.id) || store.hides(item.post, by: item.reposter, in: place)
  }

  private mutating func update(_ new: [Item]) {
    for item in new {
      guard let index = index(of: item.id) else { continue }
      let isOther = items[index].stored.id != item.stored.id
      items[index] = item
      if isOther { entryIndex = EntryIndex(items) }
    }
  }

  @discardableResult
  private mutating func insert(_ new: [Item]) -> Int {
    var known: Set<String> = []
    let added = new.filter { entryIndex.index(of: $0.id) == nil && known.insert($0.id).inserted }
    guard !added.isEmpty else { return 0 }
    conversations?.join(added, shown: entryIndex.posts)
    defer { entryIndex = EntryIndex(items) }
    guard isSorted, !items.isEmpty else {
      items += added
      return added.count
    }
    var merged: [Item] = []
    merged.reserveCapacity(items.count + added.count)
    var position = 0
    for item in added {
      while position < items.count, Self.isNewer(items[position].id, than: item.id) {
        merged.append(items[position])
        position += 1
      }
      merged.append(item)
    }
    items = merged + items[position...]
    return added.count
  }

  private mutating func updateRows() {
    rows = []
    keys = []
    repeatedReposts = []
    var threads = threads()
    for index in items.indices {
      let id = items[index].id
      if let group = conversations?.group(of: id) {
        if threads.indices.contains(group) {
          append(threads[group], on: conversations?.commentedPosts[group] ?? "")
          threads[group] = []
        } else if !hides(items[index]) {
          repeatedReposts.append(index)
        }
      } else if !hides(items[index]) {
        append(index, .none)
      }
      if let gap = gaps.firstIndex(where: { $0.id == id }), !gaps[gap].isSuspected {
        rows.append(.gap(gap))
        keys.append("gap " + id)
      }
    }
  }

  /// Returns the entries of each conversation that are not deleted, newest first.
  private func threads() -> [[Int]] {
    guard let conversations else { return [] }
    var threads = [[Int]](repeating: [], count: conversations.commentedPosts.count)
    for index in items.indices where !hides(items[index]) {
      if let group = conversations.group(of: items[index].id), group >= 0 {
        threads[group].append(index)
      }
    }
    return threads
  }

  /// Places a conversation, comments or replies, where its newest entry is.
  private mutating func append(_ indices: [Int], on post: String) {
    guard let newest = indices.first, let first = indices.last else { return }
    if !post.isEmpty {
      if hidesComments { return }
      rows.append(.comments(indices, on: post))
      keys.append("s" + items[newest].id)
    } else if indices.count == 1 {
      append(newest, .none)
    } else {
      append(first, .below)
      if indices.count > 2 {
        rows.append(.folded(indices.dropFirst().dropLast().reversed()))
        keys.append("more " + items[newest].id)
      }
      append(newest, .above)
    }
  }

  private mutating func append(_ index: Int, _ connector: Connector) {
    rows.append(.entry(index, connector))
    keys.append("s" + items[index].id)
  }
}
