import Localization

/// Describes in plain words what a client may do.
enum ScopeWords {
  /// Returns one line for each broad permission, one for everything that may be read, and one for everything
  /// that may be changed.
  static func lines(of scopes: [String], _ strings: Strings) -> [String] {
    var lines: [String] = []
    var seen: [String] = []
    var changed: [String] = []
    for scope in scopes {
      if let phrase = broad(scope) ?? administrative(scope) {
        if !lines.contains(strings[auth: phrase]) { lines.append(strings[auth: phrase]) }
        continue
      }
      let bytes = Array(scope.utf8)
      guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let thing = String(decoding: bytes[(colon + 1)...], as: UTF8.self)
      let word = noun(thing).map { strings[auth: $0] } ?? thing
      if bytes.starts(with: Array("write".utf8)) { changed.append(word) } else { seen.append(word) }
    }
    if !seen.isEmpty { lines.append(strings[auth: .scopeSee, joined(seen, strings)]) }
    if !changed.isEmpty { lines.append(strings[auth: .scopeChange, joined(changed, strings)]) }
    return lines
  }

  private static func joined(_ words: [String], _ strings: Strings) -> String {
    var text = ""
    for word in words { text += (text.isEmpty ? "" : strings[auth: .scopeSeparator]) + word }
    return text
  }

  private static func broad(_ scope: String) -> AuthPhrase? {
    switch scope {
    case "read": .scopeRead
    case "write": .scopeWrite
    case "follow": .scopeFollow
    case "push": .scopePush
    case "profile": .scopeProfile
    default: nil
    }
  }

  private static func administrative(_ scope: String) -> AuthPhrase? {
    let bytes = Array(scope.utf8)
    if bytes.starts(with: Array("admin:read".utf8)) { return .scopeAdminRead }
    return bytes.starts(with: Array("admin:write".utf8)) ? .scopeAdminWrite : nil
  }

  private static func noun(_ thing: String) -> AuthPhrase? {
    switch thing {
    case "accounts": .scopeAccounts
    case "blocks": .scopeBlocks
    case "bookmarks": .scopeBookmarks
    case "conversations": .scopeConversations
    case "favourites": .scopeFavourites
    case "filters": .scopeFilters
    case "follows": .scopeFollows
    case "lists": .scopeLists
    case "media": .scopeMedia
    case "mutes": .scopeMutes
    case "notifications": .scopeNotifications
    case "reports": .scopeReports
    case "search": .scopeSearch
    case "statuses": .scopeStatuses
    default: nil
    }
  }
}
