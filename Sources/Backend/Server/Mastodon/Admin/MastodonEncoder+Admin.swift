import Community
import Contracts
import JSON
import Social

extension MastodonEncoder {
  /// Encodes an account for those who look after the community (entities/Admin_Account). Members have no
  /// e-mail addresses, and addresses in the network aren't stored.
  func adminAccount(_ member: ManagedMember, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", "\(member.id)")
      writer.member("username", member.profile.account.username)
      writer.null("domain")
      writer.member("created_at", member.profile.createdAt ?? Timestamp(milliseconds: 0))
      writer.member("email", "")
      writer.null("ip")
      writer.emptyArray("ips")
      writer.null("locale")
      writer.member("invite_request", orNull: member.request)
      writer.name("role")
      role(member.role, Permissions(of: member.role), &writer)
      for (name, value) in [
        ("confirmed", true), ("approved", member.request == nil), ("disabled", false), ("silenced", false),
        ("sensitized", false),
      ] as [(StaticString, Bool)] {
        writer.member(name, value)
      }
      writer.member("suspended", member.suspendedAt != nil && member.request == nil)
      writer.name("account")
      account(member.profile, &writer)
      writer.null("created_by_application_id")
      writer.null("invited_by_account_id")
      // The rest isn't in the Mastodon API.
      writer.member("last_seen_at", member.lastSeenAt)
      writer.member("suspension_reason", member.suspensionReason)
      writer.member("suspension_ends_at", member.suspensionEnd)
      if let bytes = member.pictureBytes { writer.member("picture_bytes", bytes) }
    }
  }

  /// Encodes a role (entities/Role). Members without one have that of everybody.
  func role(_ role: Role?, _ permissions: Permissions, _ writer: inout JSONWriter) {
    writer.object { writer in
      switch role {
      case .owner:
        writer.member("id", "1")
        writer.member("name", "Owner")
      case .moderator:
        writer.member("id", "2")
        writer.member("name", "Moderator")
      case .member, nil:
        writer.member("id", "-99")
        writer.member("name", "")
      }
      writer.member("permissions", "\(permissions.flags)")
      writer.member("color", "")
      writer.member("highlighted", role == .owner || role == .moderator)
    }
  }

  /// Encodes a report for those who decide on it (entities/Admin_Report).
  ///
  /// - Parameter write: Writes a post, which may be encoded already.
  func adminReport(
    _ found: ReportCase, _ writer: inout JSONWriter, write: (inout JSONWriter, Post) -> Void
  ) {
    let report = found.report
    writer.object { writer in
      writer.member("id", report.id)
      decision(report, &writer)
      writer.member("category", report.category.rawValue)
      writer.member("comment", report.comment)
      writer.member("forwarded", false)
      writer.member("created_at", report.createdAt)
      writer.member("updated_at", report.resolution?.date ?? report.createdAt)
      writer.name("account")
      adminAccount(found.reporter, &writer)
      writer.name("target_account")
      adminAccount(found.target, &writer)
      for (name, member) in [
        ("assigned_account", found.assigned), ("action_taken_by_account", found.moderator),
      ] as [(StaticString, ManagedMember?)] {
        writer.name(name)
        if let member { adminAccount(member, &writer) } else { writer.null() }
      }
      writer.name("statuses")
      writer.array(found.posts, write)
      writer.name("rules")
      writer.array(found.rules) { writer, rule in rule.write(&writer) }
      // The rest isn't in the Mastodon API.
      writer.member("note", found.note)
      writer.name("notes")
      writer.array(found.notes) { writer, note in
        writer.object { writer in
          writer.member("id", "\(note.id)")
          writer.member("created_at", note.createdAt)
          writer.name("account")
          if let author = note.author { account(author.profile, &writer) } else { writer.null() }
          writer.member("text", note.text)
        }
      }
      history(found.history, &writer)
    }
  }

  private func history(_ history: MemberHistory, _ writer: inout JSONWriter) {
    writer.object("history") { writer in
      writer.member("other_reports", history.otherReports)
      writer.member("warnings", history.warnings)
      writer.member("removals", history.removals)
      writer.member("suspensions", history.suspensions)
      writer.name("decisions")
      writer.array(history.decisions) { writer, entry in entry.write(&writer) }
    }
  }

  /// Encodes the viewer's own report, or one that a notification is about (entities/Report).
  func report(_ report: Report, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", report.id)
      decision(report, &writer)
      writer.member("category", report.category.rawValue)
      writer.member("comment", report.comment)
      writer.member("forwarded", false)
      writer.member("created_at", report.createdAt)
      writer.name("status_ids")
      writer.array(report.posts) { writer, id in writer.string(id) }
      writer.name("rule_ids")
      writer.array(report.rules) { writer, id in writer.string(id) }
      writer.name("target_account")
      account(report.target, &writer)
    }
  }

  /// Encodes the decision on a report for the reported member (entities/AccountWarning).
  func warning(_ warning: AccountWarning, _ report: Report, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", report.id)
      writer.member("action", warning.action.rawValue)
      writer.member("text", warning.text)
      writer.emptyArray("status_ids")
      writer.name("target_account")
      account(report.target, &writer)
      writer.null("appeal")
      writer.member("created_at", report.resolution?.date ?? report.createdAt)
    }
  }

  private func decision(_ report: Report, _ writer: inout JSONWriter) {
    writer.member("action_taken", report.resolution != nil)
    writer.member("action_taken_at", report.resolution?.date)
    // Not in the Mastodon API.
    writer.member("decision", orNull: report.resolution?.decision.rawValue)
  }
}

extension AuditEntry {
  /// Encodes an entry of the log.
  func write(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", "\(id)")
      writer.member("created_at", createdAt)
      writer.member("actor", orNull: actor)
      writer.member("action", orNull: action?.rawValue)
      writer.member("target", target)
      writer.member("note", note)
    }
  }
}
