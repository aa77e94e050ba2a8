import Contracts
import JSON
import Markup
import Social

/// A picture of a draft. The device keeps its bytes, under its id, until it is posted or thrown away; of a post that is
/// changed, the server has it already.
struct DraftPicture: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    let id: String
    var description: String
    var focus: Picture.Focus?
    var state: State
    let url: String?
  }

  @Shared private var parts: Parts

  /// The key of the session, a hyphen, and digits that nobody can guess; of one that the post has already, its id there.
  var id: String { parts.id }
  /// For people who can't see it; empty: not described.
  var description: String {
    get { parts.description }
    set { parts.description = newValue }
  }
  /// What must stay in sight when the picture is cropped; nil: the middle.
  var focus: Picture.Focus? {
    get { parts.focus }
    set { parts.focus = newValue }
  }
  /// Where the server has it, if the post had it before it was changed; nil: it was chosen on this device.
  var url: String? { parts.url }
  var state: State {
    get { parts.state }
    set { parts.state = newValue }
  }

  init(
    id: String, description: String = "", focus: Picture.Focus? = nil, state: State = .preparing, url: String? = nil
  ) {
    parts = Parts(id: id, description: description, focus: focus, state: state, url: url)
  }

  /// One that a post has already.
  init(_ attachment: Status.Attachment) {
    let picture = attachment.picture
    self.init(
      id: attachment.id, description: picture.description, focus: picture.focus,
      state: .sent(id: attachment.id, at: Timestamp(milliseconds: 0)), url: picture.variants.first?.url ?? picture.url)
  }

  indirect enum State: Equatable, Sendable {
    /// It is read and made smaller.
    case preparing
    /// On its way to the server, or waiting for the network.
    case sending
    /// A post can have it: what the server calls it, and since when it has it.
    case sent(id: String, at: Timestamp)
    case failed(Message)
  }

  /// A server drops what no post has after a day (Mastodon does, too): then it is sent anew.
  static let lifeOnServer: Int64 = 12 * 3_600_000

  /// A time that is well ahead of the device's clock says nothing: the clock was changed.
  static func isOnServer(since time: Timestamp, now: Timestamp) -> Bool {
    -RetryPause.longest..<lifeOnServer ~= now.milliseconds - time.milliseconds
  }

  var hasFailed: Bool {
    if case .failed = state { true } else { false }
  }

  /// The same picture may be taken when it is sent once more.
  var canRetry: Bool {
    if case .failed(let trouble) = state { trouble.phrase == .pictureLost } else { false }
  }

  var mediaID: String? {
    if case .sent(let id, _) = state { id } else { nil }
  }

  /// Its part of the request that publishes or changes the post.
  var media: StatusRequests.Media? {
    mediaID.map { StatusRequests.Media(id: $0, words: url == nil ? nil : words) }
  }

  var words: MediaRequests.Words { MediaRequests.Words(description: description, focus: focus) }

  /// The picture for markup: the bridge knows the addresses of pictures on the device, and asks no server for them.
  var picture: Picture { Picture(url: url ?? "/.picture/" + id, description: description, focus: focus) }
}

extension Draft {
  /// The nine-grid has no more places.
  static let mostPictures = 9

  @inline(never)
  func picture(_ id: String) -> DraftPicture? { pictures.first { $0.id == id } }

  /// Takes over what is new about a picture that it has.
  @inline(never)
  mutating func put(_ picture: DraftPicture) {
    pictures = pictures.map { $0.id == picture.id ? picture : $0 }
  }

  /// Nothing that a post could be made of.
  var isEmpty: Bool { isBlank && !pictures.contains { !$0.hasFailed } }
}

/// How the device keeps it.
extension DraftPicture {
  func write(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.texts([
        ("id", id), ("alt", description.isEmpty ? nil : description), ("media", mediaID), ("url", url),
      ])
      if let focus {
        writer.name("focus")
        writer.array([focus.x, focus.y]) { $0.number($1) }
      }
      if case .sent(_, let time) = state {
        writer.name("at")
        writer.number(time.milliseconds)
      }
    }
  }

  init?(_ json: JSON) {
    guard let id = json.text("id") else { return nil }
    var focus: Picture.Focus?
    if let point = json["focus"]?.array, point.count == 2, let x = point[0].int, let y = point[1].int {
      focus = Picture.Focus(x: x, y: y)
    }
    self.init(
      id: id, description: json.text("alt") ?? "", focus: focus, state: .sending, url: json.text("url"))
    if let media = json.text("media"), let time = json["at"]?.int64 {
      state = .sent(id: media, at: Timestamp(milliseconds: time))
    }
  }
}
