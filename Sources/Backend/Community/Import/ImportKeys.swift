import Crypto
import Social

/// The keys by which an import recognizes people and posts that have no ids.
struct ImportKeys: Sendable {
  let source: any ImportSource
  /// True to make keys like earlier versions, which included the server's name in a picture's key.
  var isFormer = false

  var former: ImportKeys { ImportKeys(source: source, isFormer: true) }

  /// The prefix of keys from a timeline file, so that they never equal keys from a Moments page.
  static let timeline = "timeline:"

  /// Returns the key of a person. The same username with another display name or avatar is another person.
  func person(_ account: Account) -> String {
    Self.digest([account.username, account.nick, avatar(account)])
  }

  /// Returns a hash of a post without its comments and likes, which may change.
  func fingerprint(_ post: MomentsPost) -> String {
    let cover = post.warning.isEmpty && !post.isSensitive ? [] : [post.warning, "\(post.isSensitive)"]
    // Posts without a location keep the keys that earlier versions made.
    let location = post.location.map { ["location", $0] } ?? []
    return Self.digest(
      [person(post.sender), post.text] + cover + post.pictures.map { place(of: $0.url) } + location)
  }

  /// Returns true if the account is the owner of the page.
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
      // The length before each part ensures that different lists have different bytes.
      hasher.update(data: Array("\(part.utf8.count):".utf8))
      hasher.update(data: Array(part.utf8))
    }
    return hasher.finalize().prefix(16).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }
}

/// Numbers equal keys: the second of two equal items is `key#2`.
struct Occurrences {
  private var counts: [String: Int] = [:]

  mutating func key(_ key: String) -> String {
    let count = counts[key, default: 0] + 1
    counts[key] = count
    return "\(key)#\(count)"
  }
}
