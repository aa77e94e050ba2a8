/// The reason why a text isn't JSON, and the position of the error.
public struct JSONError: Error, Equatable, Sendable {
  public enum Reason: Equatable, Sendable {
    case unexpectedEnd
    case unexpectedByte(UInt8)
    case invalidUTF8
    case invalidEscape
    case invalidNumber
    case tooDeep
    case notAnArray
  }

  public let reason: Reason
  /// The offset in bytes from the start of the document.
  public let offset: Int
}
