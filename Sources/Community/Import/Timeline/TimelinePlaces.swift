import Storage

/// Gives the posts of a timeline ids, whose order is the order of the file.
///
/// A post stands where its date puts it among others, but behind the one before it in the file; without a date right
/// behind that one. Ids that were given before stay.
struct TimelinePlaces {
  /// Milliseconds; later dates say nothing about the order.
  let now: Int64
  /// Whether a post of anybody has that id.
  let isTaken: (Int64) throws -> Bool

  /// Between two posts of the same moment: leaves room for thousands, and is a sixteenth of a millisecond.
  static let step: Int64 = 1 << 12

  /// - Parameter slots: in the order of the file.
  func ids(_ slots: [PlaceFinder.Slot]) throws -> [Int64] {
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
    // Where no room is left the order has to wait; every id is free somewhere above.
    if id >= ceiling, ceiling - last > 1 { id = last + (ceiling - last) / 2 }
    while try isTaken(id) { id += 1 }
    return id
  }

  /// For each slot the smallest id that was given before to one behind it.
  private static func ceilings(_ slots: [PlaceFinder.Slot]) -> [Int64] {
    var ceilings = [Int64](repeating: .max, count: slots.count)
    var ceiling = Int64.max
    for index in slots.indices.reversed() {
      ceilings[index] = ceiling
      if let known = slots[index].known { ceiling = min(ceiling, known) }
    }
    return ceilings
  }

  /// Before the first post: what has no date before the first date stands right in front of it.
  private func start(_ slots: [PlaceFinder.Slot]) -> Int64 {
    let first = slots.firstIndex { $0.known != nil || anchor($0) != nil }
    let end = first.flatMap { slots[$0].known ?? anchor(slots[$0]) } ?? Identifiers.first(ofMillisecond: now)
    return end - Self.step * Int64((first ?? slots.count) + 1)
  }

  private func anchor(_ slot: PlaceFinder.Slot) -> Int64? {
    guard let date = slot.createdAt, date >= PlaceFinder.earliest, date <= now else { return nil }
    return Identifiers.first(ofMillisecond: date)
  }
}
