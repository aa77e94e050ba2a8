public import Social
import Storage

/// A report before it is submitted.
public struct ReportDraft: Equatable, Sendable {
  public var account: Int64
  /// The ids of posts of the reported account.
  public var posts: [Int64]
  public var category: Report.Category
  public var comment: String
  /// The ids of the rules that were broken.
  public var rules: [Int64]

  public init(
    account: Int64, posts: [Int64] = [], category: Report.Category = .other, comment: String = "",
    rules: [Int64] = []
  ) {
    self.rules = rules
    self.account = account
    self.posts = posts
    self.category = category
    self.comment = comment
  }
}

/// A report with the accounts and posts that it names, for those who decide on it.
public struct ReportCase: Equatable, Sendable {
  public let report: Report
  public let reporter: ManagedMember
  public let target: ManagedMember
  /// The member who deals with it.
  public let assigned: ManagedMember?
  /// The member who decided; `nil` for the operator at the command line.
  public let moderator: ManagedMember?
  /// The moderator's reason.
  public let note: String
  /// The rules that the report names, also those that don't apply any more.
  public let rules: [CommunityRule]
  /// The reported posts that still exist.
  public let posts: [Post]
  /// The moderators' notes, the oldest first.
  public let notes: [ReportNote]
  /// Earlier reports about the same member, and decisions.
  public let history: MemberHistory
}

extension Community {
  public var reports: Reports {
    Reports(store: store, clock: clock, identifiers: identifiers, unusedPictures: unusedPictures)
  }

  /// Reports about accounts, for those who look after the community.
  public struct Reports: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let identifiers: Identifiers
    let unusedPictures: UnusedPictures
  }
}

extension Community.Reports {
  /// The maximum length of a comment in characters, as in Mastodon.
  public static let longestComment = 1000

  /// Stores a report, and notifies those who may decide on it, but not the reported account. Leaves out posts
  /// of other authors and those that the viewer may not see.
  ///
  /// - Throws: `CommunityError.notFound` if the account doesn't exist; `.notAllowed` for the viewer's own
  ///   account; `.invalid` if the comment is too long, or if a rule doesn't exist.
  public func submit(_ draft: ReportDraft, _ viewer: Viewer) async throws -> Report {
    guard draft.account != viewer.account else {
      throw CommunityError.notAllowed("This action is not allowed")
    }
    let comment = draft.comment.cleaned()
    guard comment.unicodeScalars.count <= Self.longestComment else {
      throw CommunityError.invalid(
        "Validation failed: Comment is too long (maximum is \(Self.longestComment) characters)", .textTooLong)
    }
    guard let target = try await store.profiles([draft.account]).first else { throw CommunityError.notFound }
    let rules = try await store.rules().map(\.id).filter { draft.rules.contains($0) }
    guard rules.count == Set(draft.rules).count else {
      throw CommunityError.invalid("Validation failed: Rules must reference valid rules")
    }
    let posts = try await store.posts(draft.posts, viewer: viewer.account).filter {
      $0.author.id == target.id
    }
    let now = clock().milliseconds
    let record = ReportRecord(
      id: identifiers.next(milliseconds: now), reporter: viewer.account, target: draft.account,
      category: (rules.isEmpty ? draft.category : .violation).rawValue, comment: comment,
      posts: Set(posts.compactMap { Int64($0.id) }).sorted(), rules: rules, createdAt: now)
    let identifiers = identifiers
    try await store.write { transaction in
      guard try transaction.account(draft.account, viewer: viewer.account) != nil else {
        throw CommunityError.notFound
      }
      try transaction.insert(record)
      for member in try transaction.members(in: Self.roles) where member != draft.account {
        try transaction.notify(
          NotificationDraft(
            id: identifiers.next(milliseconds: now), account: member, kind: .report, actor: viewer.account,
            report: record.id),
          now: now)
      }
    }
    return Report(record, target: target)
  }

  /// The roles that decide on reports.
  private static let roles = Role.allCases.filter { $0.permits(.manageReports) }
}
