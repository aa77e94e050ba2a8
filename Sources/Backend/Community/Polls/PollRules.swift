import Social
import Storage

/// A poll before it is published.
public struct PollDraft: Equatable, Sendable {
  public var options: [String]
  /// The seconds after which it ends.
  public var expiresIn: Int
  /// True if a vote may name several options.
  public var isMultiple: Bool
  /// True to hide the numbers until the poll has ended.
  public var hidesTotals: Bool
  /// True to show the voters of each option, in a post for circles; `nil` leaves it as it is, which is false
  /// for a new poll.
  public var showsVoters: Bool?

  public init(
    options: [String], expiresIn: Int, isMultiple: Bool = false, hidesTotals: Bool = false,
    showsVoters: Bool? = nil
  ) {
    self.options = options
    self.expiresIn = expiresIn
    self.isMultiple = isMultiple
    self.hidesTotals = hidesTotals
    self.showsVoters = showsVoters
  }
}

/// The limits of polls, which are Mastodon's.
public enum PollRules {
  public static let options = 2...4
  /// The maximum length of an option, in characters.
  public static let longestOption = 50
  /// The time until the end, in seconds: 5 minutes to a month.
  public static let expiration = 300...2_629_746

  /// Returns the poll as it is stored.
  ///
  /// - Parameter now: the time in milliseconds.
  /// - Throws: `CommunityError.invalid`.
  static func record(_ draft: PollDraft, now: Int64) throws(CommunityError) -> PollRecord {
    guard draft.options.count >= options.lowerBound else {
      throw .invalid("Validation failed: Poll must have more than one option")
    }
    guard draft.options.count <= options.upperBound else {
      throw .invalid("Validation failed: Poll can't have more than \(options.upperBound) options")
    }
    guard expiration.contains(draft.expiresIn) else {
      throw .invalid(
        "Validation failed: Poll ends too \(draft.expiresIn < expiration.lowerBound ? "soon" : "far in the future")"
      )
    }
    var titles: [String] = []
    for option in draft.options {
      let title = try self.title(option)
      guard !titles.contains(title) else {
        throw .invalid("Validation failed: Poll contains duplicate options")
      }
      titles.append(title)
    }
    return PollRecord(
      titles: titles, isMultiple: draft.isMultiple, hidesTotals: draft.hidesTotals,
      showsVoters: draft.showsVoters ?? false, expiresAt: now + Int64(draft.expiresIn) * 1000)
  }

  private static func title(_ option: String) throws(CommunityError) -> String {
    guard option.utf8.count <= 4000 else { throw tooLong }
    let isSpace = { (letter: Character) in letter == " " }
    let start = option.cleaned(keepsLines: false).drop(while: isSpace)
    let title = String(String(start.reversed()).drop(while: isSpace).reversed())
    guard !title.isBlank else { throw .invalid("Validation failed: Poll option can't be blank") }
    guard title.unicodeScalars.count <= longestOption else { throw tooLong }
    return title
  }

  private static let tooLong = CommunityError.invalid(
    "Validation failed: Poll options can't be longer than \(longestOption) characters each", .textTooLong)

  /// Refuses a vote that the poll doesn't take.
  static func check(_ choices: [Int], of poll: PollRecord) throws(CommunityError) {
    guard !choices.isEmpty else { throw .invalid("Validation failed: Choices can't be blank") }
    guard choices.allSatisfy({ poll.titles.indices.contains($0) }) else {
      throw .invalid("Validation failed: The chosen vote option does not exist")
    }
    guard Set(choices).count == choices.count else {
      throw .invalid("Validation failed: Choices are repeated")
    }
    guard poll.isMultiple || choices.count == 1 else {
      throw .invalid("Validation failed: The poll takes a single choice")
    }
  }

  /// Refuses names of voters in a post for another audience (decision 0064).
  static func check(_ poll: PollRecord, in visibility: Visibility) throws(CommunityError) {
    guard !poll.showsVoters || visibility == .circles else {
      throw .invalid("Validation failed: Voters can show only in a post for circles")
    }
  }

  static let votersAreFixed = CommunityError.invalid(
    "Validation failed: Somebody has voted, so it can't change that voters show, or don't")

  static let withPictures = CommunityError.invalid("Validation failed: A post has either pictures or a poll")
}
