public import Social
import Storage

/// A moderator's note on a report.
public struct ReportNote: Equatable, Sendable {
  public let id: Int64
  /// The member who wrote it; `nil` for the operator at the command line, and for removed members.
  public let author: ManagedMember?
  public let text: String
  public let createdAt: Timestamp
}

/// Earlier decisions about a member, and the reports that led to them.
public struct MemberHistory: Equatable, Sendable {
  /// The number of other reports about the member, open or decided.
  public let otherReports: Int
  public let warnings: Int
  /// The number of times that reported posts were removed.
  public let removals: Int
  public let suspensions: Int
  /// The latest decisions, newest first.
  public let decisions: [AuditEntry]

  /// The actions of the log that belong to the history.
  static let actions: [AuditAction] = [.warn, .removePosts, .suspend, .unsuspend, .dismissReport]
  /// The maximum number of decisions in the list.
  static let longestList = 5

  init(_ record: MemberHistoryRecord) {
    func count(_ action: AuditAction) -> Int { record.counts[action.rawValue] ?? 0 }
    otherReports = max(0, record.reports - 1)
    warnings = count(.warn)
    removals = count(.removePosts)
    suspensions = count(.suspend)
    decisions = record.latest.map { AuditEntry($0) }
  }
}

extension Community.Reports {
  /// Adds a note, which only those who decide on reports see.
  ///
  /// - Parameter actor: `nil` for the operator at the command line.
  /// - Throws: `CommunityError.notFound`, `.notAllowed`; `.invalid` without a text, or if it is too long.
  public func add(note text: String, to id: Int64, by actor: Viewer?) async throws {
    let text = try Self.checked(text.cleaned())
    guard !text.isBlank else { throw CommunityError.invalid("Validation failed: Text can't be blank") }
    let note = ReportNoteRecord(
      id: identifiers.next(milliseconds: clock().milliseconds), report: id, author: actor?.account,
      text: text)
    try await change(id, by: actor) { transaction, _, _ in try transaction.insert(note) }
  }

  static func checked(_ text: String) throws(CommunityError) -> String {
    guard text.unicodeScalars.count <= longestComment else {
      throw .invalid(
        "Validation failed: Text is too long (maximum is \(longestComment) characters)", .textTooLong)
    }
    return text
  }
}
