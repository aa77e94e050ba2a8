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

  /// What a tap on the button does. Whoever has to agree to being followed again isn't let go without a question.
  @inline(never)
  func toggled(_ person: Profile) -> Effect {
    self == .on && person.isLocked
      ? .open(.options(.unfollow(person)))
      : .mark(.follow(name: person.account.nick), id: person.id, !isWanted)
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
    html.follow(isWanted, tap, .aria(.pressed, isWanted ? "true" : "false"), strings[phrase])
  }
}

extension Relationship {
  /// Being told of each post of that person, or not any more.
  func toggledNotice(of person: Profile) -> Effect {
    .mark(.notify(name: person.account.nick), id: person.id, !notifies)
  }
}

extension HTML {
  /// `isQuiet`: drawn as an outline.
  @inline(never)
  mutating func follow(_ isQuiet: Bool, _ tap: Attribute, _ isPressed: Attribute?, _ text: String) {
    element("button", .class(isQuiet ? "follow on" : "follow"), .type("button"), tap, isPressed, text: text)
  }
}
