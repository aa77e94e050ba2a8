public import Social

/// The signed-in viewer; `nil` where a stranger may ask.
public struct Viewer: Equatable, Sendable {
  public var account: Int64
  /// The client that the viewer uses.
  public var client: Post.Client?

  public init(account: Int64, client: Post.Client? = nil) {
    self.account = account
    self.client = client
  }
}
