/// Limits for one picture.
public struct MediaLimits: Sendable {
  /// The limit for the file, in bytes.
  public var maxBytes: Int
  /// The limit for the decoded picture, in pixels.
  public var maxPixels: Int
  /// Processor time of each decoding. A small computer takes half a minute for the largest progressive JPEG.
  public var decodingTime: Duration

  public init(
    maxBytes: Int = 20_000_000, maxPixels: Int = 100_000_000, decodingTime: Duration = .seconds(60)
  ) {
    self.maxBytes = maxBytes
    self.maxPixels = maxPixels
    self.decodingTime = decodingTime
  }
}
