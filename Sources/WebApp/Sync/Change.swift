import Contracts
import Social

/// A change that the session's store records, and that its screens hear of: some lists gain or lose a row.
indirect enum Change: Equatable, Sendable {
  /// A post was deleted, or is about to be, and no longer shows.
  case postRemoved(id: String)
  /// The deletion was undone: the post shows again where it was.
  case postRestored(id: String)
  /// The server no longer has this person, or no longer shows them to the viewer.
  case personRemoved(id: String?, handle: String, at: Timestamp)
  /// An outbox item is new, or its state has changed.
  case itemWaiting(OutboxItem)
  /// The outbox item is a post now, which this is; `nil` if the response can't be read.
  case itemSent(OutboxItem, Post?, body: [UInt8], at: Timestamp)
  /// The outbox item was cancelled.
  case itemCancelled(id: String)
  case memberActed(MemberActionChange)
  /// An entry of the home timeline was published just now.
  case entryArrived(MastodonDecoder.Item, at: Timestamp)
  /// All entries that came together have been sent.
  case entriesArrived
  /// A post was liked, reposted or answered just now. Its numbers may contain what is being sent.
  case countsArrived(PostCounts, sending: [SentInteraction], at: Timestamp)
  /// The accounts that like a post of a Moments page, the earliest first; all of them if `isComplete`. `at`:
  /// the time of the request.
  case likersArrived(post: String, [Account], isComplete: Bool, at: Timestamp)
  /// The viewer was notified just now; with the JSON as it came.
  case notificationArrived(Notification, source: [UInt8], at: Timestamp)
  /// The server returned the unread notifications, the newest first, when there were this many.
  case messagesArrived([Notification], of: Int)
  /// The viewer has seen all notifications, here or elsewhere.
  case notificationsRead
  /// A follow request was answered, or it waits again.
  case requestAnswered(id: String, isWaiting: Bool)
  /// A profile as of this time: a server returned it, or the viewer changed theirs.
  case profileChanged(Profile, at: Timestamp)
  /// Drafts were begun, sent or discarded: these are left on the device.
  case draftsChanged([StoredDraft])
  /// The viewer turned comments in the home timeline on or off.
  case commentsShown(Bool)
  /// Another account was signed out of this device; these sessions are left.
  case sessionsChanged([Session])
  /// The viewer's circles are these.
  case circlesChanged([Circle])
}
