/// Who asks. nil where a stranger may ask.
public struct Asker: Equatable, Sendable {
  public var account: Int64
  /// The name of the program that asks for them.
  public var application: String?

  public init(account: Int64, application: String? = nil) {
    self.account = account
    self.application = application
  }
}
