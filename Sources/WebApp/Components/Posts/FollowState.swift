import Localization
import Markup
import Social

/// The states of a follow button.
enum FollowState: Equatable, Sendable {
  /// No button: the person can't be followed, or the relationship isn't known yet.
  case none
  /// They ask to follow the viewer, who has not answered yet.
  case asks
  case off
  /// They follow the viewer, who doesn't follow them.
  case back
  case requested
  case on
  /// The viewer has muted them; below, blocked.
  case muted
  case blocked

  init(_ relationship: Relationship) {
    self =
      relationship.isFollowing
      ? .on : relationship.isRequested ? .requested : relationship.isFollowedBy ? .back : .off
  }

  /// True if the viewer follows the person, or has asked to.
  var isActive: Bool { self == .on || self == .requested }

  /// Returns the effect of a tap on the button. If the person would have to accept a new request, the app
  /// asks before unfollowing.
  @inline(never)
  func toggled(_ person: Profile) -> Effect {
    self == .on && person.isLocked
      ? .open(.options(.unfollow(person)))
      : .perform(.person(.follow(name: person.account.nick)), id: person.id, !isActive)
  }

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
    html.follow(isActive, tap, .aria(.pressed, isActive ? "true" : "false"), strings[phrase])
  }
}

extension Relationship {
  /// Returns the effect that turns notifications of the person's posts on or off.
  func toggledNotice(of person: Profile) -> Effect {
    .perform(.person(.notify(name: person.account.nick)), id: person.id, !notifies)
  }
}

extension HTML {
  /// Writes the button. `isQuiet`: drawn as an outline.
  @inline(never)
  mutating func follow(_ isQuiet: Bool, _ tap: Attribute, _ isPressed: Attribute?, _ text: String) {
    element("button", .class(isQuiet ? "follow on" : "follow"), .type("button"), tap, isPressed, text: text)
  }
}

/// A person with the state of their follow button.
struct ListedPerson: Equatable, Sendable {
  var profile: Profile
  var follow: FollowState
}
