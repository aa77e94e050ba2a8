import Contracts
import JSON
import Social

/// The items that wait to be sent: in order, one at a time per account, each exactly once. An item that is
/// retried later lets those pass that are about other posts.
struct Outbox: Equatable, Sendable {
  /// The time in which a viewer can undo a post or a deletion, in milliseconds.
  static let undoMilliseconds: Int64 = 4_000

  /// The extra time that another tab's item waits, in milliseconds, so that the news of a hold or an undo
  /// arrives first.
  static let grace: Int64 = 1_000
  /// The time that another tab may wait for a response, in milliseconds: the bridge's timeout.
  static let lease: Int64 = 20_000

  /// Oldest first.
  private(set) var items: [OutboxItem] = []

  @inline(never)
  func items(of session: String) -> [OutboxItem] { items.filter { $0.session == session } }

  subscript(id: String) -> OutboxItem? { items.first { $0.id == id } }

  mutating func add(_ item: OutboxItem) {
    let position = items.firstIndex { $0.createdAt > item.createdAt } ?? items.count
    items.insert(item, at: position)
  }

  /// Removes an item. Returns `nil` if it doesn't exist or is being sent.
  mutating func cancel(_ id: String) -> OutboxItem? {
    guard let index = items.firstIndex(where: { $0.id == id }), items[index].state != .sending else {
      return nil
    }
    return items.remove(at: index)
  }

  /// Adds an item that another tab or an earlier run of the app wrote.
  mutating func adopt(_ item: OutboxItem) {
    var item = item
    item.isForeign = true
    if item.sentAt != nil { item.state = .sending }
    if let index = items.firstIndex(where: { $0.id == item.id }) { items[index] = item } else { add(item) }
  }

  /// Makes items wait again if no other tab can still be waiting for their responses. Returns their ids.
  mutating func endForeignAttempts(before time: Timestamp? = nil) -> [String] {
    var ids: [String] = []
    for index in items.indices where items[index].isForeign && items[index].state == .sending {
      // A time in the future was written before the clock was set back.
      if let time, let sent = items[index].sentAt, sent <= time,
        sent.advanced(byMilliseconds: Self.lease) > time
      {
        continue
      }
      items[index].state = .waiting
      items[index].sentAt = nil
      ids.append(items[index].id)
    }
    return ids
  }

  /// Restarts the lease of an item that was searched for and is sent now, for the other tabs.
  mutating func renewAttempt(_ id: String, now: Timestamp) {
    for index in items.indices where items[index].id == id && items[index].state == .sending {
      items[index].sentAt = now
    }
  }

  mutating func remove(_ id: String) { items.remove(id) }

  mutating func removeAll(of session: String) { items.removeAll { $0.session == session } }

  /// Retries a refused item at the viewer's request.
  mutating func retry(_ id: String, now: Timestamp) {
    guard let index = items.firstIndex(where: { $0.id == id }), items[index].state != .sending else { return }
    items[index].state = .waiting
    items[index].notBefore = now
  }

  /// Ends the pauses between attempts, because the network is back.
  mutating func wake(now: Timestamp) {
    for index in items.indices where items[index].attempts > 0 && items[index].state == .waiting {
      items[index].notBefore = min(items[index].notBefore, now)
    }
  }

  /// Makes an item wait because the server refuses the token; it is sent after the member has signed in
  /// again.
  mutating func postpone(_ id: String, until time: Timestamp) {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return }
    items[index].state = .waiting
    items[index].sentAt = nil
    items[index].notBefore = time
  }

  /// Notes the new state of a picture. Returns the id of the item that has the picture, or `nil` if nothing
  /// changed.
  mutating func update(_ picture: String, _ state: DraftPicture.State, _ size: PixelSize?) -> String? {
    for index in items.indices where items[index].update(picture, state, size) { return items[index].id }
    return nil
  }

  /// Marks an item as failed because one of its pictures can't be uploaded. It waits for its author, with
  /// this message.
  mutating func refuse(_ id: String, _ reason: String) {
    guard let index = items.firstIndex(where: { $0.id == id }), items[index].state == .waiting else { return }
    items[index].state = .failed(reason)
  }

  /// Returns the items to send now, and marks them as `sending`. Sessions whose tokens are refused are left
  /// out. `stalled`: the pictures whose uploads have failed so far and are retried.
  mutating func take(now: Timestamp, except refused: [String] = [], stalled: Set<String> = []) -> [OutboxItem]
  {
    for index in items.indices {
      let most = items[index].attempts == 0 ? Self.undoMilliseconds : RetryPause.longest
      items[index].notBefore = items[index].notBefore.atMost(most, after: now)
    }
    var taken: [OutboxItem] = []
    for index in heads(except: refused, stalled) where items[index].due <= now {
      guard !taken.contains(where: { $0.session == items[index].session }) else { continue }
      items[index].state = .sending
      items[index].sentAt = now
      items[index].isForeign = false
      taken.append(items[index])
      items[index].triedAt = items[index].triedAt ?? now
    }
    return taken
  }

  /// Returns the milliseconds until something is due; `nil` if no item waits for a time.
  func pause(now: Timestamp, except refused: [String] = [], stalled: Set<String> = []) -> Int64? {
    var shortest: Int64?
    for item in items where item.isForeign && item.state == .sending && !refused.contains(item.session) {
      guard let end = item.sentAt?.advanced(byMilliseconds: Self.lease) else { continue }
      shortest = min(shortest ?? .max, max(0, min(end.milliseconds - now.milliseconds, Self.lease)))
    }
    for index in heads(except: refused, stalled) {
      let pause = max(0, items[index].due.milliseconds - now.milliseconds)
      shortest = min(shortest ?? pause, pause)
    }
    return shortest
  }

  /// Returns the milliseconds until the next of this tab's own items is due; its toast may hold it back.
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
    /// It waits, and is retried.
    case postponed
    /// The server refused it for good.
    case refused
  }

  mutating func received(_ id: String, _ result: Result<Response, RequestFailure>, now: Timestamp) -> Outcome
  {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return .done }
    items[index].sentAt = nil
    var outcome = RequestOutcome(result)
    // A post that no longer exists doesn't need to be deleted.
    if case .success(let response) = result, response.status == 404, items[index].draft == nil {
      outcome = .done
    }
    switch (outcome, result) {
    case (.done, _):
      items.remove(at: index)
      return .done
    case (.permanent, .success(let response)), (.signedOut, .success(let response)):
      items[index].state = .failed(response.errorText)
      return .refused
    case (.transient, _), (_, .failure):
      items[index].state = .waiting
      items[index].notBefore = now.advanced(byMilliseconds: RetryPause.after(items[index].attempts))
      items[index].attempts += 1
      return .postponed
    }
  }

  /// Returns the items that only wait for their time: per account the first one, and those that may pass it.
  private func heads(except refused: [String], _ stalled: Set<String>) -> [Int] {
    var closed = refused
    for item in items where item.state == .sending { closed.append(item.session) }
    var heads: [Int] = []
    var passed: [OutboxItem] = []
    for index in items.indices {
      let item = items[index]
      if case .failed = item.state { continue }
      guard !closed.contains(item.session) else { continue }
      let waitsForOther = passed.contains { $0.session == item.session && $0.isAboutSame(as: item) }
      if item.isDue, !waitsForOther { heads.append(index) }
      let isStalled = item.draft?.pictures.contains { stalled.contains($0.id) } ?? false
      if waitsForOther || item.attempts > 0 || isStalled {
        passed.append(item)
      } else {
        closed.append(item.session)
      }
    }
    return heads
  }
}

extension OutboxItem {
  /// True if it only waits for its time.
  fileprivate var isDue: Bool { state == .waiting && isReady }

  /// The time when it is due. A change gets no extra time, because its author can change it again.
  fileprivate var due: Timestamp {
    isForeign && edited == nil ? notBefore.advanced(byMilliseconds: Outbox.grace) : notBefore
  }
}
