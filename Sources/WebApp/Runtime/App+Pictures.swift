import Contracts
import Localization
import Social

/// Pictures of drafts and of waiting posts. They are uploaded even if their screen closes, and stay on the
/// device until they are posted or discarded.
extension App {
  /// Adds the chosen pictures to the draft that is open, or begins a new one with them.
  mutating func picked(_ count: Int) {
    guard let session = sessions.currentKey else { return open(.signIn()) }
    if let top = stack.last, let effects = top.handle(.picked(nil)) {
      perform(effects, of: top)
    } else {
      open(.compose(ComposeStart()))
    }
    guard let top = stack.last else { return }
    // One more than the limit is enough to report that there are too many.
    for _ in 0..<min(count, Draft.maxPictures + 1) {
      send(.picked(session + "-" + hexadecimal(randomness.next().prefix(8))), to: top)
    }
  }

  /// True if a viewer is signed in and can therefore begin a post.
  public var canWrite: Bool { sessions.currentKey != nil }

  /// Begins a post with this text, or adds it to the stored draft.
  mutating func shared(_ words: String) {
    guard canWrite else { return }
    open(.compose(ComposeStart()))
    if let top = stack.last { send(.shared(words), to: top) }
  }

  mutating func perform(_ request: PictureRequest, in session: String?) {
    guard let session else { return }
    switch request {
    case .prepare(let id):
      uploads.register(DraftPicture(id: id), session: session, now: now)
      commands.append(.preparePicture(id))
    case .send(let picture): uploads.register(picture, session: session, now: now)
    case .retry(let id): uploads.retry(id, now: now)
    case .remove(let id): removePictures(id)
    case .shrink(let id): return commands.append(.preparePicture(id))
    case .cut(let id, let part, let area): return commands.append(.cutPicture(id, as: part, area))
    }
    picturesChanged()
  }

  mutating func prepared(_ id: String, _ size: Int?, isStored: Bool, _ pixels: PixelSize?, isPicture: Bool) {
    let failure = Uploads.failure(size: size, isPicture: isPicture)
    guard let upload = uploads[id] else {
      if let top = stack.last, let effects = top.handle(.prepared(id: id, pixels, failure: failure)) {
        if size != nil, !isStored { show(Toast(.pictureNotKept)) }
        return perform(effects, of: top)
      }
      // The picture was removed since.
      return removePictures(id)
    }
    if size == nil { cancel(upload) }
    uploads.prepared(id, failure, pixels, now: now)
    if size != nil, !isStored { show(Toast(.pictureNotKept)) }
    picturesChanged()
  }

  /// Begins all uploads that can start now.
  mutating func sendPictures(except refused: [String]) {
    while let upload = uploads.take(now: now, except: refused) {
      guard let step = upload.step else { continue }
      write(step.request(for: upload.id), in: upload.session, .picture(upload.id, step))
    }
  }

  mutating func received(picture id: String, _ step: Uploads.Step, _ result: Result<Response, RequestFailure>)
  {
    guard let upload = uploads[id] else { return }
    if case .success(let response) = result, response.status == 401 {
      uploads.postpone(id)
      refused(upload.session)
    } else {
      uploads.received(id, step, result, now: now)
    }
    picturesChanged()
  }

  /// Sends each picture's state to the screens and posts that have it, then continues with the next uploads.
  mutating func picturesChanged() {
    for upload in uploads.all {
      let state = upload.state
      send(.pictureChanged(id: upload.id, state, upload.size), in: upload.session)
      guard let item = outbox.update(upload.id, state, upload.size) else { continue }
      if let failure = upload.failure {
        outbox.refuse(item, failure.values.first ?? failure.text(environment.strings))
        show(Toast(.notSent))
      }
      changed(item)
    }
    sendOutbox()
  }

  /// Registers the pictures of a waiting post for upload.
  mutating func registerPictures(of item: OutboxItem) {
    for picture in item.draft?.pictures ?? [] {
      uploads.register(picture, session: item.session, now: now)
      if let upload = uploads[picture.id] { _ = outbox.update(picture.id, upload.state, upload.size) }
    }
  }

  mutating func removePictures(of item: OutboxItem) {
    for picture in item.draft?.pictures ?? [] where picture.url == nil { removePictures(picture.id) }
  }

  /// Removes the pictures whose ids begin with `prefix`: one picture, or all of a session.
  mutating func removePictures(_ prefix: String) {
    stopSending(prefix)
    commands.append(.removePictures(prefix: prefix))
  }

  mutating func stopSending(_ prefix: String) {
    for upload in uploads.remove(prefix) { cancel(upload) }
  }

  /// Uploads pictures anew that waited longer than servers store pictures without a post.
  mutating func renewPictures() {
    for item in outbox.items where item.state == .waiting {
      for picture in item.draft?.pictures ?? [] where uploads.renew(picture.id, now: now) {
        _ = outbox.update(picture.id, .sending, picture.size)
      }
    }
  }

  private mutating func cancel(_ upload: Uploads.Upload) {
    for (number, waiter) in waiting {
      guard case .picture(upload.id, _) = waiter else { continue }
      waiting[number] = nil
      commands.append(.cancel(number))
    }
  }
}
