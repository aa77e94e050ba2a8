public import Social

/// A permission of a token (Mastodon API, "OAuth scopes").
public enum Scope: String, CaseIterable, Sendable {
  case read
  case write
  /// Covers relationships: an older name for some of the read and write scopes.
  case follow
  case push
  case profile

  case readAccounts = "read:accounts"
  case readBlocks = "read:blocks"
  case readBookmarks = "read:bookmarks"
  case readFavourites = "read:favourites"
  case readFilters = "read:filters"
  case readFollows = "read:follows"
  case readLists = "read:lists"
  case readMutes = "read:mutes"
  case readNotifications = "read:notifications"
  case readSearch = "read:search"
  case readStatuses = "read:statuses"

  case writeAccounts = "write:accounts"
  case writeBlocks = "write:blocks"
  case writeBookmarks = "write:bookmarks"
  case writeConversations = "write:conversations"
  case writeFavourites = "write:favourites"
  case writeFilters = "write:filters"
  case writeFollows = "write:follows"
  case writeLists = "write:lists"
  case writeMedia = "write:media"
  case writeMutes = "write:mutes"
  case writeNotifications = "write:notifications"
  case writeReports = "write:reports"
  case writeStatuses = "write:statuses"

  case adminRead = "admin:read"
  case adminReadAccounts = "admin:read:accounts"
  case adminReadCanonicalEmailBlocks = "admin:read:canonical_email_blocks"
  case adminReadDomainAllows = "admin:read:domain_allows"
  case adminReadDomainBlocks = "admin:read:domain_blocks"
  case adminReadEmailDomainBlocks = "admin:read:email_domain_blocks"
  case adminReadIPBlocks = "admin:read:ip_blocks"
  case adminReadReports = "admin:read:reports"
  case adminWrite = "admin:write"
  case adminWriteAccounts = "admin:write:accounts"
  case adminWriteCanonicalEmailBlocks = "admin:write:canonical_email_blocks"
  case adminWriteDomainAllows = "admin:write:domain_allows"
  case adminWriteDomainBlocks = "admin:write:domain_blocks"
  case adminWriteEmailDomainBlocks = "admin:write:email_domain_blocks"
  case adminWriteIPBlocks = "admin:write:ip_blocks"
  case adminWriteReports = "admin:write:reports"

  /// True for scopes of administration, which are granted only to those who look after the community.
  public var isForAdministrators: Bool { rawValue.hasPrefix("admin:") }

  /// Returns true if this scope includes the other one.
  public func contains(_ other: Scope) -> Bool {
    if self == other { return true }
    switch self {
    case .read: return other.rawValue.hasPrefix("read:") || other == .profile
    case .write: return other.rawValue.hasPrefix("write:")
    case .adminRead: return other.rawValue.hasPrefix("admin:read:")
    case .adminWrite: return other.rawValue.hasPrefix("admin:write:")
    case .follow:
      return [.readBlocks, .writeBlocks, .readFollows, .writeFollows, .readMutes, .writeMutes].contains(other)
    case .readAccounts: return other == .profile
    default: return false
    }
  }
}

/// A list of scopes as in requests and tokens: `read write:statuses`.
public struct Scopes: Equatable, Sendable {
  /// The scopes without duplicates, in the order in which they were written.
  public let list: [Scope]

  /// The scope of a client that requests none (RFC 6749 section 3.3; the Mastodon API says `read`).
  public static let standard = Scopes([.read])

  public init(_ scopes: [Scope]) {
    var list: [Scope] = []
    for scope in scopes where !list.contains(scope) { list.append(scope) }
    self.list = list
  }

  /// Fails if the list is empty or has an unknown scope.
  public init?(_ text: String) {
    var scopes: [Scope] = []
    for word in text.split(separator: " ") {
      guard let scope = Scope(rawValue: String(word)) else { return nil }
      scopes.append(scope)
    }
    guard !scopes.isEmpty else { return nil }
    self.init(scopes)
  }

  /// Returns the scopes that can be granted; `nil` if none can. The token response names them if they are
  /// fewer than requested (RFC 6749 section 3.3). A role that is lost later takes effect at once, whatever a
  /// token's scopes.
  ///
  /// - Parameter role: `nil` for a client's own token.
  public func granted(to role: Role?) -> Scopes? {
    let mayAdministrate = role?.permits(.manageReports) == true
    let scopes = list.filter { mayAdministrate || !$0.isForAdministrators }
    return scopes.isEmpty ? nil : Scopes(scopes)
  }

  public var text: String { list.map(\.rawValue).joined(separator: " ") }

  public func contains(_ scope: Scope) -> Bool { list.contains { $0.contains(scope) } }

  /// Returns true if the others include all of these.
  public func isWithin(_ others: Scopes) -> Bool { list.allSatisfy { others.contains($0) } }
}
