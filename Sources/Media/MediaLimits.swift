/// What a picture may cost.
public struct MediaLimits: Sendable {
  /// Of the file, in bytes.
  public var maximumBytes: Int
  /// Of the decoded picture.
  public var maximumPixels: Int

  public init(maximumBytes: Int = 20_000_000, maximumPixels: Int = 100_000_000) {
    self.maximumBytes = maximumBytes
    self.maximumPixels = maximumPixels
  }
}
