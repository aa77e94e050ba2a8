public import Social

/// Something that has changed, and that other screens show as well.
public indirect enum Fact: Equatable, Sendable {
  case statusChanged(Status)
  /// Deleted, or about to be: it no longer shows.
  case statusRemoved(id: String)
  /// It was not deleted after all: it shows again where it was.
  case statusRestored(Status)
  /// An item of the outbox is new, or its state has changed.
  case statusWaiting(OutboxItem)
  /// The item `local` of the outbox was published; the answer holds the post.
  case statusSent(local: String, Answer)
  /// The item `local` of the outbox was taken back.
  case statusCancelled(local: String)
  case relationshipChanged(Relationship)
  case profileChanged(Profile)
}
