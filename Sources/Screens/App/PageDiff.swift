extension Page {
  /// The operations that turn what is shown into this page; none if they are the same.
  public func operations(from shown: Page, _ strings: Strings) -> [PageOperation] {
    var operations: [PageOperation] = []
    if status != shown.status { operations.append(.status(status)) }
    operations += Self.operations(.frame, from: shown.frame, to: frame, strings)
    operations += Self.operations(.cells, from: shown.cells, to: cells, strings)
    return operations
  }

  /// Every cell anew, where it stands: for another language.
  public func replacements(_ strings: Strings) -> [PageOperation] {
    (frame + cells).map { .replace(key: $0.key, $0.html(strings)) }
  }

  /// Trims what both ends have in common, then removes, moves (as few as possible) and inserts.
  private static func operations(
    _ zone: PageZone, from old: [Cell], to new: [Cell], _ strings: Strings
  ) -> [PageOperation] {
    var operations: [PageOperation] = []
    var start = 0
    while start < old.count, start < new.count, old[start].key == new[start].key {
      replaceIfChanged(old[start], new[start], strings, &operations)
      start += 1
    }
    var oldEnd = old.count
    var newEnd = new.count
    while oldEnd > start, newEnd > start, old[oldEnd - 1].key == new[newEnd - 1].key {
      oldEnd -= 1
      newEnd -= 1
      replaceIfChanged(old[oldEnd], new[newEnd], strings, &operations)
    }
    guard start < oldEnd || start < newEnd else { return operations }

    var oldPlaces: [String: Int] = [:]
    for place in start..<oldEnd { oldPlaces[old[place].key] = place }
    var places = [Int?](repeating: nil, count: newEnd - start)
    for place in start..<newEnd { places[place - start] = oldPlaces.removeValue(forKey: new[place].key) }

    for place in start..<oldEnd where oldPlaces[old[place].key] == place {
      operations.append(.remove(key: old[place].key))
    }
    let stays = longestIncreasing(places)
    var before: String? = newEnd < new.count ? new[newEnd].key : nil
    for index in stride(from: newEnd - 1, through: start, by: -1) {
      let cell = new[index]
      if let place = places[index - start] {
        replaceIfChanged(old[place], cell, strings, &operations)
        if !stays[index - start] { operations.append(.move(zone, key: cell.key, before: before)) }
      } else {
        operations.append(.insert(zone, key: cell.key, cell.html(strings), before: before))
      }
      before = cell.key
    }
    return operations
  }

  private static func replaceIfChanged(
    _ old: Cell, _ new: Cell, _ strings: Strings, _ operations: inout [PageOperation]
  ) {
    if old != new { operations.append(.replace(key: new.key, new.html(strings))) }
  }

  /// Marks the members of one longest increasing subsequence, which can stay where they are
  /// (patience sorting; Fredman 1975).
  private static func longestIncreasing(_ places: [Int?]) -> [Bool] {
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: places.count)
    for index in places.indices {
      guard let place = places[index] else { continue }
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if let tail = places[tails[middle]], tail < place { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var stays = [Bool](repeating: false, count: places.count)
    var index = tails.last ?? -1
    while index >= 0 {
      stays[index] = true
      index = previous[index]
    }
    return stays
  }
}
