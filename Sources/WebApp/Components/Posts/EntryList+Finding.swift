import Social

/// Finding entries, and what is missing between them.
extension EntryList {
  /// Returns true if an id is newer. Ids are decimal digits, sorted by time (Mastodon API); others of equal
  /// length sort as text.
  static func isNewer(_ id: String, than other: String) -> Bool {
    let (one, two) = (Array(id.utf8), Array(other.utf8))
    return one.count == two.count ? two.lexicographicallyPrecedes(one) : one.count > two.count
  }

  func contains(_ id: String) -> Bool { index(of: id) != nil }

  /// Returns the entries that a tap can mean: one post, or all if a person is meant, who may occur in any of
  /// them.
  func entries(for tap: PostTap) -> [TimelineEntry] {
    guard let id = tap.postID else { return entries }
    return entryIndex.posts[id].map { [items[$0].entry] } ?? []
  }

  /// Returns the row that shows an entry, alone or in a group.
  func row(of id: String) -> Int? {
    guard let index = index(of: id) else { return nil }
    return rows.firstIndex { row in
      switch row {
      case .entry(let entry, _): entry == index
      case .folded(let entries), .comments(let entries, _): entries.contains(index)
      case .gap: false
      }
    }
  }

  /// Returns up to three authors of the first rows.
  func authors(of count: Int) -> [Account] {
    var people: [Account] = []
    for row in rows.prefix(count) {
      guard case .entry(let index, _) = row, people.count < 3 else { continue }
      let author = items[index].post.author.account
      if !people.contains(author) { people.append(author) }
    }
    return people
  }

  /// Returns true if a page overlaps the list, so that no entry between them is missing.
  func meets(_ page: [Item]) -> Bool {
    isEmpty || page.isEmpty
      || page.contains { item in contains(item.id) && gap(after: item.id) == nil }
  }

  /// Returns the index of the first entry that is as old as the one with this id, or older.
  func firstIndex(notNewerThan id: String) -> Int? {
    guard isSorted else { return items.firstIndex { !Self.isNewer($0.id, than: id) } }
    var (newer, end) = (0, items.count)
    while newer < end {
      let middle = (newer + end) / 2
      if Self.isNewer(items[middle].id, than: id) { newer = middle + 1 } else { end = middle }
    }
    return newer < items.count ? newer : nil
  }

  func gap(after id: String) -> Gap? { gaps.first { $0.id == id } }

  /// Returns true if entries are missing between a new entry and the older ones.
  func isMissing(before id: String) -> Bool {
    guard let index = firstIndex(notNewerThan: id) else { return false }
    return index == 0 || gap(after: items[index - 1].id) != nil
  }

  /// Returns the id of an entry of the conversation that an entry continues, among the first rows.
  func conversation(of item: Item, among count: Int) -> String? {
    guard item.reposter == nil else { return nil }
    let (commented, answered) = (item.post.commentOf, item.post.replyTo.flatMap { entryIndex.posts[$0.id] })
    for row in rows.prefix(count) {
      switch row {
      case .comments(let indices, let id): if id == commented { return items[indices[0]].id }
      case .entry(let index, _): if commented == nil, index == answered { return items[index].id }
      case .folded(let indices):
        if commented == nil, let answered, indices.contains(answered) { return items[answered].id }
      case .gap: break
      }
    }
    return nil
  }
}

/// Stored copies of a list, which may be older than it.
extension EntryList {
  /// Returns the newest items of a stored copy, down to where a restored post is missing.
  @inline(never)
  func complete(_ copy: [Item]) -> [Item] {
    guard isSorted else { return copy }
    let known = Set(copy.map { $0.id })
    let lost = restored.filter { !known.contains($0) && !contains($0) }
    return Array(copy.prefix { item in !lost.contains { Self.isNewer($0, than: item.id) } })
  }

  /// Returns the items without those between two entries that are known to be adjacent.
  func withoutMissing(_ copy: [Item]) -> [Item] {
    var cacheable: [Item] = []
    for item in copy {
      if isSorted, let index = firstIndex(notNewerThan: item.id), index > 0,
        items[index].id != item.id, gap(after: items[index - 1].id) == nil
      {
        continue
      }
      cacheable.append(item)
    }
    return cacheable
  }
}
