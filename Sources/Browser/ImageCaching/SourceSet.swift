/// The candidates of an `srcset` attribute with width descriptors, `"/a 180w, /b 360w"`.
///
/// It is parsed as in the HTML Standard, 4.8.4.3.10 "Parsing a srcset attribute". A candidate without a
/// width, or with a malformed one, is skipped; the rest stays.
public struct SourceSet: Equatable, Sendable {
  public struct Candidate: Equatable, Sendable {
    public let url: String
    /// The width in image pixels.
    public let width: Int

    public init(url: String, width: Int) {
      self.url = url
      self.width = width
    }
  }

  /// The greatest useful pixel ratio: on denser screens the difference isn't worth a photo's bytes.
  public static let largestRatio = 3.0

  /// Sorted as in the attribute.
  public let candidates: [Candidate]

  public init(parsing attribute: String) {
    var parser = Parser(bytes: Array(attribute.utf8))
    candidates = parser.candidates()
  }

  /// Returns the smallest candidate with enough pixels, else the largest.
  /// - Parameters:
  ///   - shownWidth: in CSS pixels
  ///   - ratio: device pixels per CSS pixel
  ///   - source: the result without candidates, or if the width is unknown (not above 0)
  public func url(shownWidth: Double, ratio: Double, orElse source: String) -> String {
    guard shownWidth > 0 else { return source }
    let needed = shownWidth * (ratio > 0 ? min(ratio, Self.largestRatio) : 1)
    var best: Candidate?
    for candidate in candidates {
      guard let chosen = best else {
        best = candidate
        continue
      }
      let isEnough = Double(candidate.width) >= needed
      let chosenIsEnough = Double(chosen.width) >= needed
      let isBetter =
        chosenIsEnough ? isEnough && candidate.width < chosen.width : candidate.width > chosen.width
      if isBetter { best = candidate }
    }
    return best?.url ?? source
  }
}

private struct Parser {
  let bytes: [UInt8]
  var position = 0

  private static let comma = UInt8(ascii: ",")

  mutating func candidates() -> [SourceSet.Candidate] {
    var candidates: [SourceSet.Candidate] = []
    while true {
      skip { Self.isSpace($0) || $0 == Self.comma }
      guard position < bytes.count else { return candidates }
      let start = position
      skip { !Self.isSpace($0) }
      var end = position
      // A comma that touches the URL ends the candidate before it has any descriptor.
      guard bytes[end - 1] != Self.comma else { continue }
      let url = String(decoding: bytes[start..<end], as: UTF8.self)
      skip(Self.isSpace)
      let descriptor = position
      skipDescriptors()
      end = position
      while end > descriptor, Self.isSpace(bytes[end - 1]) { end -= 1 }
      if let width = Self.width(bytes[descriptor..<end]) {
        candidates.append(SourceSet.Candidate(url: url, width: width))
      }
    }
  }

  private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
    while position < bytes.count, isSkipped(bytes[position]) { position += 1 }
  }

  /// Skips to the comma that ends the candidate; one inside parentheses doesn't.
  private mutating func skipDescriptors() {
    var isInParentheses = false
    skip { byte in
      if byte == UInt8(ascii: "(") { isInParentheses = true }
      if byte == UInt8(ascii: ")") { isInParentheses = false }
      return isInParentheses || byte != Self.comma
    }
  }

  private static func width(_ descriptor: ArraySlice<UInt8>) -> Int? {
    guard descriptor.last == UInt8(ascii: "w") else { return nil }
    guard let width = Decimal.integer(descriptor.dropLast()), width > 0 else { return nil }
    return Int(exactly: width)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
  }
}
