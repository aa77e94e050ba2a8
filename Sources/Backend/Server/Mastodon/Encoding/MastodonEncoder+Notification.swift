import Contracts
import JSON
import Social

extension MastodonEncoder {
  /// Encodes a notification (entities/Notification).
  func notification(_ notification: Notification, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", notification.id)
      writer.member("type", notification.kind.rawValue)
      writer.member("created_at", notification.createdAt ?? Timestamp(milliseconds: 0))
      writer.name("account")
      account(notification.actor, &writer)
      writer.name("status")
      if let status = notification.post { self.status(status, &writer) } else { writer.null() }
      if notification.isJoinRequest { writer.member("join_request", true) }
      guard let report = notification.report else { return }
      if let warning = notification.warning {
        writer.name("moderation_warning")
        self.warning(warning, report, &writer)
      } else {
        writer.name("report")
        self.report(report, &writer)
      }
    }
  }

  /// Encodes the viewer's relationship to an account (entities/Relationship).
  func relationship(_ relationship: Relationship, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", relationship.id)
      writer.member("following", relationship.isFollowing)
      writer.member("showing_reblogs", relationship.showsReposts)
      writer.member("notifying", relationship.notifies)
      writer.null("languages")
      writer.member("followed_by", relationship.isFollowedBy)
      writer.member("blocking", relationship.isBlocking)
      writer.member("blocked_by", relationship.isBlockedBy)
      writer.member("muting", relationship.isMuting)
      writer.member("muting_notifications", relationship.mutesNotifications)
      writer.member("requested", relationship.isRequested)
      writer.member("requested_by", relationship.isRequestedBy)
      writer.member("domain_blocking", false)
      writer.member("endorsed", false)
      writer.member("note", relationship.note)
    }
  }
}
