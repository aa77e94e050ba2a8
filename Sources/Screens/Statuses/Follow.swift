import Markup
import Social

/// What a person can do about following somebody, as a button shows it.
enum Follow: Equatable, Sendable {
  /// There is nothing to follow, or it isn't known yet whether they are followed.
  case none
  /// They want to follow the reader, who has not answered yet.
  case asks
  case off
  /// They follow the reader, who doesn't follow them.
  case back
  case requested
  case on
  /// The reader keeps away what they write.
  case muted
  case blocked

  init(_ relationship: Relationship) {
    self =
      relationship.isFollowing
      ? .on : relationship.isRequested ? .requested : relationship.isFollowedBy ? .back : .off
  }

  /// Followed, or asked to be followed.
  var isWanted: Bool { self == .on || self == .requested }

  func button(_ tap: Attribute, _ strings: Strings, _ html: inout HTML) {
    let phrase: Phrase
    switch self {
    case .none, .asks: return
    case .off: phrase = .follow
    case .back: phrase = .followBack
    case .requested: phrase = .requested
    case .on: phrase = .following
    case .muted, .blocked:
      html.follow(true, tap, nil, strings[self == .muted ? .unmuteThem : .unblockThem])
      return
    }
    html.follow(isWanted, tap, .aria(.pressed, isWanted ? "true" : "false"), strings[phrase])
  }
}

extension HTML {
  /// `isQuiet`: drawn as an outline.
  @inline(never)
  mutating func follow(_ isQuiet: Bool, _ tap: Attribute, _ isPressed: Attribute?, _ text: String) {
    element("button", .class(isQuiet ? "follow on" : "follow"), .type("button"), tap, isPressed, text: text)
  }
}
