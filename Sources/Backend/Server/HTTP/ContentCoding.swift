/// The compression of a response (RFC 9110 section 8.4.1).
public enum ContentCoding: String, CaseIterable, Sendable {
  /// RFC 7932.
  case brotli = "br"
  case gzip
  /// Uncompressed.
  case identity

  /// Returns the available coding that the client prefers; among equals the first of `available`.
  ///
  /// `identity` is always available. A client that refuses everything gets it, too, because an unwanted
  /// coding is better than no response (RFC 9110 section 12.5.3 leaves the choice).
  public static func preferred(by acceptEncoding: String?, among available: [ContentCoding]) -> ContentCoding
  {
    guard let acceptEncoding, !available.isEmpty else { return .identity }
    let ranges = WeightedList(acceptEncoding)
    var best = ContentCoding.identity
    var bestWeight = 0
    for coding in available where coding != .identity {
      let weight = ranges.weight(ofCoding: coding.rawValue)
      if weight > bestWeight {
        best = coding
        bestWeight = weight
      }
    }
    guard let identity = ranges.exactWeight(of: "identity") else { return best }
    return identity > bestWeight ? .identity : best
  }
}

extension WeightedList {
  fileprivate func weight(ofCoding name: String) -> Int {
    // RFC 9110 section 8.4.1.3: "x-gzip" is the same as "gzip".
    exactWeight(of: name) ?? (name == "gzip" ? exactWeight(of: "x-gzip") : nil) ?? exactWeight(of: "*") ?? 0
  }
}
