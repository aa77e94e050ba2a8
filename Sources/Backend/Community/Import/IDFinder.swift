import Storage

/// Assigns ids to the new posts of a list, between those of their neighbours, so that the ids are in the
/// list's order. Existing ids stay.
struct IDFinder {
  struct Slot {
    /// The id from an earlier import; `nil` for a new post.
    var known: Int64?
    /// The date in milliseconds, which decides about the id if the neighbours allow it.
    var createdAt: Int64?
  }

  /// The distance between posts without dates. Tens of millions of ids fit between two of them.
  static let spacing = Identifiers.first(ofMillisecond: 1000)
  /// The earliest date that counts for the order: 2000-01-01.
  static let earliest: Int64 = 946_684_800_000

  let now: Int64
  /// Returns true if any post has that id.
  let isTaken: (Int64) throws -> Bool

  /// - Parameter slots: newest first.
  /// - Returns: An id for each slot, or the index of the first slot without room in `full`.
  func ids(_ slots: [Slot]) throws -> (ids: [Int64], full: Int?) {
    var ids: [Int64] = []
    ids.reserveCapacity(slots.count)
    let floors = Self.floors(slots)
    var previous: Int64?
    for (index, slot) in slots.enumerated() {
      if let known = slot.known {
        ids.append(known)
        previous = min(known, previous ?? known)
        continue
      }
      let (floor, waiting) = floors[index]
      let top = previous ?? start(above: floor, waiting: waiting)
      guard let id = try place(slot, below: top, above: floor, waiting: waiting) else { return (ids, index) }
      ids.append(id)
      previous = id
    }
    return (ids, nil)
  }

  /// Returns for each slot the greatest id below it, and the number of new posts from this slot down to that
  /// id.
  private static func floors(_ slots: [Slot]) -> [(floor: Int64, waiting: Int64)] {
    var floors = [(floor: Int64, waiting: Int64)](repeating: (0, 0), count: slots.count)
    var floor: Int64 = 0
    var waiting: Int64 = 0
    for index in slots.indices.reversed() {
      if let known = slots[index].known {
        if known >= floor {
          floor = known
          waiting = 0
        }
      } else {
        waiting += 1
      }
      floors[index] = (floor, waiting)
    }
    return floors
  }

  private func start(above floor: Int64, waiting: Int64) -> Int64 {
    max(Identifiers.first(ofMillisecond: now) + 1, floor + 65_536 * (waiting + 1))
  }

  private func place(_ slot: Slot, below top: Int64, above floor: Int64, waiting: Int64) throws -> Int64? {
    let floor = floor < top ? floor : 0
    let room = top - floor
    guard room > waiting else { return nil }
    let step = min(Self.spacing, max(1, room / (waiting + 1)))
    var id = top - step
    if let date = slot.createdAt, date >= Self.earliest, date <= now {
      id = min(id, max(Identifiers.first(ofMillisecond: date), floor + step * waiting))
    }
    while id > floor, try isTaken(id) { id -= 1 }
    return id > floor ? id : nil
  }
}
