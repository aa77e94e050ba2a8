/// Which of its requests a screen means: what it is for, and of several alike which one.
public struct RequestName: Hashable, Sendable {
  public enum Verb: Hashable, Sendable {
    case profile
    case posts
    case register
    case token
    case account
    case timeline
    case newer
    case older
    case gap
    case thread
    case relationship
    case follow
    case favourite
    case bookmark
    case repost
    case edit
    case source
    case like
  }

  public let verb: Verb
  /// The id of the thing that is meant; empty where there is only one.
  public let id: String

  public init(_ verb: Verb, _ id: String = "") {
    self.verb = verb
    self.id = id
  }

  public static let profile = RequestName(.profile)
  public static let posts = RequestName(.posts)
}
