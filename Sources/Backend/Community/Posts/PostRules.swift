import Social

/// The validated text of a post, with its mentions and tags.
struct PostContent {
  let text: String
  let warning: String
  /// True if the author sent a content warning, even if it became the text. The pictures are hidden then.
  let isWarned: Bool
  let mentions: [String]
  let tags: [String]

  /// The maximum number of mentions, and of tags. Further ones are plain text.
  static let maxEntities = 50

  /// - Parameter hasPictures: true if the post has pictures, so it needs no text.
  /// - Throws: `CommunityError.invalid`.
  init(text: String, warning: String, hasPictures: Bool = false) throws(CommunityError) {
    guard text.utf8.count <= Self.maxBytes, warning.utf8.count <= Self.maxBytes else { throw Self.tooLong }
    let warning = warning.cleaned(keepsLines: false)
    let text = text.cleaned()
    isWarned = !warning.isBlank
    // As in Mastodon, a warning without a text becomes the text.
    self.text = text.isBlank && !warning.isBlank ? warning : text
    self.warning = text.isBlank ? "" : warning
    guard hasPictures || !self.text.isBlank else {
      throw .invalid("Validation failed: Text can't be blank")
    }
    guard CharacterCount(self.text, warning: self.warning).surplusStart == nil else { throw Self.tooLong }
    (mentions, tags) = Self.named(in: self.text)
  }

  /// Returns the mentions of a text, as typed, and its tags in lower case.
  static func named(in text: String) -> (mentions: [String], tags: [String]) {
    let entities = TextEntities(text)
    var names: [String] = []
    for entity in entities.all {
      guard case .mention(let username, nil) = entity.kind, !names.contains(username) else { continue }
      names.append(username)
      if names.count == maxEntities { break }
    }
    return (names, Array(entities.tags.prefix(maxEntities)))
  }

  /// Returns a place as it is stored; `nil` without one.
  static func location(_ text: String?) throws(CommunityError) -> String? {
    guard let text else { return nil }
    guard text.utf8.count <= maxBytes else { throw tooLongLocation }
    guard let place = PostLocation.cleaned(text) else { return nil }
    guard !PostLocation.isTooLong(place) else { throw tooLongLocation }
    return place
  }

  private static let tooLongLocation = CommunityError.invalid(
    "Validation failed: Location is too long (maximum is \(PostLocation.maxLength) characters)", .textTooLong)

  /// The maximum size in bytes, checked before the characters are counted. A web address counts 23 characters
  /// at any length, so this has room for 500 characters of any kind.
  private static let maxBytes = 50_000
  private static let tooLong = CommunityError.invalid(
    "Validation failed: Text character limit of \(CharacterCount.limit) exceeded", .textTooLong)
}

/// The rules of reminders (decision 0089).
enum ReminderRules {
  /// The greatest number of people who are reminded of a post, with all its changes.
  static let maxPeople = 10

  static let inReply = CommunityError.invalid("Validation failed: A reply mentions only those whom it names")

  /// Checks the number of new reminders.
  ///
  /// - Parameter known: the people who are reminded already.
  /// - Returns: the accounts that aren't, each once.
  static func checked(_ accounts: [Int64], known: [Int64] = []) throws(CommunityError) -> [Int64] {
    let accounts = Set(accounts).subtracting(known).sorted()
    guard accounts.count + known.count <= maxPeople else {
      throw .invalid("Validation failed: Too many people are mentioned (maximum is \(maxPeople))")
    }
    return accounts
  }
}
