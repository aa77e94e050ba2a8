import Social

/// Limits data from outside to what the schema allows.
extension MomentsPost {
  /// The maximum length of a text, in Unicode scalars.
  static let maxStoredCharacters = 100_000

  var storable: MomentsPost {
    var post = self
    post.sender = sender.storable
    post.text = text.withoutNull
    post.warning = warning.withoutNull.cut(to: 5000)
    post.likes = likes.map(\.storable)
    post.comments = comments.compactMap { comment in
      var comment = comment
      comment.sender = comment.sender.storable
      comment.text = comment.text.withoutNull
      let length = comment.text.unicodeScalars.count
      return length <= Self.maxStoredCharacters && !CleanText.text(comment.text).isEmpty ? comment : nil
    }
    post.pictures = pictures.map { picture in
      var picture = picture
      picture.description = picture.description.withoutNull.cut(to: 10_000)
      return picture
    }
    return post
  }
}

extension Account {
  var storable: Account {
    var account = self
    account.username = username.withoutNull.cut(to: 200)
    account.nick = nick.withoutNull.cut(to: 500)
    if account.username.isEmpty { account.username = "_" }
    if account.nick.isEmpty { account.nick = account.username }
    return account
  }
}

extension String {
  /// The maximum length of a stored reference, in bytes.
  static let longestReference = 4096

  /// The text without U+0000. PostgreSQL can't store it, and SQLite counts only the characters before it.
  var withoutNull: String {
    utf8.contains(0) ? String(String.UnicodeScalarView(unicodeScalars.filter { $0.value != 0 })) : self
  }

  func cut(to limit: Int) -> String {
    utf8.count <= limit || unicodeScalars.count <= limit
      ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(limit)))
  }

  /// The reference; `nil` if it is too long to be stored.
  var storableReference: String? { utf8.count <= Self.longestReference ? self : nil }
}
