public import Social

/// What a stranger sees of the community before they come in.
public struct Door: Equatable, Sendable {
  /// Who may become a member.
  public enum Joining: Sendable {
    case open, invitation, closed
  }

  /// The community's name.
  public let title: String
  /// What it is about, in a line; empty if nobody has said.
  public let line: String
  /// Some who are there; the first one has the cover.
  public let people: [Account]
  public let joining: Joining

  public init(title: String, line: String, people: [Account], joining: Joining) {
    self.title = title
    self.line = line
    self.people = people
    self.joining = joining
  }
}
