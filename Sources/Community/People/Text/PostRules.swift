import Social

/// What a post may say.
struct PostContent {
  let text: String
  let warning: String
  /// The author sent a warning, also one that became the text: the pictures are covered.
  let isWarned: Bool
  let mentions: [String]
  let tags: [String]

  /// The most people whom a post can mention, and tags that it can have; further ones are plain text.
  static let mostEntities = 50

  /// - Parameter hasPictures: then it needs no text.
  /// - Throws: `CommunityError.invalid`.
  init(text: String, warning: String, hasPictures: Bool = false) throws(CommunityError) {
    guard text.utf8.count <= Self.mostBytes, warning.utf8.count <= Self.mostBytes else { throw Self.tooLong }
    let warning = warning.cleaned(keepsLines: false)
    let text = text.cleaned()
    isWarned = !warning.isBlank
    // As Mastodon does: a warning alone is the text.
    self.text = text.isBlank && !warning.isBlank ? warning : text
    self.warning = text.isBlank ? "" : warning
    guard hasPictures || !self.text.isBlank else { throw .invalid("Validation failed: Text can't be blank") }
    guard CharacterCount(self.text, warning: self.warning).surplusStart == nil else { throw Self.tooLong }
    (mentions, tags) = Self.named(in: self.text)
  }

  /// Whom a text mentions, as typed, and its tags in lower case.
  static func named(in text: String) -> (mentions: [String], tags: [String]) {
    let entities = TextEntities(text)
    var names: [String] = []
    for entity in entities.all {
      guard case .mention(let username, nil) = entity.kind, !names.contains(username) else { continue }
      names.append(username)
      if names.count == mostEntities { break }
    }
    return (names, Array(entities.tags.prefix(mostEntities)))
  }

  /// An address counts 23 characters however long it is; this is enough for 500 of any.
  private static let mostBytes = 50_000
  private static let tooLong = CommunityError.invalid(
    "Validation failed: Text character limit of \(CharacterCount.limit) exceeded")
}

extension Visibility {
  /// From everybody to the fewest.
  private var narrowness: Int {
    switch self {
    case .everybody: 0
    case .unlisted: 1
    case .followers: 2
    case .direct: 3
    }
  }

  func narrower(_ other: Visibility) -> Visibility { narrowness >= other.narrowness ? self : other }
}
