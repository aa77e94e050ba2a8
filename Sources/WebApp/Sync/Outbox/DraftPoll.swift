import Contracts
import JSON
import Social

/// The poll of a post that is being written.
struct DraftPoll: Equatable, Sendable {
  static let maxOptions = 4
  /// UTF-16 code units, as fields count.
  static let maxOptionLength = 50
  private static let hour = 3600
  /// The offered times until the end, each with its seconds.
  static let ends: [(time: RelativeTime, seconds: Int)] = [
    (RelativeTime(.hour, 1), hour), (RelativeTime(.day, 1), 24 * hour), (RelativeTime(.day, 3), 72 * hour),
    (RelativeTime(.week, 1), 168 * hour), (RelativeTime(.week, 2), 336 * hour),
  ]

  var options = ["", ""]
  var isMultiple = false
  /// True to show who voted for what, if the post is for circles.
  var showsVoters = false
  var seconds = 24 * Self.hour

  init() {}

  /// The options that say something.
  var filled: [String] { options.filter { !CleanText.showsNothing($0) } }

  /// True if the server accepts it: at least two options, all of them different.
  var isReady: Bool { filled.count > 1 && Set(filled).count == filled.count }

  /// - Parameter takesVoters: False if the post isn't for circles.
  func fields(takesVoters: Bool) -> PollRequests.Fields {
    PollRequests.Fields(
      options: filled, isMultiple: isMultiple, expiresIn: seconds, showsVoters: takesVoters && showsVoters)
  }

  // Storing it on the device.

  func write(_ writer: inout JSONWriter) {
    writer.name("poll")
    writer.object { writer in
      writer.name("options")
      writer.array(options) { writer, option in writer.string(option) }
      writer.name("multiple")
      writer.bool(isMultiple)
      writer.name("voters")
      writer.bool(showsVoters)
      writer.name("seconds")
      writer.number(seconds)
    }
  }

  @inline(never)
  init?(_ json: JSON?) {
    guard let json, let options = json["options"]?.array else { return nil }
    self.options = options.prefix(Self.maxOptions).map { $0.string ?? "" }
    isMultiple = json["multiple"]?.bool ?? false
    showsVoters = json["voters"]?.bool ?? false
    if let seconds = json["seconds"]?.int64 { self.seconds = Int(clamping: seconds) }
  }
}
