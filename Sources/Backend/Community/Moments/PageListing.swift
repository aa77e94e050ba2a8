import Storage

/// The posts of a whole Moments page.
public struct PageListing: Sendable {
  /// Newest first.
  public let ids: [Int64]
  let page: MomentsPage
}
