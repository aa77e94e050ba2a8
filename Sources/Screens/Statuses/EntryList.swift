import Contracts
import Social

/// Lines of a timeline, each once, with the gaps between them.
struct EntryList: Equatable, Sendable {
  typealias Item = MastodonDecoder.Item

  /// Between a line and the next one some are missing.
  struct Gap: Equatable, Sendable {
    /// The line above it.
    let id: String
    /// Whether some are missing is not known yet: the line above is one's own post, which came by itself.
    var isSuspected = false
    var isLoading = false
  }

  enum Row: Equatable, Sendable {
    /// An index of `items`, and how it stands to the lines beside it.
    case line(Int, Bond)
    /// Lines between the first and the last one of a conversation, as indices of `items`, oldest first.
    case folded([Int])
    /// Comments under the post with this id, newest first.
    case comments([Int], on: String)
    /// An index of `gaps`.
    case gap(Int)
  }

  enum Bond: Equatable, Sendable {
    case none
    /// The next row goes on with it.
    case below
    /// It goes on with what stands above.
    case above
  }

  /// Newest first by id; else in the order in which they were appended.
  let isSorted: Bool
  /// With the JSON as it came, by which the device keeps them.
  private(set) var items: [Item] = []
  private(set) var gaps: [Gap] = []
  /// The ids of posts that were deleted in the app.
  private var removed: Set<String>
  /// The ids of people whose posts do not show: the reader muted or blocked them.
  private var silenced: Set<String> = []
  /// The ids of one's own new lines that no page has had yet: a server may put them into its lists a moment later.
  private var own: [String] = []
  /// nil: every line stands for itself.
  private var conversations: Conversations?
  /// That people commented on something is not told.
  private var hidesComments: Bool
  /// What shows, and the keys of it.
  private(set) var rows: [Row] = []
  private(set) var keys: [String] = []

  init(
    isSorted: Bool = true, conversations: Conversations? = nil, removed: Set<String> = [], hidesComments: Bool = false
  ) {
    self.hidesComments = hidesComments
    self.isSorted = isSorted
    self.conversations = conversations
    self.removed = removed
  }

  var entries: [TimelineEntry] { items.map { $0.entry } }
  /// What the device may keep. Of what is hidden only what a gap goes by.
  var kept: [Item] { items.filter { !hides($0.entry) || gap(after: $0.entry.id) != nil } }

  /// Those that a tap can be about: the post, or all where a person is meant, who may stand in any of them.
  func entries(for tap: StatusTap) -> [TimelineEntry] {
    guard let id = tap.status else { return entries }
    return items.first { $0.entry.status.id == id }.map { [$0.entry] } ?? []
  }

  var isEmpty: Bool { items.isEmpty }
  var lastID: String? { items.last?.entry.id }

  func index(of id: String) -> Int? { items.firstIndex { $0.entry.id == id } }

  func post(_ id: String) -> Status? { items.first { $0.entry.status.id == id }?.entry.status }

  func contains(_ id: String) -> Bool { index(of: id) != nil }

  /// The item of a row that shows nothing else.
  func item(_ row: Int) -> Item? {
    guard rows.indices.contains(row), case .line(let index, _) = rows[row] else { return nil }
    return items[index]
  }

  /// The row that shows a line, by itself or together with others.
  func row(of id: String) -> Int? {
    guard let index = index(of: id) else { return nil }
    return rows.firstIndex { row in
      switch row {
      case .line(let line, _): line == index
      case .folded(let lines), .comments(let lines, _): lines.contains(index)
      case .gap: false
      }
    }
  }

  /// A page reaches what is there already: nothing is missing between.
  func meets(_ page: [Item]) -> Bool {
    isEmpty || page.isEmpty || page.contains { line in contains(line.entry.id) && gap(after: line.entry.id) == nil }
  }

  /// The first line that is as old as one with this id, or older.
  func firstIndex(notNewerThan id: String) -> Int? {
    items.firstIndex { !Self.isNewer($0.entry.id, than: id) }
  }

  func gap(after id: String) -> Gap? { gaps.first { $0.id == id } }

  /// Puts in a page as a server has it, one line after the other without any missing, and takes over what is new about
  /// lines that are there. A gap stays above and below it if it meets nothing. Says how many rows with posts are new: what is
  /// there already in another line, what is muted, and comments that are not told of show in none.
  ///
  /// - Parameter isCopy: it is what the device kept. A server's page takes away what it has no longer; a copy gives back
  ///   nothing that is missing between the server's lines.
  @discardableResult
  mutating func merge(_ page: [Item], isCopy: Bool = false) -> Int {
    let page = isCopy ? withoutMissing(page) : page
    guard let first = page.first?.entry.id, let last = page.last?.entry.id else { return 0 }
    if !isCopy { removeMissing(page, from: first, to: last) }
    let above = firstIndex(notNewerThan: first) == nil ? lastID : nil
    let isBelowMissing = !contains(last) && isMissing(before: last)
    if !isCopy { update(page) }
    insert(page)
    for index in gaps.indices where !Self.isNewer(gaps[index].id, than: first) { gaps[index].isSuspected = false }
    gaps.removeAll { !Self.isNewer($0.id, than: first) && Self.isNewer($0.id, than: last) }
    if let above { gaps.append(Gap(id: above)) }
    if isBelowMissing { gaps.append(Gap(id: last)) }
    let before = Set(keys)
    lay()
    var count = 0
    for index in rows.indices where !before.contains(keys[index]) {
      switch rows[index] {
      case .line, .comments: count += 1
      case .folded, .gap: break
      }
    }
    return count
  }

  /// Without those between two lines of which one follows the other, as far as is known.
  private func withoutMissing(_ copy: [Item]) -> [Item] {
    var kept: [Item] = []
    for item in copy {
      if isSorted, let index = firstIndex(notNewerThan: item.entry.id), index > 0,
        items[index].entry.id != item.entry.id, gap(after: items[index - 1].entry.id) == nil
      {
        continue
      }
      kept.append(item)
    }
    return kept
  }

  /// Deleted elsewhere, or no longer for this person's eyes.
  private mutating func removeMissing(_ page: [Item], from first: String, to last: String) {
    guard isSorted else { return }
    var kept: [Item] = []
    for item in items {
      let id = item.entry.id
      let isAround = Self.isNewer(id, than: first) || Self.isNewer(last, than: id)
      let isListed = !isAround && page.contains { $0.entry.id == id }
      if isListed { own.removeAll { $0 == id } }
      if isAround || isListed || own.contains(id) { kept.append(item) }
    }
    items = kept
  }

  /// Between a line that is not there yet and those that are older, some are missing.
  private func isMissing(before id: String) -> Bool {
    guard let index = firstIndex(notNewerThan: id) else { return false }
    return index == 0 || gap(after: items[index - 1].entry.id) != nil
  }

  /// Puts in one's own new post: what others wrote before it may be missing below.
  mutating func insertOwn(_ item: Item) {
    let id = item.entry.id
    guard insert([item]) == 1, let index = index(of: id) else { return }
    own.append(id)
    if index == 0 {
      if items.count > 1 { gaps.append(Gap(id: id, isSuspected: true)) }
    } else {
      let above = items[index - 1].entry.id
      if index == items.count - 1 {
        gaps.append(Gap(id: above))
      } else if let gap = gap(after: above) {
        gaps.append(Gap(id: id, isSuspected: gap.isSuspected))
      }
    }
    lay()
  }

  /// Puts items at the end, and leaves out what is there already; says how many are new.
  @discardableResult
  mutating func append(_ new: [Item]) -> Int {
    let added = insert(new)
    lay()
    return added
  }

  mutating func setLoading(_ isLoading: Bool, gap id: String) {
    if let index = gaps.firstIndex(where: { $0.id == id }) { gaps[index].isLoading = isLoading }
  }

  /// Lines that follow a gap; none: nothing was missing.
  mutating func fill(gap id: String, with page: [Item]) {
    guard let index = index(of: id) else { return }
    if page.isEmpty {
      gaps.removeAll { $0.id == id }
      lay()
    } else {
      merge([items[index]] + page)
    }
  }

  mutating func removeAll() {
    items = []
    gaps = []
    conversations?.removeAll()
    lay()
  }

  mutating func hear(_ fact: Fact) {
    switch fact {
    case .statusChanged(let status):
      for index in items.indices where items[index].entry.status.id == status.id { items[index].entry.status = status }
    case .marked(let change):
      for index in items.indices where items[index].entry.status.id == change.id {
        items[index].entry.status = change.mark.set(change.isOn, on: items[index].entry.status)
      }
    case .profileChanged(let profile):
      for index in items.indices {
        if items[index].entry.status.author.id == profile.id { items[index].entry.status.author = profile }
        if items[index].entry.reposter?.id == profile.id { items[index].entry.reposter = profile }
      }
    case .statusRemoved(let id):
      removed.insert(id)
      lay()
    case .statusRestored(let id):
      removed.remove(id)
      lay()
    case .commentsShown(let areShown):
      hidesComments = !areShown
      lay()
    case .itemWaiting, .itemSent, .itemCancelled, .relationshipChanged, .requestAnswered, .draftsChanged,
      .sessionsChanged:
      return
    }
  }

  mutating func silence(_ person: String, _ isSilent: Bool) {
    if isSilent { silenced.insert(person) } else { silenced.remove(person) }
    lay()
  }

  private func hides(_ entry: TimelineEntry) -> Bool {
    removed.contains(entry.status.id) || silenced.contains(entry.status.author.id)
      || entry.reposter.map { silenced.contains($0.id) } ?? false
  }

  private mutating func update(_ new: [Item]) {
    for item in new {
      if let index = index(of: item.entry.id) { items[index] = item }
    }
  }

  @discardableResult
  private mutating func insert(_ new: [Item]) -> Int {
    var known: Set<String> = []
    for item in items { known.insert(item.entry.id) }
    let added = new.filter { known.insert($0.entry.id).inserted }
    if conversations != nil {
      var shown: Set<String> = []
      for item in items { shown.insert(item.entry.status.id) }
      conversations?.join(added, shown: shown)
    }
    guard isSorted, !items.isEmpty, !added.isEmpty else {
      items += added
      return added.count
    }
    var merged: [Item] = []
    merged.reserveCapacity(items.count + added.count)
    var place = 0
    for item in added {
      while place < items.count, Self.isNewer(items[place].entry.id, than: item.entry.id) {
        merged.append(items[place])
        place += 1
      }
      merged.append(item)
    }
    items = merged + items[place...]
    return added.count
  }

  private mutating func lay() {
    rows = []
    keys = []
    var threads = threads()
    for index in items.indices {
      let entry = items[index].entry
      if let thread = conversations?.thread(of: entry.id) {
        // It stands where the first of its lines is.
        if let lines = threads.removeValue(forKey: thread) { lay(thread, lines) }
      } else if !hides(entry) {
        put(index, .none)
      }
      if let gap = gaps.firstIndex(where: { $0.id == entry.id }), !gaps[gap].isSuspected {
        rows.append(.gap(gap))
        keys.append("gap " + entry.id)
      }
    }
  }

  /// The lines of each conversation that are not deleted, newest first.
  private func threads() -> [Conversations.Thread: [Int]] {
    var threads: [Conversations.Thread: [Int]] = [:]
    guard let conversations else { return threads }
    for index in items.indices where !hides(items[index].entry) {
      if let thread = conversations.thread(of: items[index].entry.id) { threads[thread, default: []].append(index) }
    }
    return threads
  }

  /// A conversation stands where its newest line is.
  private mutating func lay(_ thread: Conversations.Thread, _ lines: [Int]) {
    guard let newest = lines.first, let first = lines.last else { return }
    switch thread {
    case .again: return
    case .comments where hidesComments: return
    case .comments(_, let post):
      rows.append(.comments(lines, on: post))
      keys.append("s" + items[newest].entry.id)
    case .replies where lines.count == 1: put(newest, .none)
    case .replies:
      put(first, .below)
      if lines.count > 2 {
        rows.append(.folded(lines.dropFirst().dropLast().reversed()))
        keys.append("more " + items[newest].entry.id)
      }
      put(newest, .above)
    }
  }

  private mutating func put(_ index: Int, _ bond: Bond) {
    rows.append(.line(index, bond))
    keys.append("s" + items[index].entry.id)
  }

  /// Ids are decimal digits, sorted by time (Mastodon API); others of one length sort as texts.
  static func isNewer(_ id: String, than other: String) -> Bool {
    let (one, two) = (Array(id.utf8), Array(other.utf8))
    return one.count == two.count ? two.lexicographicallyPrecedes(one) : one.count > two.count
  }
}
