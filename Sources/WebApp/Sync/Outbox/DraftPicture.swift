import Contracts
import JSON
import Localization
import Markup
import Social

/// A picture of a draft. The device stores its bytes under its id until it is posted or discarded. The
/// pictures of a post that is being changed are on the server already.
struct DraftPicture: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    let id: String
    var description: String
    var focus: Picture.Focus?
    var state: State
    let url: String?
    var size: PixelSize?
  }

  @Shared private var parts: Parts

  /// The session's key, a hyphen, and random digits. For a picture that the post has already, its media id.
  var id: String { parts.id }
  /// The description for people who can't see the picture; empty if it has none.
  var description: String {
    get { parts.description }
    set { parts.description = newValue }
  }
  /// The point that must stay in sight when the picture is cropped; `nil` for the middle.
  var focus: Picture.Focus? {
    get { parts.focus }
    set { parts.focus = newValue }
  }
  /// Its address on the server, if the post had it before the change; `nil` if it was chosen on this device.
  var url: String? { parts.url }
  var state: State {
    get { parts.state }
    set { parts.state = newValue }
  }
  /// The size of the prepared picture; `nil` before, and for a file that the browser can't read. A waiting
  /// post has its picture's shape by it.
  var size: PixelSize? {
    get { parts.size }
    set { parts.size = newValue }
  }

  init(
    id: String, description: String = "", focus: Picture.Focus? = nil, state: State = .preparing,
    url: String? = nil, size: PixelSize? = nil
  ) {
    parts = Parts(id: id, description: description, focus: focus, state: state, url: url, size: size)
  }

  /// Creates a picture that a post has already.
  init(_ attachment: Post.Attachment) {
    let picture = attachment.picture
    self.init(
      id: attachment.id, description: picture.description, focus: picture.focus,
      state: .sent(id: attachment.id, at: Timestamp(milliseconds: 0)),
      url: picture.variants.first?.url ?? picture.url, size: picture.size)
  }

  indirect enum State: Equatable, Sendable {
    /// The device reads it and makes it smaller.
    case preparing
    /// It is being uploaded, or waits for the network.
    case sending
    /// Ready to be posted: the server's media id, and the time of the upload.
    case sent(id: String, at: Timestamp)
    case failed(Message)
  }

  /// The time after which a picture is uploaded anew, in milliseconds. Servers delete media without a post
  /// after a day (Mastodon does, too).
  static let lifeOnServer: Int64 = 12 * 3_600_000

  /// Returns true if the server still has a picture uploaded at `time`. A time well ahead of the device's
  /// clock doesn't count, because the clock was changed.
  static func isOnServer(since time: Timestamp, now: Timestamp) -> Bool {
    -RetryPause.longest..<lifeOnServer ~= now.milliseconds - time.milliseconds
  }

  /// Notes the new state and, once it is known, the size. Returns false if nothing changed.
  mutating func update(_ state: State, _ size: PixelSize?) -> Bool {
    guard self.state != state || size != nil && self.size != size else { return false }
    self.state = state
    if let size { self.size = size }
    return true
  }

  var hasFailed: Bool {
    if case .failed = state { true } else { false }
  }

  /// True if the upload may succeed the next time.
  var canRetry: Bool {
    if case .failed(let failure) = state { failure.phrase == .pictureLost } else { false }
  }

  var mediaID: String? {
    if case .sent(let id, _) = state { id } else { nil }
  }

  /// The picture's part of the request that publishes or changes the post.
  var media: StatusRequests.Media? {
    mediaID.map { StatusRequests.Media(id: $0, attributes: url == nil ? nil : attributes) }
  }

  var attributes: MediaRequests.Attributes {
    MediaRequests.Attributes(description: description, focus: focus)
  }

  /// The picture for markup. The bridge resolves the addresses of pictures on the device without a server.
  var picture: Picture {
    Picture(url: url ?? "/.picture/" + id, size: size, description: description, focus: focus)
  }
}

extension Draft {
  /// The number of places in the nine-grid.
  static let maxPictures = 9

  @inline(never)
  func picture(_ id: String) -> DraftPicture? { pictures.first { $0.id == id } }

  /// Updates a picture that it has.
  @inline(never)
  mutating func put(_ picture: DraftPicture) {
    pictures = pictures.map { $0.id == picture.id ? picture : $0 }
  }

  /// True if nothing in it could become a post.
  var isEmpty: Bool { isBlank && !pictures.contains { !$0.hasFailed } }
}

/// Storing it on the device.
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
      if let size {
        writer.name("size")
        writer.array([size.width, size.height]) { $0.number($1) }
      }
      if case .sent(_, let time) = state {
        writer.name("at")
        writer.number(time.milliseconds)
      }
    }
  }

  init?(_ json: JSON) {
    guard let id = json.text("id") else { return nil }
    let (point, sides) = (json.pair("focus"), json.pair("size"))
    self.init(
      id: id, description: json.text("alt") ?? "", focus: point.map { Picture.Focus(x: $0.0, y: $0.1) },
      state: .sending, url: json.text("url"),
      size: sides.flatMap { PixelSize(width: $0.0, height: $0.1) })
    if let media = json.text("media"), let time = json["at"]?.int64 {
      state = .sent(id: media, at: Timestamp(milliseconds: time))
    }
  }
}

extension JSON {
  /// Returns the two numbers of the array under this name; `nil` for anything else.
  fileprivate func pair(_ name: String) -> (Int, Int)? {
    guard let numbers = self[name]?.array, numbers.count == 2, let first = numbers[0].int,
      let second = numbers[1].int
    else { return nil }
    return (first, second)
  }
}
