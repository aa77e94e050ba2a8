import Contracts
import Social

/// Lines of a timeline, newest first, each once.
public struct EntryList: Equatable, Sendable {
  /// With the JSON as it came, by which the device keeps them.
  private(set) var items: [MastodonDecoder.Item] = []

  var entries: [TimelineEntry] { items.map { $0.entry } }
  var isEmpty: Bool { items.isEmpty }
  var lastID: String? { items.last?.entry.id }

  func index(of id: String) -> Int? { items.firstIndex { $0.entry.id == id } }

  func contains(_ id: String) -> Bool { index(of: id) != nil }

  /// Puts items before those of an index, and leaves out what is there already; says how many are new.
  mutating func insert(_ new: [MastodonDecoder.Item], at index: Int) -> Int {
    var known: Set<String> = []
    for item in items { known.insert(item.entry.id) }
    let added = new.filter { known.insert($0.entry.id).inserted }
    items.insert(contentsOf: added, at: index)
    return added.count
  }

  mutating func append(_ new: [MastodonDecoder.Item]) -> Int { insert(new, at: items.count) }

  /// Takes over what is new about items that are there already.
  mutating func update(_ new: [MastodonDecoder.Item], _ board: StatusBoard) {
    for var item in new {
      guard let index = index(of: item.entry.id) else { continue }
      item.entry.status = board.applied(to: item.entry.status)
      items[index] = item
    }
  }

  mutating func removeAll() { items = [] }

  mutating func hear(_ fact: Fact) {
    switch fact {
    case .statusChanged(let status):
      for index in items.indices where items[index].entry.status.id == status.id { items[index].entry.status = status }
    case .profileChanged(let profile):
      for index in items.indices where items[index].entry.status.author.id == profile.id {
        items[index].entry.status.author = profile
      }
    default: return
    }
  }
}
