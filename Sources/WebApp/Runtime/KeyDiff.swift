/// The difference between two lists of unique keys. It doesn't know cells, so the app contains the code once
/// and not once per screen.
enum KeyDiff {
  indirect enum Step {
    /// The key is in both lists, at these indices.
    case keep(old: Int, new: Int)
    case remove(key: String)
    /// Moves the key before another; `nil` means to the end.
    case move(key: String, before: String?)
    /// Inserts the key at this index of the new list.
    case insert(new: Int, before: String?)
  }

  /// Trims the common beginning and end, then removes, moves (as few as possible) and inserts.
  static func steps(from old: [String], to new: [String]) -> [Step] {
    var steps: [Step] = []
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] {
      steps.append(.keep(old: start, new: start))
      start += 1
    }
    var oldEnd = old.count
    var newEnd = new.count
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
      steps.append(.keep(old: oldEnd, new: newEnd))
    }
    guard start < oldEnd || start < newEnd else { return steps }

    var oldIndices: [String: Int] = [:]
    for position in start..<oldEnd { oldIndices[old[position]] = position }
    var kept = [Int?](repeating: nil, count: newEnd - start)
    for position in start..<newEnd { kept[position - start] = oldIndices.removeValue(forKey: new[position]) }

    for position in start..<oldEnd where oldIndices[old[position]] == position {
      steps.append(.remove(key: old[position]))
    }
    let stays = longestIncreasing(kept)
    var before: String? = newEnd < new.count ? new[newEnd] : nil
    for index in stride(from: newEnd - 1, through: start, by: -1) {
      if let position = kept[index - start] {
        steps.append(.keep(old: position, new: index))
        if !stays[index - start] { steps.append(.move(key: new[index], before: before)) }
      } else {
        steps.append(.insert(new: index, before: before))
      }
      before = new[index]
    }
    return steps
  }

  /// Marks the members of one longest increasing subsequence, which can stay where they are (patience
  /// sorting; Fredman 1975).
  private static func longestIncreasing(_ kept: [Int?]) -> [Bool] {
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: kept.count)
    for index in kept.indices {
      guard let position = kept[index] else { continue }
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if let tail = kept[tails[middle]], tail < position { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var stays = [Bool](repeating: false, count: kept.count)
    var index = tails.last ?? -1
    while index >= 0 {
      stays[index] = true
      index = previous[index]
    }
    return stays
  }
}
