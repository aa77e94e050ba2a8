import Social

/// What comes from outside, within the limits of the schema.
extension Post {
  /// In Unicode scalars.
  static let mostStoredCharacters = 100_000

  var storable: Post {
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
      return length <= Self.mostStoredCharacters && !CleanText.text(comment.text).isEmpty ? comment : nil
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
  /// Longer references are not kept.
  static let longestReference = 4096

  /// PostgreSQL holds no U+0000, and SQLite counts only what stands before it.
  var withoutNull: String {
    utf8.contains(0) ? String(String.UnicodeScalarView(unicodeScalars.filter { $0.value != 0 })) : self
  }

  func cut(to limit: Int) -> String {
    utf8.count <= limit || unicodeScalars.count <= limit
      ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(limit)))
  }

  /// The reference, if it is short enough to be stored.
  var storableReference: String? { utf8.count <= Self.longestReference ? self : nil }
}
