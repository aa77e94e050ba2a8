/// The poll of a post (Mastodon API, entities/Poll). Votes are secret, unless `showsVoters` says otherwise.
public struct Poll: Equatable, Sendable {
  public struct Option: Equatable, Sendable {
    public var title: String
    /// `nil` while the author hides the numbers.
    public var votesCount: Int?

    public init(title: String, votesCount: Int?) {
      self.title = title
      self.votesCount = votesCount
    }
  }

  private struct Parts: Equatable, Sendable {
    var id: String
    var options: [Option]
    var expiresAt: Timestamp?
    var isEnded: Bool
    var isMultiple: Bool
    var votesCount: Int
    var votersCount: Int
    var showsVoters: Bool
    var hasVoted: Bool
    var ownVotes: [Int]
  }

  @Shared private var parts: Parts

  public var id: String { parts.id }
  public var options: [Option] {
    get { parts.options }
    set { parts.options = newValue }
  }
  /// `nil` if the poll has no end.
  public var expiresAt: Timestamp? { parts.expiresAt }
  public var isEnded: Bool {
    get { parts.isEnded }
    set { parts.isEnded = newValue }
  }
  /// True if a vote may name several options.
  public var isMultiple: Bool { parts.isMultiple }
  /// The number of votes for all options together.
  public var votesCount: Int { parts.votesCount }
  public var votersCount: Int {
    get { parts.votersCount }
    set { parts.votersCount = newValue }
  }
  /// True if those who see the poll see the voters of each option (decision 0064).
  public var showsVoters: Bool { parts.showsVoters }
  /// True if the viewer voted, or is the author.
  public var hasVoted: Bool {
    get { parts.hasVoted }
    set { parts.hasVoted = newValue }
  }
  /// The indexes of the options that the viewer voted for, in ascending order.
  public var ownVotes: [Int] {
    get { parts.ownVotes }
    set { parts.ownVotes = newValue }
  }

  public init(
    id: String, options: [Option], expiresAt: Timestamp?, isEnded: Bool, isMultiple: Bool, votesCount: Int,
    votersCount: Int, showsVoters: Bool = false, hasVoted: Bool = false, ownVotes: [Int] = []
  ) {
    parts = Parts(
      id: id, options: options, expiresAt: expiresAt, isEnded: isEnded, isMultiple: isMultiple,
      votesCount: votesCount, votersCount: votersCount, showsVoters: showsVoters, hasVoted: hasVoted,
      ownVotes: ownVotes)
  }
}
