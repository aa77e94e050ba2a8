/// What a picture may cost.
public struct MediaLimits: Sendable {
  /// Of the file, in bytes.
  public var maximumBytes: Int
  /// Of the decoded picture.
  public var maximumPixels: Int
  /// Processor time of each decoding. A small computer takes half a minute for the largest progressive JPEG.
  public var decodingTime: Duration

  public init(
    maximumBytes: Int = 20_000_000, maximumPixels: Int = 100_000_000, decodingTime: Duration = .seconds(60)
  ) {
    self.maximumBytes = maximumBytes
    self.maximumPixels = maximumPixels
    self.decodingTime = decodingTime
  }
}
