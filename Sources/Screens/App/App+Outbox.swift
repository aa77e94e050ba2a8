import Contracts
import Social

/// Sending what must not get lost, and taking it back in time.
extension App {
  mutating func restoreOutbox() {
    for key in memory.keys(beginningWith: "session ") {
      if let item = memory[key].flatMap({ OutboxItem(json: $0) }), key == Self.memoryKey(item),
        sessions.session(item.session) != nil
      {
        outbox.add(item)
      }
    }
  }

  mutating func post(_ draft: Draft) {
    guard let item = enqueue(.publish(draft)) else { return }
    spread(.statusWaiting(item))
    show(Toast(.sending, action: .undo(item.id)))
  }

  mutating func delete(_ status: Status) {
    guard let item = enqueue(.delete(id: status.id)) else { return }
    deleted.append((item.id, .statusRestored(status)))
    spread(.statusRemoved(id: status.id))
    show(Toast(.postDeleted, action: .undo(item.id)))
  }

  private mutating func enqueue(_ task: OutboxItem.Task) -> OutboxItem? {
    guard let session = sessions.currentKey else { return nil }
    let last = outbox.items.last?.createdAt ?? now
    let createdAt = max(now, last.advanced(byMilliseconds: 1))
    let item = OutboxItem(
      id: hexadecimal(randomness.next().prefix(16)), session: session, task, createdAt: createdAt,
      notBefore: now.advanced(byMilliseconds: Outbox.undoMilliseconds))
    outbox.add(item)
    remember(Self.memoryKey(item), item.json)
    sendOutbox()
    return item
  }

  mutating func perform(_ request: OutboxRequest) {
    switch request {
    case .cancel(let id): _ = cancel(id)
    case .retry(let id):
      outbox.retry(id, now: now)
      changed(id)
      sendOutbox()
    case .edit(let id):
      if let draft = cancel(id)?.draft { open(.compose(ComposeStart(draft, isRestored: true))) }
    }
  }

  /// Takes an item back before it was sent: a post opens for writing again, a deleted one shows again.
  mutating func undo(_ id: String) {
    hideToast()
    perform(.edit(id))
  }

  private mutating func cancel(_ id: String) -> OutboxItem? {
    guard let item = outbox.cancel(id) else { return nil }
    remember(Self.memoryKey(item), nil)
    spread(takeDeleted(id) ?? .statusCancelled(local: id))
    sendOutbox()
    return item
  }

  /// Sends what is due, and comes back when the next item is.
  mutating func sendOutbox() {
    for item in outbox.take(now: now) {
      guard let session = sessions.session(item.session), let credential = sessions.credential(of: item.session)
      else { continue }
      let request = item.request
      commands.append(
        .send(
          wait(.sending(item.id)), request, url: base(of: session.origin) + request.target, token: credential.token))
      changed(item.id)
    }
    forget(.outboxDue)
    if let pause = outbox.pause(now: now) { startTimer(Int(min(pause, Outbox.longestPause)), .outboxDue) }
  }

  mutating func answered(outbox id: String, _ result: Result<Answer, RequestFailure>) {
    guard let item = outbox[id] else { return }
    let outcome = outbox.answered(id, result, now: now)
    if case .success(let answer) = result {
      if answer.status == 401 { refused(item.session) }
      if outcome == .done, item.draft != nil { spread(.statusSent(local: id, answer)) }
    }
    switch outcome {
    case .done:
      _ = takeDeleted(id)
      remember(Self.memoryKey(item), nil)
    case .postponed: changed(id)
    case .refused: refusedItem(item)
    }
    sendOutbox()
  }

  /// A refused post stays, to be changed or sent again; a refused deletion does not, and its post shows again.
  private mutating func refusedItem(_ item: OutboxItem) {
    if item.draft != nil {
      changed(item.id)
      show(Toast(.notSent))
    } else {
      _ = outbox.cancel(item.id)
      remember(Self.memoryKey(item), nil)
      if let fact = takeDeleted(item.id) { spread(fact) }
      show(Toast(.notDeleted))
    }
  }

  mutating func takeDeleted(_ id: String) -> Fact? {
    deleted.firstIndex { $0.item == id }.map { deleted.remove(at: $0).restores }
  }

  private mutating func changed(_ id: String) {
    guard let item = outbox[id] else { return }
    remember(Self.memoryKey(item), item.json)
    if item.draft != nil { spread(.statusWaiting(item)) }
  }

  private static func memoryKey(_ item: OutboxItem) -> String {
    Session.storagePrefix(item.session) + "outbox " + item.id
  }
}
