/// Limits for one picture.
public struct MediaLimits: Sendable {
  /// The limit for the file, in bytes.
  public var maximumBytes: Int
  /// The limit for the decoded picture, in pixels.
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
