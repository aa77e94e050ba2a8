public import Social
import Storage

/// A report before it is submitted.
public struct ReportDraft: Equatable, Sendable {
  public var account: Int64
  /// The ids of posts of the reported account.
  public var posts: [Int64]
  public var category: Report.Category
  public var comment: String

  public init(account: Int64, posts: [Int64] = [], category: Report.Category = .other, comment: String = "") {
    self.account = account
    self.posts = posts
    self.category = category
    self.comment = comment
  }
}

/// A report for the owner of the community.
public struct ReceivedReport: Equatable, Sendable {
  public let id: Int64
  public let createdAt: Timestamp
  public let reporter: String
  public let target: String
  public let category: String
  public let comment: String
  public let posts: [Int64]
}

extension Community {
  public var reports: Reports { Reports(store: store, clock: clock, identifiers: identifiers) }

  /// Reports about members, for the owner of the community.
  public struct Reports: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let identifiers: Identifiers
  }
}

extension Community.Reports {
  /// The maximum length of a comment in characters, as in Mastodon.
  public static let longestComment = 1000

  /// Stores a report for the owner of the community and tells no one else. Leaves out posts of other authors and
  /// those that the viewer may not see.
  ///
  /// - Throws: `CommunityError.notFound` if the account doesn't exist; `.notAllowed` for the viewer's own account;
  ///   `.invalid` if the comment is too long.
  public func submit(_ draft: ReportDraft, _ viewer: Viewer) async throws -> Report {
    guard draft.account != viewer.account else { throw CommunityError.notAllowed("This action is not allowed") }
    let comment = draft.comment.cleaned()
    guard comment.unicodeScalars.count <= Self.longestComment else {
      throw CommunityError.invalid(
        "Validation failed: Comment is too long (maximum is \(Self.longestComment) characters)", .textTooLong)
    }
    guard let target = try await store.profiles([draft.account]).first else { throw CommunityError.notFound }
    let posts = try await store.posts(draft.posts, viewer: viewer.account).filter { $0.author.id == target.id }
    let now = clock().milliseconds
    let record = ReportRecord(
      id: identifiers.next(milliseconds: now), reporter: viewer.account, target: draft.account,
      category: draft.category.rawValue, comment: comment, posts: Set(posts.compactMap { Int64($0.id) }).sorted(),
      createdAt: now)
    try await store.write { transaction in
      guard try transaction.account(draft.account, viewer: viewer.account) != nil else { throw CommunityError.notFound }
      try transaction.insert(record)
    }
    return Report(
      id: "\(record.id)", target: target, category: draft.category, comment: comment,
      posts: record.posts.map { "\($0)" }, createdAt: Timestamp(milliseconds: now))
  }

  /// Returns all reports, oldest first.
  public func all() async throws -> [ReceivedReport] {
    var reports: [ReceivedReport] = []
    while true {
      let page = try await store.reports(after: reports.last?.id, limit: 200)
      reports += page.map { found in
        ReceivedReport(
          id: found.report.id, createdAt: Timestamp(milliseconds: found.report.createdAt), reporter: found.reporter,
          target: found.target, category: found.report.category, comment: found.report.comment,
          posts: found.report.posts)
      }
      guard page.count == 200 else { return reports }
    }
  }

  /// - Throws: `CommunityError.notFound`.
  public func remove(_ id: Int64) async throws {
    guard try await store.removeReport(id) else { throw CommunityError.notFound }
  }
}
