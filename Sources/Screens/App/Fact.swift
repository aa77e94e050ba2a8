import Social

/// Something that has changed, and that other screens show as well. It is told to the screens of the session under
/// which it happened, and to no others.
indirect enum Fact: Equatable, Sendable {
  case statusChanged(Status)
  /// Deleted, or about to be: it no longer shows.
  case statusRemoved(id: String)
  /// It was not deleted after all: it shows again where it was.
  case statusRestored(id: String)
  /// An item of the outbox is new, or its state has changed.
  case itemWaiting(OutboxItem)
  /// The item of the outbox is a post now, which this is; nil: the response can't be read.
  case itemSent(OutboxItem, Status?, body: [UInt8], at: Timestamp)
  /// The item of the outbox was taken back.
  case itemCancelled(id: String)
  case marked(MarkChange)
  /// Somebody's request to follow was answered; or it waits again.
  case requestAnswered(id: String, isWaiting: Bool)
  case relationshipChanged(Relationship)
  case profileChanged(Profile)
  /// Posts were begun, sent or discarded: these are left on the device.
  case draftsChanged([KeptDraft])
  /// The reader wants to be told at home who commented on what, or not.
  case commentsShown(Bool)
  /// Somebody else was signed out of this device, on which these still are.
  case sessionsChanged([Session])
}
