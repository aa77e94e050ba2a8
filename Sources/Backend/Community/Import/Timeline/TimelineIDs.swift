import Storage

/// Assigns ids to the posts of a timeline, so that the ids are in the order of the file.
///
/// A post's id follows from its date, but comes after that of the previous post in the file. Without a date,
/// it comes right after that one. Existing ids stay.
struct TimelineIDs {
  /// The current time in milliseconds. Later dates are ignored for the order.
  let now: Int64
  /// Returns true if any post has that id.
  let isTaken: (Int64) throws -> Bool

  /// The distance between two posts of the same moment: a sixteenth of a millisecond. Thousands of ids fit in
  /// it.
  static let step: Int64 = 1 << 12

  /// - Parameter slots: in the order of the file.
  func ids(_ slots: [IDFinder.Slot]) throws -> [Int64] {
    let ceilings = Self.ceilings(slots)
    var last = start(slots)
    var ids: [Int64] = []
    ids.reserveCapacity(slots.count)
    for (slot, ceiling) in zip(slots, ceilings) {
      let id: Int64
      if let known = slot.known {
        id = known
      } else {
        id = try free(from: max(last + Self.step, anchor(slot) ?? 0), between: last, ceiling)
      }
      ids.append(id)
      last = max(last, id)
    }
    return ids
  }

  private func free(from wish: Int64, between last: Int64, _ ceiling: Int64) throws -> Int64 {
    var id = wish
    // Without room between the neighbours, the order is given up: there is always a free id above.
    if id >= ceiling, ceiling - last > 1 { id = last + (ceiling - last) / 2 }
    while try isTaken(id) { id += 1 }
    return id
  }

  /// Returns for each slot the smallest existing id of a later slot.
  private static func ceilings(_ slots: [IDFinder.Slot]) -> [Int64] {
    var ceilings = [Int64](repeating: .max, count: slots.count)
    var ceiling = Int64.max
    for index in slots.indices.reversed() {
      ceilings[index] = ceiling
      if let known = slots[index].known { ceiling = min(ceiling, known) }
    }
    return ceilings
  }

  /// Returns the id before the first post. Posts before the first date get ids right before it.
  private func start(_ slots: [IDFinder.Slot]) -> Int64 {
    let first = slots.firstIndex { $0.known != nil || anchor($0) != nil }
    let end = first.flatMap { slots[$0].known ?? anchor(slots[$0]) } ?? Identifiers.first(ofMillisecond: now)
    return end - Self.step * Int64((first ?? slots.count) + 1)
  }

  private func anchor(_ slot: IDFinder.Slot) -> Int64? {
    guard let date = slot.createdAt, date >= IDFinder.earliest, date <= now else { return nil }
    return Identifiers.first(ofMillisecond: date)
  }
}
