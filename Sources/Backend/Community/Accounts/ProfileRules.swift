import Social
import Storage

extension StoredProfileChange {
  /// - Throws: `CommunityError.invalid`.
  init(_ change: ProfileChange) throws(CommunityError) {
    self.init()
    for text in ProfileText.allCases {
      guard let typed = change.texts[text] else { continue }
      switch text {
      case .nick:
        let nick = CleanText.name(typed)
        try Self.check(nick, atMost: text.limit, "Display name")
        texts[text] = nick.isBlank ? "" : nick
      case .note:
        try Self.check(typed, atMost: text.limit, "Note")
        texts[text] = typed.cleaned()
      }
    }
    if let fields = change.fields {
      guard fields.count <= Profile.Field.maxCount else {
        throw .invalid("Validation failed: Fields are too many (the maximum is \(Profile.Field.maxCount))")
      }
      self.fields = []
      for field in fields {
        let name = CleanText.name(field.name)
        let value = field.value.typed.cleaned(keepsLines: false)
        try Self.check(name, atMost: Profile.Field.maxLength, "Field name")
        try Self.check(value, atMost: Profile.Field.maxLength, "Field value")
        self.fields?.append(Field(name: name, value: value))
      }
    }
    if let language = change.language {
      try Self.check(language, atMost: 35, "Language")
      self.language = language
    }
    flags = change.flags
    visibility = change.privacy
    isSensitive = change.isSensitive
  }

  private static func check(_ text: String, atMost limit: Int, _ name: String) throws(CommunityError) {
    guard text.utf8.count <= 4 * limit, text.unicodeScalars.count <= limit else {
      throw .invalid(
        "Validation failed: \(name) is too long (the maximum is \(limit) characters)", .textTooLong)
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
