/// How the bytes of an answer are packed (RFC 9110 section 8.4.1).
public enum ContentCoding: String, CaseIterable, Sendable {
  /// RFC 7932.
  case brotli = "br"
  case gzip
  /// As they are.
  case identity

  /// The coding that the client likes best of those on offer; among equals the first of `available`.
  ///
  /// `identity` is always on offer, and what a client gets that refuses everything: an answer that
  /// it may not like is better than none (RFC 9110 section 12.5.3 leaves the choice).
  public static func preferred(by acceptEncoding: String?, among available: [ContentCoding]) -> ContentCoding {
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
    // RFC 9110 section 8.4.1.3: "x-gzip" is to be taken as "gzip".
    exactWeight(of: name) ?? (name == "gzip" ? exactWeight(of: "x-gzip") : nil) ?? exactWeight(of: "*") ?? 0
  }
}
