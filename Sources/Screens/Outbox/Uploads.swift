import Contracts
import Social

/// Pictures on their way to servers: a few at a time, each until a post can have it and its description is known there.
struct Uploads {
  /// Two at a time: while the server makes the copies of one, the next one travels. As many questions go beside them.
  static let mostAtOnce = 2
  /// How often a server is asked whether the copies are made, in milliseconds; less often after each ten answers.
  static let askingPause: Int64 = 1_000
  /// How often a picture is sent anew that the server says it has not.
  static let mostRestarts = 3
  /// The most bytes that an uploaded picture may have: the limit of Mastodon's servers and of ours.
  static let largest = 16_000_000

  /// What is to be done next for a picture.
  indirect enum Step: Equatable, Sendable {
    case send(MediaRequests.Words)
    /// Whether a post can have it.
    case ask(media: String)
    case describe(media: String, MediaRequests.Words)

    func request(for id: String) -> APIRequest {
      switch self {
      case .send(let words): MediaRequests.upload(id, words)
      case .ask(let media): MediaRequests.state(media)
      case .describe(let media, let words): MediaRequests.describe(media, words)
      }
    }
  }

  /// What is under way for a picture: a thing, not a value.
  final class Upload {
    let id: String
    let session: String
    fileprivate(set) var words: MediaRequests.Words
    fileprivate(set) var isPreparing: Bool
    /// What the server calls it; nil: it has it not.
    fileprivate(set) var media: String?
    fileprivate(set) var sentAt: Timestamp
    /// A post can have it.
    fileprivate(set) var isMade = false
    /// What the server knows of it.
    fileprivate(set) var said = MediaRequests.Words()
    fileprivate(set) var isRunning = false
    fileprivate(set) var attempts = 0
    /// How often the server was asked whether the copies are made.
    fileprivate var questions = 0
    /// How often the server said that it has it not, after it had taken it.
    fileprivate var restarts = 0
    fileprivate(set) var notBefore: Timestamp
    fileprivate(set) var trouble: Message?

    fileprivate init(_ picture: DraftPicture, session: String, now: Timestamp) {
      id = picture.id
      self.session = session
      words = picture.words
      isPreparing = picture.state == .preparing
      sentAt = now
      notBefore = now
      if case .sent(let media, let time) = picture.state, DraftPicture.isOnServer(since: time, now: now) {
        self.media = media
        sentAt = time
        isMade = true
      }
    }

    var step: Step? {
      guard !isPreparing, trouble == nil else { return nil }
      guard let media else { return .send(words) }
      if !isMade { return .ask(media: media) }
      return said == words ? nil : .describe(media: media, words)
    }

    var state: DraftPicture.State {
      if let trouble { return .failed(trouble) }
      if isPreparing { return .preparing }
      guard let media, step == nil else { return .sending }
      return .sent(id: media, at: sentAt)
    }
  }

  /// In the order in which they were chosen.
  private(set) var all: [Upload] = []

  subscript(id: String) -> Upload? { all.first { $0.id == id } }

  /// The reason why a file can't be posted, `nil` if it can. `size`: in bytes; `nil` if it can't be read.
  static func trouble(size: Int?, isPicture: Bool) -> Phrase? {
    guard isPicture else { return .onlyPictures }
    guard let size else { return .pictureUnreadable }
    return size > largest ? .pictureTooLarge : nil
  }

  /// Its bytes are on the device, or it can't be sent.
  func prepared(_ id: String, _ trouble: Phrase?, now: Timestamp) {
    guard let upload = self[id] else { return }
    upload.isPreparing = false
    upload.isRunning = false
    upload.notBefore = now
    upload.trouble = trouble.map { Message($0) }
  }

  /// The ids of those that a server did not take yet, and that are tried again.
  var stalled: Set<String> {
    var ids: Set<String> = []
    for upload in all where upload.attempts + upload.restarts > 0 && upload.step != nil { ids.insert(upload.id) }
    return ids
  }

  /// Sees to it that a server gets a picture with this description, as soon as its bytes are on the device.
  mutating func want(_ picture: DraftPicture, session: String, now: Timestamp) {
    // What the post has already, the server has.
    guard picture.url == nil else { return }
    if let upload = self[picture.id] {
      upload.words = picture.words
    } else {
      all.append(Upload(picture, session: session, now: now))
    }
  }

  /// What was sent so long ago may be gone there: it is sent anew. Says whether it is.
  func renew(_ id: String, now: Timestamp) -> Bool {
    guard let upload = self[id], !upload.isRunning, upload.media != nil,
      !DraftPicture.isOnServer(since: upload.sentAt, now: now)
    else { return false }
    (upload.media, upload.isMade) = (nil, false)
    return true
  }

  /// A server refused it, or the post that has it: everything from the beginning.
  func retry(_ id: String, now: Timestamp) {
    guard let upload = self[id], !upload.isPreparing, !upload.isRunning else { return }
    upload.media = nil
    upload.trouble = nil
    upload.restarts = 0
    upload.notBefore = now
  }

  /// Takes out those whose ids begin so.
  mutating func remove(_ prefix: String) -> [Upload] {
    let start = Array(prefix.utf8)
    var removed: [Upload] = []
    var kept: [Upload] = []
    for upload in all {
      if Array(upload.id.utf8).starts(with: start) { removed.append(upload) } else { kept.append(upload) }
    }
    all = kept
    return removed
  }

  /// The network is back: nobody waits for a pause to end.
  func wake(now: Timestamp) {
    for upload in all where upload.attempts + upload.restarts > 0 { upload.notBefore = min(upload.notBefore, now) }
  }

  /// What waits for its time or for its turn; nothing of the sessions that servers refuse, and nothing that travels while as
  /// many travel as may. What servers have already is asked for beside those, so that no way stands empty.
  private func waiting(except refused: [String]) -> [Upload] {
    var travelling = 0
    var asked = 0
    for upload in all where upload.isRunning {
      if upload.media == nil { travelling += 1 } else { asked += 1 }
    }
    var waiting: [Upload] = []
    for upload in all where !upload.isRunning && upload.step != nil && !refused.contains(upload.session) {
      if (upload.media == nil ? travelling : asked) < Self.mostAtOnce { waiting.append(upload) }
    }
    return waiting
  }

  /// The next one that something can be done for now. It is running from now on.
  func take(now: Timestamp, except refused: [String]) -> Upload? {
    for upload in all { upload.notBefore = upload.notBefore.atMost(RetryPause.longest, after: now) }
    let upload = waiting(except: refused).first { $0.notBefore <= now }
    upload?.isRunning = true
    return upload
  }

  /// Milliseconds until something is due; nil: nothing waits for time.
  func pause(now: Timestamp, except refused: [String]) -> Int64? {
    var shortest: Int64?
    for upload in waiting(except: refused) {
      let pause = max(0, upload.notBefore.milliseconds - now.milliseconds)
      shortest = min(shortest ?? pause, pause)
    }
    return shortest
  }

  /// A token is refused: the picture waits until its owner has signed in again.
  func postpone(_ id: String) { self[id]?.isRunning = false }

  func received(_ id: String, _ step: Step, _ result: Result<Response, RequestFailure>, now: Timestamp) {
    guard let upload = self[id] else { return }
    upload.isRunning = false
    let outcome = RequestOutcome(result)
    if case .success(let response) = result {
      if outcome == .done, let media = MediaRequests.id(response.body) {
        upload.attempts = 0
        switch step {
        case .send(let words):
          upload.media = media
          upload.sentAt = now
          upload.said = words
          upload.isMade = response.status == 200
        case .ask:
          upload.isMade = response.status == 200
          upload.questions += 1
        case .describe(_, let words): upload.said = words
        }
        if upload.step == nil { (upload.questions, upload.restarts) = (0, 0) }
        guard !upload.isMade else { return }
        let pause = min(Self.askingPause << Int64(min(upload.questions / 10, 10)), RetryPause.longest)
        upload.notBefore = now.advanced(byMilliseconds: pause)
        return
      }
      // It waited for too long, and is gone there. A server that loses each is not asked without end.
      if response.status == 404, upload.media != nil {
        upload.media = nil
        upload.notBefore = upload.restarts == 0 ? now : now.advanced(byMilliseconds: RetryPause.after(upload.restarts))
        upload.restarts += 1
        if upload.restarts > Self.mostRestarts { upload.trouble = Message(.pictureLost) }
        return
      }
      if outcome == .permanent || outcome == .signedOut {
        upload.trouble =
          response.status == 413 ? Message(.pictureTooLarge) : Message(.refusedBy, response.errorText)
        return
      }
    }
    upload.notBefore = now.advanced(byMilliseconds: RetryPause.after(upload.attempts))
    upload.attempts += 1
  }
}
