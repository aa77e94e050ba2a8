public import Social

/// The signed-in viewer; `nil` where a stranger may ask.
public struct Viewer: Equatable, Sendable {
  public var account: Int64
  /// The client that the viewer uses.
  public var application: Post.Application?

  public init(account: Int64, application: Post.Application? = nil) {
    self.account = account
    self.application = application
  }
}
