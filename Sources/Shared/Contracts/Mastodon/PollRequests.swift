import JSON

/// Polls (Mastodon API, methods/polls).
public enum PollRequests {
  /// A poll to publish.
  public struct Fields: Equatable, Sendable {
    public var options: [String]
    public var isMultiple: Bool
    /// The seconds until the end.
    public var expiresIn: Int

    public init(options: [String], isMultiple: Bool, expiresIn: Int) {
      self.options = options
      self.isMultiple = isMultiple
      self.expiresIn = expiresIn
    }

    @inline(never)
    func write(_ writer: inout JSONWriter) {
      writer.name("poll")
      writer.object { writer in
        writer.name("options")
        writer.array(options) { writer, option in writer.string(option) }
        writer.name("multiple")
        writer.bool(isMultiple)
        writer.name("expires_in")
        writer.number(expiresIn)
      }
    }
  }

  /// `POST /api/v1/polls/:id/votes`.
  public static func vote(_ choices: [Int], in poll: String) -> APIRequest {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("choices")
      writer.array(choices) { writer, choice in writer.number(choice) }
    }
    return APIRequest(.post, "/api/v1/polls/" + percentEncoded(poll) + "/votes", body: writer.bytes)
  }
}
