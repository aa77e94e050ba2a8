public import Social
import Storage

/// Reading reports and deciding on them: by the owner, a moderator, or the operator at the command line (the
/// actor is `nil`). Only owners see and decide reports about themselves.
extension Community.Reports {
  /// Returns reports, the newest first.
  ///
  /// - Throws: `CommunityError.notAllowed`.
  public func list(_ filter: ReportFilter, _ cursor: Cursor, by actor: Viewer?) async throws -> ListPage<
    ReportCase
  > {
    var filter = filter
    filter.otherThan = try await hidden(from: actor)
    let page = try await store.reports(filter, cursor)
    return ListPage(items: try await cases(page.items), older: page.older, newer: page.newer)
  }

  /// - Throws: `CommunityError.notFound`, `.notAllowed`.
  public func find(_ id: Int64, by actor: Viewer?) async throws -> ReportCase {
    let hidden = try await hidden(from: actor)
    guard let report = try await store.report(id), report.target != hidden,
      let found = try await cases([report]).first
    else { throw CommunityError.notFound }
    return found
  }

  /// Returns the number of open reports.
  public func openCount(by actor: Viewer?) async throws -> Int {
    try await store.openReportsCount(otherThan: hidden(from: actor))
  }

  /// - Throws: `CommunityError.notFound`.
  public func remove(_ id: Int64) async throws {
    guard try await store.removeReport(id) else { throw CommunityError.notFound }
  }

  /// Notes that a member deals with the report, or that the report is unassigned.
  ///
  /// - Throws: `CommunityError.notFound`, `.notAllowed`.
  public func assign(_ id: Int64, to member: Int64?, by actor: Viewer) async throws {
    try await change(id, by: actor) { transaction, report, _ in
      try transaction.assign(report: report.id, to: member)
    }
  }

  /// Decides on an open report. A suspension ends by itself after a number of days, if one is given. The
  /// reporter is told, and so is the member who is warned or whose posts are removed.
  ///
  /// - Parameter note: the reason, for those who look after the community; the warned member reads it, too.
  /// - Throws: `CommunityError.notFound`, `.notAllowed`; `.invalid` if the report is decided already, if
  ///   it names no post that could be removed, or for a warning without words.
  public func decide(
    _ id: Int64, _ decision: Report.Decision, note: String = "", days: Int? = nil, by actor: Viewer?
  ) async throws {
    let note = try Self.checked(note.cleaned())
    guard decision != .warned || !note.isBlank else {
      throw CommunityError.invalid("Validation failed: Text can't be blank")
    }
    let (now, identifiers) = (clock().milliseconds, identifiers)
    let end = try Community.Members.end(ofDays: days, from: now)
    let unused = try await change(id, by: actor) { transaction, report, name -> [String] in
      guard report.resolution == nil else {
        throw CommunityError.invalid("Validation failed: The report is resolved")
      }
      let unused = try Self.carryOut(decision, on: report, by: actor, note: note, until: end, transaction) {
        identifiers.next(milliseconds: now)
      }
      try transaction.resolve(
        report: id, ReportResolution(decision: decision, note: note, moderator: actor?.account, date: now))
      try Self.tell(
        report, decision, actor: actor?.account ?? transaction.members(in: [.owner]).first, transaction,
        now: now
      ) { identifiers.next(milliseconds: now) }
      if let action = decision.entry {
        let target = try transaction.membership.member(report.target)?.username ?? "\(report.target)"
        try transaction.membership.log(
          action, by: name, on: target, note, id: identifiers.next(milliseconds: now))
      }
      return unused
    }
    unusedPictures.discard(unused)
  }

  /// Opens a report again. What was done stays done.
  ///
  /// - Throws: `CommunityError.notFound`, `.notAllowed`.
  public func reopen(_ id: Int64, by actor: Viewer?) async throws {
    let (now, identifiers) = (clock().milliseconds, identifiers)
    try await change(id, by: actor) { transaction, report, name in
      guard report.resolution != nil else { return }
      try transaction.resolve(report: id, nil)
      let target = try transaction.membership.member(report.target)?.username ?? "\(report.target)"
      try transaction.membership.log(
        .reopenReport, by: name, on: target, id: identifiers.next(milliseconds: now))
    }
  }

  /// - Parameter body: gets the report, and the actor's name for the log.
  func change<Value: Sendable>(
    _ id: Int64, by actor: Viewer?,
    _ body: @escaping @Sendable (WriteTransaction, ReportRecord, String) throws -> Value
  ) async throws -> Value {
    try await store.write { transaction in
      let name = try transaction.membership.authorize(actor, .manageReports)
      guard let report = try transaction.report(id) else { throw CommunityError.notFound }
      if let actor, report.target == actor.account,
        try transaction.membership.member(actor.account)?.role != .owner
      {
        throw CommunityError.notFound
      }
      return try body(transaction, report, name)
    }
  }

  /// Returns the names of files that nothing needs any more.
  private static func carryOut(
    _ decision: Report.Decision, on report: ReportRecord, by actor: Viewer?, note: String, until end: Int64?,
    _ transaction: WriteTransaction, ids: () -> Int64
  ) throws -> [String] {
    let target = try transaction.membership.member(report.target)
    switch decision {
    case .dismissed: return []
    case .warned:
      try transaction.membership.authorize(actor, .manageReports, on: target)
      try transaction.warn(report.target, note, report: report.id, id: ids())
      return []
    case .hidden:
      try transaction.membership.authorize(actor, .manageReports, on: target)
      let posts = try report.posts.compactMap { try transaction.post($0, viewer: report.target) }
      guard !posts.isEmpty else { throw CommunityError.invalid("Validation failed: The report has no posts") }
      var unused: [String] = []
      for post in posts where post.author == report.target {
        unused += try Community.Posts.remove(post, transaction)
      }
      return unused
    case .suspended:
      guard let target else { throw CommunityError.notFound }
      let name = try transaction.membership.authorize(actor, .manageMembers, on: target)
      guard target.suspendedAt == nil else { return [] }
      try transaction.membership.requireOwner(otherThan: target)
      try transaction.membership.suspend(
        target.id, at: Identifiers.millisecond(of: ids()), reason: note, until: end)
      try transaction.membership.log(.suspend, by: name, on: target.username, note, id: ids())
      return []
    }
  }

  private static func tell(
    _ report: ReportRecord, _ decision: Report.Decision, actor: Int64?, _ transaction: WriteTransaction,
    now: Int64,
    ids: () -> Int64
  ) throws {
    guard let actor else { return }
    var told = [(account: report.reporter, kind: Notification.Kind.reportResolved)]
    if decision == .hidden || decision == .warned { told.append((report.target, .warning)) }
    for (account, kind) in told {
      try transaction.notify(
        NotificationDraft(id: ids(), account: account, kind: kind, actor: actor, report: report.id), now: now)
    }
  }

  /// Returns the account whose reports the actor doesn't see.
  ///
  /// - Throws: `CommunityError.notAllowed`.
  private func hidden(from actor: Viewer?) async throws -> Int64? {
    guard let actor else { return nil }
    guard let role = try await store.member(actor.account)?.role, role.permits(.manageReports) else {
      throw CommunityError.notAllowed("This action is not allowed")
    }
    return role == .owner ? nil : actor.account
  }

  private func cases(_ reports: [ReportRecord]) async throws -> [ReportCase] {
    let notes = try await store.notes(onReports: reports.map(\.id))
    let people = try await store.managedMembers(
      reports.flatMap { [$0.reporter, $0.target, $0.assigned, $0.resolution?.moderator].compactMap(\.self) }
        + notes.compactMap(\.author))
    let histories = try await store.histories(
      of: reports.map(\.target), actions: MemberHistory.actions.map(\.rawValue),
      limit: MemberHistory.longestList)
    let posts = try await store.reportedPosts(reports.flatMap(\.posts))
    let rules = try await store.rules(reports.flatMap(\.rules)).map { CommunityRule($0) }
    func member(_ id: Int64?) -> ManagedMember? { id.flatMap { people[$0] }.map { ManagedMember($0) } }
    return reports.compactMap { report in
      guard let reporter = member(report.reporter), let target = member(report.target) else { return nil }
      return ReportCase(
        report: Report(report, target: target.profile), reporter: reporter, target: target,
        assigned: member(report.assigned), moderator: member(report.resolution?.moderator),
        note: report.resolution?.note ?? "",
        rules: rules.filter { report.rules.contains($0.id) }, posts: report.posts.compactMap { posts[$0] },
        notes: notes.filter { $0.report == report.id }.map { note in
          ReportNote(
            id: note.id, author: member(note.author), text: note.text,
            createdAt: Timestamp(milliseconds: Identifiers.millisecond(of: note.id)))
        },
        history: MemberHistory(histories[report.target] ?? MemberHistoryRecord()))
    }
  }
}

extension Report.Decision {
  /// The entry of the log; `nil` for a suspension, which has its own.
  fileprivate var entry: AuditAction? {
    switch self {
    case .dismissed: .dismissReport
    case .warned: .warn
    case .hidden: .removePosts
    case .suspended: nil
    }
  }
}
