import Contracts
import JSON
import Social

/// What waits to be sent: in order, one at a time for each person, each once.
struct Outbox: Equatable, Sendable {
  /// How long a person can take back what they sent or deleted, in milliseconds.
  static let undoMilliseconds: Int64 = 4_000
  /// The pause after the first vain attempt; it doubles each time, up to the longest.
  static let firstPause: Int64 = 5_000
  static let longestPause: Int64 = 300_000

  /// How long an item that another tab wrote waits after its time, so that news of its being held or taken back are here.
  static let grace: Int64 = 1_000
  /// How long another tab may wait for an answer: as long as the bridge does.
  static let lease: Int64 = 20_000

  /// Oldest first.
  private(set) var items: [OutboxItem] = []

  func items(of session: String) -> [OutboxItem] { items.filter { $0.session == session } }

  subscript(id: String) -> OutboxItem? { items.first { $0.id == id } }

  mutating func add(_ item: OutboxItem) {
    let place = items.firstIndex { $0.createdAt > item.createdAt } ?? items.count
    items.insert(item, at: place)
  }

  /// nil if it is not there, or on its way already.
  mutating func cancel(_ id: String) -> OutboxItem? {
    guard let index = items.firstIndex(where: { $0.id == id }), items[index].state != .sending else { return nil }
    return items.remove(at: index)
  }

  /// Takes over what another tab of the browser wrote of an item, or an earlier run of the app.
  mutating func adopt(_ item: OutboxItem) {
    var item = item
    item.isForeign = true
    if item.sentAt != nil { item.state = .sending }
    if let index = items.firstIndex(where: { $0.id == item.id }) { items[index] = item } else { add(item) }
  }

  /// No other tab waits for an answer any more. Returns the ids of the items that wait again.
  mutating func endForeignAttempts(before time: Timestamp? = nil) -> [String] {
    var ids: [String] = []
    for index in items.indices where items[index].isForeign && items[index].state == .sending {
      if let time, let sent = items[index].sentAt, sent.advanced(byMilliseconds: Self.lease) > time { continue }
      items[index].state = .waiting
      items[index].sentAt = nil
      ids.append(items[index].id)
    }
    return ids
  }

  mutating func remove(_ id: String) { items.removeAll { $0.id == id } }

  mutating func removeAll(of session: String) { items.removeAll { $0.session == session } }

  /// A person wants a refused item sent again.
  mutating func retry(_ id: String, now: Timestamp) {
    guard let index = items.firstIndex(where: { $0.id == id }), items[index].state != .sending else { return }
    items[index].state = .waiting
    items[index].notBefore = now
  }

  /// The network is back: nobody waits for a pause to end.
  mutating func wake(now: Timestamp) {
    for index in items.indices where items[index].attempts > 0 && items[index].state == .waiting {
      items[index].notBefore = min(items[index].notBefore, now)
    }
  }

  /// A server takes the person's token no longer: the item waits until they have signed in again.
  mutating func postpone(_ id: String, until time: Timestamp) {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return }
    items[index].state = .waiting
    items[index].sentAt = nil
    items[index].notBefore = time
  }

  /// Notes the new state of a picture. Returns the id of the item whose picture it is, or nil if nothing changed.
  mutating func update(_ picture: String, _ state: DraftPicture.State) -> String? {
    for index in items.indices where items[index].update(picture, state) { return items[index].id }
    return nil
  }

  /// One of its pictures can't be sent: it waits for its writer, with these words.
  mutating func refuse(_ id: String, _ words: String) {
    guard let index = items.firstIndex(where: { $0.id == id }), items[index].state == .waiting else { return }
    items[index].state = .failed(words)
  }

  /// The items that are to be sent now, from now on `sending`; none of the sessions that servers refuse.
  mutating func take(now: Timestamp, except refused: [String] = []) -> [OutboxItem] {
    var taken: [OutboxItem] = []
    for index in heads(except: refused) where items[index].isDue && items[index].due <= now {
      items[index].state = .sending
      items[index].sentAt = now
      items[index].isForeign = false
      taken.append(items[index])
    }
    return taken
  }

  /// Milliseconds until something is due; nil: nothing waits for time.
  func pause(now: Timestamp, except refused: [String] = []) -> Int64? {
    var shortest: Int64?
    for index in heads(except: refused) {
      var due = items[index].due
      if items[index].isForeign, items[index].state == .sending, let sent = items[index].sentAt {
        due = sent.advanced(byMilliseconds: Self.lease)
      } else if !items[index].isDue {
        continue
      }
      let pause = max(0, due.milliseconds - now.milliseconds)
      shortest = min(shortest ?? pause, pause)
    }
    return shortest
  }

  /// Milliseconds until the next of this tab's own items is due, which its toast may hold back.
  func undoPause(now: Timestamp) -> Int64? {
    var shortest: Int64?
    for item in items where !item.isForeign && item.state == .waiting && now < item.notBefore {
      let pause = item.notBefore.milliseconds - now.milliseconds
      shortest = min(shortest ?? pause, pause)
    }
    return shortest
  }

  enum Outcome: Equatable {
    case done
    /// It waits, and is tried again.
    case postponed
    /// The server refused it for good.
    case refused
  }

  mutating func received(_ id: String, _ result: Result<Response, RequestFailure>, now: Timestamp) -> Outcome {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return .done }
    items[index].sentAt = nil
    if case .success(let response) = result {
      // What is gone already need not be deleted.
      if response.isSuccess || response.status == 404 && items[index].draft == nil {
        items.remove(at: index)
        return .done
      }
      if 400...499 ~= response.status, response.status != 408, response.status != 429 {
        items[index].state = .failed(response.errorText)
        return .refused
      }
    }
    let pause = Self.firstPause << Int64(min(items[index].attempts, 10))
    items[index].attempts += 1
    items[index].state = .waiting
    items[index].notBefore = now.advanced(byMilliseconds: min(pause, Self.longestPause))
    return .postponed
  }

  /// The first item of each person that is not refused: those behind it wait for it.
  private func heads(except refused: [String]) -> [Int] {
    var sessions = refused
    var heads: [Int] = []
    for index in items.indices {
      if case .failed = items[index].state { continue }
      guard !sessions.contains(items[index].session) else { continue }
      sessions.append(items[index].session)
      heads.append(index)
    }
    return heads
  }
}

extension OutboxItem {
  /// It waits for nothing but its time.
  fileprivate var isDue: Bool { state == .waiting && isReady }

  /// A change is not held back: it could be changed again.
  fileprivate var due: Timestamp {
    isForeign && edited == nil ? notBefore.advanced(byMilliseconds: Outbox.grace) : notBefore
  }
}
