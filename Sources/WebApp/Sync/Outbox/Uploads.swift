import Contracts
import Localization
import Social

/// Uploads of pictures: a few at a time, each until a post can use the picture and the server has its
/// description.
struct Uploads {
  /// Two at a time: while the server processes one, the next one is sent. As many requests of posts may run
  /// besides.
  static let maxAtOnce = 2
  /// The interval between requests for the processing state, in milliseconds; it grows after every ten
  /// responses.
  static let askingPause: Int64 = 1_000
  /// The maximum number of times that a picture is uploaded again because the server lost it.
  static let maxRestarts = 3
  /// The most bytes that an uploaded picture may have: the limit of Mastodon's servers. Ours take more
  /// (`MediaLimits`).
  static let largest = 16_000_000

  /// The next step for a picture.
  indirect enum Step: Equatable, Sendable {
    case send(MediaRequests.Attributes)
    /// Asks if a post can use it.
    case ask(media: String)
    case describe(media: String, MediaRequests.Attributes)

    func request(for id: String) -> APIRequest {
      switch self {
      case .send(let attributes): MediaRequests.upload(id, attributes)
      case .ask(let media): MediaRequests.state(media)
      case .describe(let media, let attributes): MediaRequests.describe(media, attributes)
      }
    }
  }

  /// The upload of one picture: it has an identity, hence a class.
  final class Upload {
    let id: String
    let session: String
    fileprivate(set) var attributes: MediaRequests.Attributes
    fileprivate(set) var isPreparing: Bool
    /// The size of the picture; `nil` until it is prepared.
    fileprivate(set) var size: PixelSize?
    /// The server's media id; `nil` until uploaded.
    fileprivate(set) var media: String?
    fileprivate(set) var sentAt: Timestamp
    /// True if a post can use it.
    fileprivate(set) var isMade = false
    /// The description that the server has.
    fileprivate(set) var sentAttributes = MediaRequests.Attributes()
    fileprivate(set) var isRunning = false
    fileprivate(set) var attempts = 0
    /// The number of requests for the processing state.
    fileprivate var questions = 0
    /// The number of times that the server lost the picture after the upload.
    fileprivate var restarts = 0
    fileprivate(set) var notBefore: Timestamp
    fileprivate(set) var failure: Message?

    fileprivate init(_ picture: DraftPicture, session: String, now: Timestamp) {
      id = picture.id
      self.session = session
      attributes = picture.attributes
      isPreparing = picture.state == .preparing
      size = picture.size
      sentAt = now
      notBefore = now
      if case .sent(let media, let time) = picture.state, DraftPicture.isOnServer(since: time, now: now) {
        self.media = media
        sentAt = time
        isMade = true
      }
    }

    var step: Step? {
      guard !isPreparing, failure == nil else { return nil }
      guard let media else { return .send(attributes) }
      if !isMade { return .ask(media: media) }
      return sentAttributes == attributes ? nil : .describe(media: media, attributes)
    }

    var state: DraftPicture.State {
      if let failure { return .failed(failure) }
      if isPreparing { return .preparing }
      guard let media, step == nil else { return .sending }
      return .sent(id: media, at: sentAt)
    }
  }

  /// Sorted by the time when they were chosen.
  private(set) var all: [Upload] = []

  subscript(id: String) -> Upload? { all.first { $0.id == id } }

  /// Returns the reason why a file can't be posted; `nil` if it can. `size` is in bytes; `nil` if the file
  /// can't be read.
  static func failure(size: Int?, isPicture: Bool) -> Phrase? {
    guard isPicture else { return .onlyPictures }
    guard let size else { return .pictureUnreadable }
    return size > largest ? .pictureTooLarge : nil
  }

  /// Notes that the bytes are on the device, or the reason why the file can't be posted.
  func prepared(_ id: String, _ failure: Phrase?, _ size: PixelSize? = nil, now: Timestamp) {
    guard let upload = self[id] else { return }
    upload.isPreparing = false
    upload.size = size
    upload.isRunning = false
    upload.notBefore = now
    upload.failure = failure.map { Message($0) }
  }

  /// The ids of pictures whose uploads have failed so far and are retried.
  var stalled: Set<String> {
    var ids: Set<String> = []
    for upload in all where upload.attempts + upload.restarts > 0 && upload.step != nil {
      ids.insert(upload.id)
    }
    return ids
  }

  /// Uploads a picture with this description as soon as its bytes are on the device.
  mutating func register(_ picture: DraftPicture, session: String, now: Timestamp) {
    // The server has the pictures that the post has already.
    guard picture.url == nil else { return }
    if let upload = self[picture.id] {
      upload.attributes = picture.attributes
    } else {
      all.append(Upload(picture, session: session, now: now))
    }
  }

  /// Restarts an upload that is so old that the server may have deleted it. Returns true if it does.
  func renew(_ id: String, now: Timestamp) -> Bool {
    guard let upload = self[id], !upload.isRunning, upload.media != nil,
      !DraftPicture.isOnServer(since: upload.sentAt, now: now)
    else { return false }
    (upload.media, upload.isMade) = (nil, false)
    return true
  }

  /// Restarts an upload from the beginning, because the server refused the picture or the post.
  func retry(_ id: String, now: Timestamp) {
    guard let upload = self[id], !upload.isPreparing, !upload.isRunning else { return }
    upload.media = nil
    upload.failure = nil
    upload.restarts = 0
    upload.notBefore = now
  }

  /// Removes the uploads whose ids begin with `prefix`, and returns them.
  mutating func remove(_ prefix: String) -> [Upload] {
    let start = Array(prefix.utf8)
    var removed: [Upload] = []
    var remaining: [Upload] = []
    for upload in all {
      if Array(upload.id.utf8).starts(with: start) {
        removed.append(upload)
      } else {
        remaining.append(upload)
      }
    }
    all = remaining
    return removed
  }

  /// Ends the pauses between attempts, because the network is back.
  func wake(now: Timestamp) {
    for upload in all where upload.attempts + upload.restarts > 0 {
      upload.notBefore = min(upload.notBefore, now)
    }
  }

  /// Returns the uploads that wait for their time or turn, except those of sessions whose tokens are refused.
  /// Uploads and requests of posts have separate limits, so that neither blocks the other.
  private func waiting(except refused: [String]) -> [Upload] {
    var travelling = 0
    var asked = 0
    for upload in all where upload.isRunning {
      if upload.media == nil { travelling += 1 } else { asked += 1 }
    }
    var waiting: [Upload] = []
    for upload in all where !upload.isRunning && upload.step != nil && !refused.contains(upload.session) {
      if (upload.media == nil ? travelling : asked) < Self.maxAtOnce { waiting.append(upload) }
    }
    return waiting
  }

  /// Returns the next upload that can continue now, and marks it as running.
  func take(now: Timestamp, except refused: [String]) -> Upload? {
    for upload in all { upload.notBefore = upload.notBefore.atMost(RetryPause.longest, after: now) }
    let upload = waiting(except: refused).first { $0.notBefore <= now }
    upload?.isRunning = true
    return upload
  }

  /// Returns the milliseconds until something is due; `nil` if no upload waits for a time.
  func pause(now: Timestamp, except refused: [String]) -> Int64? {
    var shortest: Int64?
    for upload in waiting(except: refused) {
      let pause = max(0, upload.notBefore.milliseconds - now.milliseconds)
      shortest = min(shortest ?? pause, pause)
    }
    return shortest
  }

  /// Stops an upload whose token is refused; it waits until its owner has signed in again.
  func postpone(_ id: String) { self[id]?.isRunning = false }

  func received(_ id: String, _ step: Step, _ result: Result<Response, RequestFailure>, now: Timestamp) {
    guard let upload = self[id] else { return }
    upload.isRunning = false
    let outcome = RequestOutcome(result)
    if case .success(let response) = result {
      if outcome == .done, let media = MediaRequests.id(response.body) {
        upload.attempts = 0
        switch step {
        case .send(let attributes):
          upload.media = media
          upload.sentAt = now
          upload.sentAttributes = attributes
          upload.isMade = response.status == 200
        case .ask:
          upload.isMade = response.status == 200
          upload.questions += 1
        case .describe(_, let attributes): upload.sentAttributes = attributes
        }
        if upload.step == nil { (upload.questions, upload.restarts) = (0, 0) }
        guard !upload.isMade else { return }
        let pause = min(Self.askingPause << Int64(min(upload.questions / 10, 10)), RetryPause.longest)
        upload.notBefore = now.advanced(byMilliseconds: pause)
        return
      }
      // The server deleted it because it waited too long. The number of restarts is limited for a server that
      // loses each one.
      if response.status == 404, upload.media != nil {
        upload.media = nil
        upload.notBefore =
          upload.restarts == 0 ? now : now.advanced(byMilliseconds: RetryPause.after(upload.restarts))
        upload.restarts += 1
        if upload.restarts > Self.maxRestarts { upload.failure = Message(.pictureLost) }
        return
      }
      if outcome == .permanent || outcome == .signedOut {
        upload.failure =
          response.status == 413 ? Message(.pictureTooLarge) : Message(.refusedBy, response.errorText)
        return
      }
    }
    upload.notBefore = now.advanced(byMilliseconds: RetryPause.after(upload.attempts))
    upload.attempts += 1
  }
}
