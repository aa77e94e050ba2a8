import JSON
public import Social

/// The settings of a community that its owners change in the app.
public struct CommunitySettings: Equatable, Sendable {
  public var title: String
  public var description: String
  /// The people who may read: `open` or `members`.
  public var privacy: String
  /// The people who may join: `open`, `approval`, `invitation` or `closed`.
  public var registration: String
  /// The members who may invite: `owners` or `members`.
  public var invitations: String
  /// The audience of new posts of members who have chosen none, by its name in the API.
  public var audience: String
  /// An e-mail address; empty for none.
  public var contact: String
  /// Megabytes in decimal digits; empty for no limit.
  public var quota: String

  public init(
    title: String, description: String, privacy: String, registration: String, invitations: String,
    audience: String,
    contact: String, quota: String
  ) {
    self.title = title
    self.description = description
    self.privacy = privacy
    self.registration = registration
    self.invitations = invitations
    self.audience = audience
    self.contact = contact
    self.quota = quota
  }
}

/// The longer texts about a community.
public struct CommunityTexts: Equatable, Sendable {
  /// The rules, one a line.
  public var rules = ""
  public var about = ""
  public var privacyPolicy = ""

  init(_ json: JSON) {
    for rule in json["rules"]?.array ?? [] {
      guard let text = rule["text"]?.string else { continue }
      rules += (rules.isEmpty ? "" : "\n") + text
    }
    about = json["about"]?.string ?? ""
    privacyPolicy = json["privacy_policy"]?.string ?? ""
  }

  public func value(of name: CommunityTextName) -> String {
    switch name {
    case .rules: rules
    case .about: about
    case .privacyPolicy: privacyPolicy
    }
  }
}

/// A reason why a push service gets no messages for now.
public struct PushProblem: Equatable, Sendable {
  public let host: String
  /// `status 403`, or a sentence in English.
  public let problem: String
  /// The number of devices whose messages wait.
  public let subscriptions: Int
  /// The time of the last message that one of them got; `nil` if none did.
  public let lastSentAt: Timestamp?

  init?(_ json: JSON) {
    guard let host = json["host"]?.string, let problem = json["problem"]?.string else { return nil }
    self.host = host
    self.problem = problem
    subscriptions = json["subscriptions"]?.count ?? 0
    lastSentAt = json["last_sent_at"]?.string.flatMap { Timestamp(iso8601: $0) }
  }
}

/// The community, as a Swiftlet server sends it (`GET /api/swiftlet/v1/community`).
public struct CommunityEntity: Equatable, Sendable {
  private struct Parts: Equatable, Sendable {
    let settings: CommunitySettings
    let texts: CommunityTexts
    let picture: Picture?
    let cover: Picture?
    let permissions: Permissions
    let version: String
    let openReports: Int
    let joinRequests: Int
    let members: Int
    let posts: Int
    let pictureBytes: Int64
    let databaseBytes: Int64
    let freeBytes: Int64?
    let lastBackupAt: Timestamp?
    let backup: String
    let isWritable: Bool
    let allowsPasswords: Bool
    let pushProblems: [PushProblem]
  }

  @Shared private var parts: Parts

  public var settings: CommunitySettings { parts.settings }
  public var texts: CommunityTexts { parts.texts }
  public var picture: Picture? { parts.picture }
  public var cover: Picture? { parts.cover }
  /// The viewer's permissions.
  public var permissions: Permissions { parts.permissions }
  public var version: String { parts.version }
  public var openReports: Int { parts.openReports }
  /// The number of requests to join that wait for an answer.
  public var joinRequests: Int { parts.joinRequests }
  public var members: Int { parts.members }
  public var posts: Int { parts.posts }
  public var pictureBytes: Int64 { parts.pictureBytes }
  public var databaseBytes: Int64 { parts.databaseBytes }
  /// `nil` if the server doesn't know it.
  public var freeBytes: Int64? { parts.freeBytes }
  /// `nil` if no backup is known.
  public var lastBackupAt: Timestamp? { parts.lastBackupAt }
  public var isBackingUp: Bool { parts.backup == "running" }
  /// True if the last backup from the app failed.
  public var hasBackupFailed: Bool { parts.backup == "failed" }
  /// False if the server's disk is full.
  public var isWritable: Bool { parts.isWritable }
  /// True if clients of the Twitter API may take members' passwords (xAuth).
  public var allowsPasswords: Bool { parts.allowsPasswords }
  /// The most frequent one first.
  public var pushProblems: [PushProblem] { parts.pushProblems }

  /// Decodes a response; `nil` if it isn't one.
  public init?(_ body: [UInt8]) {
    guard let json = try? JSON(parsing: body), let title = json["title"]?.string,
      let flags = json["permissions"]?.string.flatMap({ Int64(digits: Array($0.utf8)[...]) })
    else { return nil }
    parts = Parts(
      settings: CommunitySettings(
        title: title, description: json["description"]?.string ?? "", privacy: json["privacy"]?.string ?? "",
        registration: json["registration"]?.string ?? "", invitations: json["invitations"]?.string ?? "",
        audience: json["audience"]?.string ?? "", contact: json["contact"]?.string ?? "",
        quota: json["quota"]?.int64.map { "\($0)" } ?? ""),
      texts: CommunityTexts(json), picture: json["picture"]?.string.map { Picture(url: $0) },
      cover: json["cover"]?.string.map { Picture(url: $0) }, permissions: Permissions(flags: flags),
      version: json["version"]?.string ?? "", openReports: json["open_reports"]?.count ?? 0,
      joinRequests: json["join_requests"]?.count ?? 0,
      members: json["members"]?.count ?? 0, posts: json["posts"]?.count ?? 0,
      pictureBytes: json["picture_bytes"]?.int64 ?? 0, databaseBytes: json["database_bytes"]?.int64 ?? 0,
      freeBytes: json["free_bytes"]?.int64,
      lastBackupAt: json["last_backup_at"]?.string.flatMap { Timestamp(iso8601: $0) },
      backup: json["backup"]?.string ?? "", isWritable: json["writable"]?.bool ?? true,
      allowsPasswords: json["xauth"]?.bool ?? false,
      pushProblems: (json["push"]?["problems"]?.array ?? []).compactMap { PushProblem($0) })
  }
}

/// A member, for those who look after the community (entities/Admin_Account).
public struct ManagedPerson: Equatable, Sendable {
  public let id: String
  public let profile: Profile
  public let role: Role
  public let isSuspended: Bool
  public let lastSeenAt: Timestamp?
  /// The reason of the request to join that waits for an answer; `nil` without one.
  public let request: String?
  /// The end of the suspension; `nil` if it doesn't end by itself.
  public let suspensionEnd: Timestamp?
  /// The size of the member's pictures; `nil` if the server doesn't say.
  public let pictureBytes: Int64?

  init?(_ json: JSON, _ decoder: MastodonDecoder) {
    guard let profile = json["account"].flatMap({ decoder.profile($0) }) else { return nil }
    id = profile.id
    self.profile = profile
    switch json["role"]?["id"]?.string {
    case "1": role = .owner
    case "2": role = .moderator
    default: role = .member
    }
    isSuspended = json["suspended"]?.bool ?? false
    lastSeenAt = json["last_seen_at"]?.string.flatMap { Timestamp(iso8601: $0) }
    request = json["approved"]?.bool == false ? decoder.text(json["invite_request"]) ?? "" : nil
    suspensionEnd = json["suspension_ends_at"]?.string.flatMap { Timestamp(iso8601: $0) }
    pictureBytes = json["picture_bytes"]?.int64
  }
}

/// An open report, for those who decide on it (entities/Admin_Report).
public struct OpenReport: Equatable, Sendable {
  public let id: String
  public let createdAt: Timestamp?
  public let reporter: Profile
  public let target: ManagedPerson
  public let category: Report.Category
  public let comment: String
  /// The texts of the rules that it names.
  public let rules: [String]
  public let posts: [Post]
  /// The moderators' notes, the oldest first.
  public let notes: [ReportNoteEntity]
  public let history: HistoryEntity

  init?(_ json: JSON, _ decoder: MastodonDecoder) {
    guard let id = json["id"]?.string,
      let reporter = json["account"]?["account"].flatMap({ decoder.profile($0) }),
      let target = json["target_account"].flatMap({ ManagedPerson($0, decoder) })
    else { return nil }
    self.id = id
    createdAt = json["created_at"]?.string.flatMap { Timestamp(iso8601: $0) }
    self.reporter = reporter
    self.target = target
    category = json["category"]?.string.flatMap { Report.Category(rawValue: $0) } ?? .other
    comment = decoder.text(json["comment"]) ?? ""
    rules = (json["rules"]?.array ?? []).compactMap { decoder.text($0["text"]) }
    posts = (json["statuses"]?.array ?? []).compactMap { decoder.status($0) }
    notes = (json["notes"]?.array ?? []).compactMap { ReportNoteEntity($0, decoder) }
    history = HistoryEntity(json["history"] ?? .null, decoder)
  }
}

/// A moderator's note on a report.
public struct ReportNoteEntity: Equatable, Sendable {
  public let createdAt: Timestamp?
  /// `nil` for the command line, and for removed members.
  public let author: Profile?
  public let text: String

  init?(_ json: JSON, _ decoder: MastodonDecoder) {
    guard let text = decoder.text(json["text"]) else { return nil }
    createdAt = json["created_at"]?.string.flatMap { Timestamp(iso8601: $0) }
    author = json["account"].flatMap { decoder.profile($0) }
    self.text = text
  }
}

/// Other reports about a member, and what was decided.
public struct HistoryEntity: Equatable, Sendable {
  public let otherReports: Int
  public let warnings: Int
  public let removals: Int
  public let suspensions: Int
  /// The latest decisions, newest first.
  public let decisions: [LogEntry]

  init(_ json: JSON, _ decoder: MastodonDecoder) {
    otherReports = json["other_reports"]?.count ?? 0
    warnings = json["warnings"]?.count ?? 0
    removals = json["removals"]?.count ?? 0
    suspensions = json["suspensions"]?.count ?? 0
    decisions = (json["decisions"]?.array ?? []).compactMap { LogEntry($0, decoder) }
  }
}

/// A link with which people join.
public struct InvitationEntity: Equatable, Sendable {
  public let id: String
  public let uses: Int
  public let usesLeft: Int
  public let expiresAt: Timestamp?
  /// `nil` for the command line.
  public let inviter: Profile?
  public let joined: [Profile]

  init?(_ json: JSON, _ decoder: MastodonDecoder) {
    guard let id = json["id"]?.string else { return nil }
    self.id = id
    uses = json["uses"]?.count ?? 0
    usesLeft = json["uses_left"]?.count ?? 0
    expiresAt = json["expires_at"]?.string.flatMap { Timestamp(iso8601: $0) }
    inviter = json["inviter"].flatMap { decoder.profile($0) }
    joined = (json["joined"]?.array ?? []).compactMap { decoder.profile($0) }
  }
}

/// A new invitation, which the server shows once.
public struct InvitationLink: Equatable, Sendable {
  public let url: String
  /// The number of modules in a row of its QR code; 0 without one.
  public let size: Int
  /// The path of the dark modules.
  public let path: String

  /// Decodes a response; `nil` if it isn't one.
  public init?(_ body: [UInt8]) {
    guard let json = try? JSON(parsing: body), let url = json["url"]?.string else { return nil }
    self.url = url
    size = json["qr"]?["size"]?.count ?? 0
    path = json["qr"]?["path"]?.string ?? ""
  }
}

/// An announcement, for those who make them (entities/Announcement).
public struct AnnouncementEntity: Equatable, Sendable {
  public let id: String
  public let text: String
  public let publishedAt: Timestamp?
  /// `nil` if it stays until it is removed.
  public let endsAt: Timestamp?
  /// True if the end is a day: the midnight (UTC) at its beginning.
  public let isAllDay: Bool

  init?(_ json: JSON, _ decoder: MastodonDecoder) {
    guard let id = json["id"]?.string, let text = decoder.text(json["text"]) else { return nil }
    self.id = id
    self.text = text
    publishedAt = json["published_at"]?.string.flatMap { Timestamp(iso8601: $0) }
    endsAt = json["ends_at"]?.string.flatMap { Timestamp(iso8601: $0) }
    isAllDay = json["all_day"]?.bool ?? false
  }
}

/// An entry of the log of what was done for the community.
public struct LogEntry: Equatable, Sendable {
  public let id: String
  public let createdAt: Timestamp?
  /// The username of who did it; `nil` for the command line.
  public let actor: String?
  public let action: String
  public let target: String
  public let note: String

  init?(_ json: JSON, _ decoder: MastodonDecoder) {
    guard let id = json["id"]?.string else { return nil }
    self.id = id
    createdAt = json["created_at"]?.string.flatMap { Timestamp(iso8601: $0) }
    actor = json["actor"]?.string
    action = json["action"]?.string ?? ""
    target = decoder.text(json["target"]) ?? ""
    note = decoder.text(json["note"]) ?? ""
  }
}

extension MastodonDecoder {
  /// Decodes a list of members and skips unreadable ones; `nil` if the response isn't a list.
  public func managedPeople(_ body: [UInt8]) -> [ManagedPerson]? {
    (try? JSON(parsing: body))?.array.map { $0.compactMap { ManagedPerson($0, self) } }
  }

  public func openReports(_ body: [UInt8]) -> [OpenReport]? {
    (try? JSON(parsing: body))?.array.map { $0.compactMap { OpenReport($0, self) } }
  }

  public func invitations(_ body: [UInt8]) -> [InvitationEntity]? {
    (try? JSON(parsing: body))?.array.map { $0.compactMap { InvitationEntity($0, self) } }
  }

  public func announcements(_ body: [UInt8]) -> [AnnouncementEntity]? {
    (try? JSON(parsing: body))?.array.map { $0.compactMap { AnnouncementEntity($0, self) } }
  }

  /// Decodes the announcement beside the unread number; `nil` without one.
  public func announcement(_ body: [UInt8]) -> (id: String, text: String)? {
    guard let found = (try? JSON(parsing: body))?["announcement"].flatMap({ AnnouncementEntity($0, self) })
    else {
      return nil
    }
    return (found.id, found.text)
  }

  public func log(_ body: [UInt8]) -> [LogEntry]? {
    (try? JSON(parsing: body))?.array.map { $0.compactMap { LogEntry($0, self) } }
  }
}
