import JSON

/// Polls (Mastodon API, methods/polls).
public enum PollRequests {
  /// A poll to publish.
  public struct Fields: Equatable, Sendable {
    public var options: [String]
    public var isMultiple: Bool
    /// The seconds until the end.
    public var expiresIn: Int
    /// True to show the voters of each option, in a post for circles.
    public var showsVoters: Bool

    public init(options: [String], isMultiple: Bool, expiresIn: Int, showsVoters: Bool = false) {
      self.options = options
      self.isMultiple = isMultiple
      self.expiresIn = expiresIn
      self.showsVoters = showsVoters
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
        if showsVoters { writer.member("shows_voters", true) }
      }
    }
  }

  /// Lists the accounts that voted for an option of a poll that shows them.
  static func voters(of option: String, in poll: String, _ page: String) -> APIRequest {
    APIRequest(
      .get,
      "/api/swiftlet/v1/polls/" + percentEncoded(poll) + "/options/" + percentEncoded(option) + "/voters?"
        + page)
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
