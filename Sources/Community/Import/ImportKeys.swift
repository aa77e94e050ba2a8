import Crypto
import Social

/// By what an import knows people and posts again that have no ids.
struct ImportKeys: Sendable {
  let source: any ImportSource
  /// As earlier versions did, who knew a picture by the name of its server too.
  var isFormer = false

  var former: ImportKeys { ImportKeys(source: source, isFormer: true) }

  /// Before what the people and posts of a timeline file are known by, so that they never meet those of a page.
  static let timeline = "timeline:"

  /// The same username with another nick or avatar is another person.
  func person(_ account: Account) -> String {
    Self.digest([account.username, account.nick, avatar(account)])
  }

  /// Over all that a post is made of; comments and likes may come and go.
  func fingerprint(_ post: Post) -> String {
    let cover = post.warning.isEmpty && !post.isSensitive ? [] : [post.warning, "\(post.isSensitive)"]
    return Self.digest([person(post.sender), post.text] + cover + post.pictures.map { place(of: $0.url) })
  }

  /// Whether somebody is the owner of the page.
  func isOwner(_ account: Account, profile: Account, username: String) -> Bool {
    let name = account.username.lowercased()
    return (name == profile.username.lowercased() || name == username.lowercased())
      && account.nick == profile.nick && avatar(account) == avatar(profile)
  }

  private func avatar(_ account: Account) -> String { account.avatar.map { place(of: $0.url) } ?? "" }

  private func place(of reference: String) -> String {
    isFormer ? source.key(of: reference) : source.place(of: reference)
  }

  static func digest(_ parts: [String]) -> String {
    var hasher = SHA256()
    for part in parts {
      // The length before each part: no two lists run into the same bytes.
      hasher.update(data: Array("\(part.utf8.count):".utf8))
      hasher.update(data: Array(part.utf8))
    }
    return hasher.finalize().prefix(16).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }
}

/// Tells apart what would have the same key: the second of two equal items is `key#2`.
struct Occurrences {
  private var counts: [String: Int] = [:]

  mutating func key(_ key: String) -> String {
    let count = counts[key, default: 0] + 1
    counts[key] = count
    return "\(key)#\(count)"
  }
}
