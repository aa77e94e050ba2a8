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
  private var places = LinePlaces()
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
  /// Indices of reposts whose post shows in another line.
  private var again: [Int] = []
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
    return places.posts[id].map { [items[$0].entry] } ?? []
  }

  var isEmpty: Bool { items.isEmpty }
  var lastID: String? { items.last?.entry.id }

  func index(of id: String) -> Int? { places.line(id) }

  func post(_ id: String) -> Status? { places.posts[id].map { items[$0].entry.status } }

  func contains(_ id: String) -> Bool { index(of: id) != nil }

  /// The item of a row that shows nothing else.
  func item(_ row: Int) -> Item? {
    guard rows.indices.contains(row), case .line(let index, _) = rows[row] else { return nil }
    return items[index]
  }

  /// Who else reposted what a repost shows, each once.
  func alsoReposted(_ entry: TimelineEntry) -> [String] {
    guard let first = entry.reposter else { return [] }
    var (known, names) = ([first.id], [String]())
    for index in again where items[index].entry.status.id == entry.status.id {
      guard let person = items[index].entry.reposter, !known.contains(person.id) else { continue }
      known.append(person.id)
      names.append(person.account.nick)
    }
    return names
  }

  /// Who wrote what the first rows show: three people at most.
  func authors(of count: Int) -> [Account] {
    var people: [Account] = []
    for row in rows.prefix(count) {
      guard case .line(let index, _) = row, people.count < 3 else { continue }
      let author = items[index].entry.status.author.account
      if !people.contains(author) { people.append(author) }
    }
    return people
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
    guard isSorted else { return items.firstIndex { !Self.isNewer($0.entry.id, than: id) } }
    var (newer, end) = (0, items.count)
    while newer < end {
      let middle = (newer + end) / 2
      if Self.isNewer(items[middle].entry.id, than: id) { newer = middle + 1 } else { end = middle }
    }
    return newer < items.count ? newer : nil
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
    guard isSorted, let start = firstIndex(notNewerThan: first) else { return }
    var listed: Set<String> = []
    for item in page { listed.insert(item.entry.id) }
    var missing: [Int] = []
    for index in start..<items.count {
      let id = items[index].entry.id
      if Self.isNewer(last, than: id) { break }
      if listed.contains(id) { own.removeAll { $0 == id } } else if !own.contains(id) { missing.append(index) }
    }
    guard !missing.isEmpty else { return }
    for index in missing.reversed() { items.remove(at: index) }
    places = LinePlaces(items)
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
    places = LinePlaces(items)
    conversations?.removeAll()
    lay()
  }

  mutating func hear(_ fact: Fact) {
    switch fact {
    case .statusChanged(let status):
      for index in places.lines(showing: status.id, in: items) { items[index].entry.status = status }
    case .marked(let change):
      for index in places.lines(showing: change.id, in: items) {
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
      guard let index = index(of: item.entry.id) else { continue }
      let isOther = items[index].entry.status.id != item.entry.status.id
      items[index] = item
      if isOther { places = LinePlaces(items) }
    }
  }

  @discardableResult
  private mutating func insert(_ new: [Item]) -> Int {
    var known: Set<String> = []
    let added = new.filter { places.line($0.entry.id) == nil && known.insert($0.entry.id).inserted }
    guard !added.isEmpty else { return 0 }
    conversations?.join(added, shown: places.posts)
    defer { places = LinePlaces(items) }
    guard isSorted, !items.isEmpty else {
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
    again = []
    var threads = threads()
    for index in items.indices {
      let entry = items[index].entry
      if let place = conversations?.place(of: entry.id) {
        if threads.indices.contains(place) {
          lay(threads[place], on: conversations?.subjects[place] ?? "")
          threads[place] = []
        } else if !hides(entry) {
          again.append(index)
        }
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
  private func threads() -> [[Int]] {
    guard let conversations else { return [] }
    var threads = [[Int]](repeating: [], count: conversations.subjects.count)
    for index in items.indices where !hides(items[index].entry) {
      if let place = conversations.place(of: items[index].entry.id), place >= 0 { threads[place].append(index) }
    }
    return threads
  }

  /// A conversation stands where its newest line is: comments on a post, or replies.
  private mutating func lay(_ lines: [Int], on post: String) {
    guard let newest = lines.first, let first = lines.last else { return }
    if !post.isEmpty {
      if hidesComments { return }
      rows.append(.comments(lines, on: post))
      keys.append("s" + items[newest].entry.id)
    } else if lines.count == 1 {
      put(newest, .none)
    } else {
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
