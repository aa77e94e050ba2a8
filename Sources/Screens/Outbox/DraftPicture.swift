import JSON
import Markup
import Social

/// A picture of a draft. The device keeps its bytes, under its id, until it is posted or thrown away.
struct DraftPicture: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    let id: String
    var description: String
    var state: State
  }

  @Shared private var parts: Parts

  /// The key of the session, a hyphen, and digits that nobody can guess.
  var id: String { parts.id }
  /// For people who can't see it; empty: not described.
  var description: String {
    get { parts.description }
    set { parts.description = newValue }
  }
  var state: State {
    get { parts.state }
    set { parts.state = newValue }
  }

  init(id: String, description: String = "", state: State = .preparing) {
    parts = Parts(id: id, description: description, state: state)
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

  var hasFailed: Bool {
    if case .failed = state { true } else { false }
  }

  var mediaID: String? {
    if case .sent(let id, _) = state { id } else { nil }
  }

  /// As markup shows it: the bridge knows these addresses, and reads the device instead of asking a server.
  var picture: Picture { Picture(url: "/.picture/" + id, description: description) }
}

extension Draft {
  /// As many as the nine-grid has places.
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
      writer.texts([("id", id), ("alt", description.isEmpty ? nil : description), ("media", mediaID)])
      if case .sent(_, let time) = state {
        writer.name("at")
        writer.number(time.milliseconds)
      }
    }
  }

  init?(_ json: JSON) {
    guard let id = json.text("id") else { return nil }
    self.init(id: id, description: json.text("alt") ?? "", state: .sending)
    if let media = json.text("media"), let time = json["at"]?.int64 {
      state = .sent(id: media, at: Timestamp(milliseconds: time))
    }
  }
}
