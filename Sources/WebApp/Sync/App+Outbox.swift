import Contracts
import Localization
import Social

/// Sending the outbox, and undoing its items in time.
extension App {
  mutating func restoreOutbox() {
    for session in sessions.all {
      for key in memory.keys(beginningWith: Session.storagePrefix(session.key) + Self.itemName) {
        adoptItem(key, atStart: true)
      }
    }
  }

  /// Adds an item that another tab or an earlier run stored on the device. One that isn't a post, and that
  /// the server has refused, is taken back.
  mutating func adoptItem(_ key: String, atStart: Bool = false) {
    guard let item = memory[key].flatMap({ OutboxItem(json: $0) }), key == Self.memoryKey(item),
      sessions.session(item.session) != nil
    else { return }
    let known = outbox[item.id]
    // This tab knows the state of what it sends itself better than the device does.
    if let known, known.state == .sending, !known.isForeign { return }
    if item.draft == nil, case .failed = item.state {
      if atStart { remember(key, nil) } else if known != nil { takeBack(item) }
      return
    }
    outbox.adopt(item)
    registerPictures(of: item)
    broadcast(.itemWaiting(outbox[item.id] ?? item), in: item.session)
    guard known == nil else { return }
    if case .delete(let id) = item.task { broadcast(.postRemoved(id: id), in: item.session) }
    if case .admit(let id, _) = item.task {
      broadcast(.requestAnswered(id: id, isWaiting: false), in: item.session)
    }
  }

  mutating func post(_ draft: Draft, in session: String) {
    let item = enqueue(.publish(draft), in: session)
    broadcast(.itemWaiting(item), in: session)
    show(Toast(.sending, action: .undo(item.id)))
  }

  /// Queues a change of a post, and shows the changed post at once.
  mutating func edit(_ id: String, _ draft: Draft, in session: String) {
    broadcast(.itemWaiting(enqueue(.edit(id: id, draft), in: session)), in: session)
  }

  mutating func delete(_ post: Post, in session: String) {
    act(.delete(id: post.id), .postDeleted, shows: .postRemoved(id: post.id), in: session)
  }

  /// Queues a narrower audience of a post, and shows it at once.
  mutating func narrow(_ post: Post, to audience: Visibility, in session: String) {
    broadcast(.itemWaiting(enqueue(.narrow(id: post.id, audience), in: session)), in: session)
    show(Toast(.audienceNarrowed))
  }

  mutating func admit(_ id: String, _ isAccepted: Bool, in session: String) {
    act(
      .admit(id: id, isAccepted), isAccepted ? .requestAccepted : .requestRejected,
      shows: .requestAnswered(id: id, isWaiting: false), in: session)
  }

  /// Queues a task, shows its result at once, and offers to undo it for a moment.
  @inline(never)
  private mutating func act(
    _ task: OutboxItem.Task, _ phrase: Phrase, shows change: Change, in session: String
  ) {
    let item = enqueue(task, in: session)
    broadcast(change, in: session)
    show(Toast(phrase, action: .undo(item.id)))
  }

  private mutating func enqueue(_ task: OutboxItem.Task, in session: String) -> OutboxItem {
    let last = outbox.items.last?.createdAt ?? now
    var pause = Outbox.undoMilliseconds
    // A changed post needs no undo: its author can change it again.
    if case .edit = task { pause = 0 }
    // The sheet has said that it can't be taken back, and a refresh meanwhile would show the wider audience.
    if case .narrow = task { pause = 0 }
    let item = OutboxItem(
      id: hexadecimal(randomness.next().prefix(16)), session: session, task,
      createdAt: max(now, last.advanced(byMilliseconds: 1)), notBefore: now.advanced(byMilliseconds: pause))
    outbox.add(item)
    registerPictures(of: item)
    remember(Self.memoryKey(item), (outbox[item.id] ?? item).json)
    sendOutbox()
    return outbox[item.id] ?? item
  }

  mutating func perform(_ request: OutboxRequest) {
    switch request {
    case .cancel(let id):
      if let item = cancel(id) { removePictures(of: item) }
      picturesChanged()
    case .retry(let id):
      for picture in outbox[id]?.draft?.pictures ?? [] { uploads.retry(picture.id, now: now) }
      outbox.retry(id, now: now)
      changed(id)
      picturesChanged()
    case .edit(let id):
      guard let item = cancel(id), let draft = item.draft else { return }
      var start = ComposeStart(draft, editing: item.edited, isRestored: true)
      // A draft that was begun since keeps its key.
      if memory[Session.storagePrefix(item.session) + start.draftKey] != nil || isWriting {
        start.key = start.draftKey + StoredDraft.copySuffix + item.id
      }
      if item.session == sessions.currentKey {
        open(.compose(start))
      } else {
        // Another account is in front: the draft waits under its author's session.
        remember(Session.storagePrefix(item.session) + start.draftKey, draft.json)
      }
    }
  }

  private var isWriting: Bool {
    stack.last.map { bytes(of: $0.name).elementsEqual(Array("compose".utf8)) } ?? false
  }

  /// Undoes an item before it is sent: a post opens in the composer again, a deleted one shows again.
  mutating func undo(_ id: String) {
    hideToast()
    perform(.edit(id))
  }

  private mutating func cancel(_ id: String) -> OutboxItem? {
    guard let item = outbox.cancel(id) else { return nil }
    remember(Self.memoryKey(item), nil)
    broadcast(.itemCancelled(id: id), in: item.session)
    rollBack(item)
    sendOutbox()
    return item
  }

  /// Sends what is due, and starts the timer for the next item.
  mutating func sendOutbox() {
    if hasItems { sendItems() }
    awaitDue()
  }

  private var hasItems: Bool { !outbox.items.isEmpty || !uploads.all.isEmpty }

  @inline(never)
  private mutating func sendItems() {
    renewPictures()
    let refused = sessions.all.filter { $0.isRefused }.map { $0.key }
    sendPictures(except: refused)
    if leads {
      for id in outbox.endForeignAttempts(before: now) { changed(id) }
      for item in outbox.take(now: now, except: refused, stalled: uploads.stalled) {
        if let session = sessions.session(item.session),
          let search = item.searchRequest(in: session, now: now)
        {
          write(search, in: item.session, .searching(item.id))
        } else {
          write(item.request, in: item.session, .sending(item.id, at: now))
        }
        changed(item.id)
      }
    }
  }

  /// Starts the timer for the next item that is due.
  mutating func awaitDue() {
    forget(.outboxDue)
    var pause = leads ? interactionQueue.pause(now: now) ?? .max : .max
    if hasItems { pause = min(pause, itemPause) }
    if pause < .max { startTimer(Int(min(pause, RetryPause.longest)), .outboxDue) }
  }

  /// The time until an item or an upload is due, in milliseconds.
  @inline(never)
  private var itemPause: Int64 {
    let refused = sessions.all.filter { $0.isRefused }.map { $0.key }
    // A tab that isn't the sender wakes only for items that it holds back for undo.
    let due =
      leads ? outbox.pause(now: now, except: refused, stalled: uploads.stalled) : outbox.undoPause(now: now)
    return min(due ?? .max, uploads.pause(now: now, except: refused) ?? .max)
  }

  /// Looks for an item among its author's newest posts, one of which may come from an earlier attempt.
  mutating func received(searchFor id: String, _ result: Result<Response, RequestFailure>) {
    guard let item = outbox[id], let session = sessions.session(item.session) else { return }
    guard case .success(let response) = result, response.isSuccess else {
      return received(outbox: id, result, asked: now)
    }
    guard let posts = MastodonDecoder(origin: session.origin).timeline(response.body) else {
      return received(outbox: id, .failure(.unreachable), asked: now)
    }
    let others = sentPosts(of: session.key)
    let found = posts.first { post in
      item.isPublished(as: post.entry.post, by: session.me.id, except: others, now: now)
    }
    // The found post, requested as if the first attempt had been answered with it.
    let request = found.map { MastodonRequests.status($0.entry.post.id) } ?? item.request
    outbox.renewAttempt(id, now: now)
    write(request, in: item.session, .sending(id, at: now))
    changed(id)
  }

  private static let sentPostsKey = "sent posts"

  /// Returns the ids of the latest posts that this device sent.
  private func sentPosts(of session: String) -> [String] {
    Array((memory[memoryPrefix(of: session) + Self.sentPostsKey] ?? "").utf8).split(
      separator: UInt8(ascii: " ")
    )
    .map { String(decoding: $0, as: UTF8.self) }
  }

  mutating func received(outbox id: String, _ result: Result<Response, RequestFailure>, asked time: Timestamp)
  {
    guard let item = outbox[id] else { return }
    if case .success(let response) = result, response.status == 401 {
      // The item waits until its author has signed in again.
      outbox.postpone(id, until: now)
      refused(item.session)
      changed(id)
      sendOutbox()
      return
    }
    switch outbox.received(id, result, now: now) {
    case .done:
      remember(Self.memoryKey(item), nil)
      removePictures(of: item)
      if case .success(let response) = result { done(item, response, asked: time) }
    case .postponed: changed(id)
    case .refused: refused(item)
    }
    sendOutbox()
  }

  private mutating func done(_ item: OutboxItem, _ response: Response, asked time: Timestamp) {
    guard item.draft != nil || item.isAdmission || item.isNarrowing,
      let session = sessions.session(item.session)
    else {
      return
    }
    let post = MastodonDecoder(origin: session.origin).status(body: response.body)
    if item.isNewPost, let post {
      let others = sentPosts(of: session.key).suffix(OutboxItem.maxSearched - 1)
      remember(
        memoryPrefix(of: session.key) + Self.sentPostsKey, others.reduce("") { $0 + $1 + " " } + post.id)
    }
    if let post { store(of: item.session).receive(post, asked: time) }
    let isInSight = stack.last?.list.isInSight(OutboxItemCell.key(item.id)) ?? true
    broadcast(.itemSent(item, post, body: response.body, at: now), in: item.session)
    if item.isNewPost, let post, !isInSight, item.session == sessions.currentKey { sent(post, item) }
  }

  /// Says that a post was sent which the viewer doesn't see here. A comment shows where it was written.
  private mutating func sent(_ post: Post, _ item: OutboxItem) {
    guard post.commentOf == nil, toast == nil || toast?.action == .undo(item.id) else { return }
    show(Toast(.sent, action: .view(post.id)))
  }

  /// Handles a refused item: a post stays, so that its author can change or resend it. All others are
  /// removed, and what they hid shows again. Their text stays until the next start: a tab that hears of a
  /// write reads what is there by then, a hidden one when it shows again.
  private mutating func refused(_ item: OutboxItem) {
    if item.draft != nil {
      changed(item.id)
      rollBack(item)
      show(Toast(.notSent))
    } else {
      remember(Self.memoryKey(item), outbox[item.id]?.json)
      takeBack(item)
      show(Toast(item.isAdmission ? .requestNotAnswered : item.isNarrowing ? .notSaved : .notDeleted))
    }
  }

  /// Removes an item, and shows again what it hid.
  private mutating func takeBack(_ item: OutboxItem) {
    rollBack(item)
    broadcast(.itemCancelled(id: item.id), in: item.session)
    outbox.remove(item.id)
  }

  /// Shows again what an item hid.
  private mutating func rollBack(_ item: OutboxItem) {
    switch item.task {
    case .delete(let id): broadcast(.postRestored(id: id), in: item.session)
    case .admit(let id, _): broadcast(.requestAnswered(id: id, isWaiting: true), in: item.session)
    case .publish, .edit, .narrow: return
    }
  }

  mutating func changed(_ id: String) {
    guard let item = outbox[id] else { return }
    remember(Self.memoryKey(item), item.json)
    if item.draft != nil || item.isNarrowing { broadcast(.itemWaiting(item), in: item.session) }
  }

  /// Removes an item, with its pictures, that another tab has sent or undone.
  mutating func removedElsewhere(_ key: String) {
    guard let item = outbox.items.first(where: { Self.memoryKey($0) == key }) else { return }
    outbox.remove(item.id)
    for picture in item.draft?.pictures ?? [] where picture.url == nil { stopSending(picture.id) }
    broadcast(.itemCancelled(id: item.id), in: item.session)
    // The other tab undid it.
    if now < item.notBefore { rollBack(item) }
    // The posts that the other tab sent shall show here, too.
    if let top = stack.last { send(.returned, to: top) }
    sendOutbox()
  }

  /// Reports that the device had no room for a text. The app tells the viewer only about drafts and outbox
  /// items; everything else can be loaded again.
  mutating func notStored(_ key: String) {
    let parts = Array(key.utf8).split(separator: UInt8(ascii: " "))
    guard parts.count > 2, parts[0].elementsEqual(Array("session".utf8)),
      parts[2].elementsEqual(Array("outbox".utf8)) || parts[2].elementsEqual(Array("draft".utf8)),
      toast?.message.phrase != .notKept
    else { return }
    show(Toast(.notKept))
  }

  /// The beginning of each item's key, before the id.
  static let itemName = "outbox "

  private static func memoryKey(_ item: OutboxItem) -> String {
    Session.storagePrefix(item.session) + itemName + item.id
  }
}
