import Social
import Storage

extension StoredProfileChange {
  static let longestNick = 30
  static let longestNote = 500
  static let maxFields = 4
  static let longestField = 255

  /// - Throws: `CommunityError.invalid`.
  init(_ change: ProfileChange) throws(CommunityError) {
    self.init()
    if let nick = change.nick {
      let nick = CleanText.name(nick)
      try Self.check(nick, atMost: Self.longestNick, "Display name")
      self.nick = nick.isBlank ? "" : nick
    }
    if let note = change.note {
      bio = note.cleaned()
      try Self.check(note, atMost: Self.longestNote, "Note")
    }
    if let fields = change.fields {
      guard fields.count <= Self.maxFields else {
        throw .invalid("Validation failed: Fields are too many (the maximum is \(Self.maxFields))")
      }
      self.fields = []
      for field in fields {
        let name = CleanText.name(field.name)
        let value = field.value.typed.cleaned(keepsLines: false)
        try Self.check(name, atMost: Self.longestField, "Field name")
        try Self.check(value, atMost: Self.longestField, "Field value")
        self.fields?.append(Field(name: name, value: value))
      }
    }
    if let language = change.language {
      try Self.check(language, atMost: 35, "Language")
      self.language = language
    }
    isLocked = change.isLocked
    isBot = change.isBot
    isDiscoverable = change.isDiscoverable
    visibility = change.privacy
    isSensitive = change.isSensitive
  }

  private static func check(_ text: String, atMost limit: Int, _ name: String) throws(CommunityError) {
    guard text.utf8.count <= 4 * limit, text.unicodeScalars.count <= limit else {
      throw .invalid("Validation failed: \(name) is too long (the maximum is \(limit) characters)", .textTooLong)
    }
  }
}

extension Content {
  /// The text as it is stored. This server never stores HTML from others.
  var typed: String {
    switch self {
    case .text(let text), .html(let text): text
    }
  }
}
