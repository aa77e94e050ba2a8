import Social

/// The file with the texts of a language for the app: a line with its tag, then one line per text.
extension Strings {
  package static let monthCount = 12

  private static let lineFeed = UInt8(ascii: "\n")

  public var file: [UInt8] {
    var bytes: [UInt8] = []
    for line in [language.tag] + texts.phrases + texts.counts + texts.months + texts.refusals + texts.community {
      bytes += Array(line.utf8)
      bytes.append(Self.lineFeed)
    }
    return bytes
  }

  /// Fails if the bytes are not what `file` writes: damaged, cut off, or made for an app with other texts.
  public init?(file bytes: [UInt8]) {
    let lines = bytes.split(separator: Self.lineFeed, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard let language = lines.first.flatMap({ Language(tag: $0) }), lines.last == "" else { return nil }
    let counts = 1 + Phrase.allCases.count
    let months = counts + CountPhrase.allCases.count * language.pluralForms.count
    let refusals = months + Self.monthCount
    let community = refusals + Refusal.allCases.count
    guard lines.count == community + CommunityPhrase.allCases.count + 1 else { return nil }
    self.init(
      language,
      Texts(
        phrases: Array(lines[1..<counts]), counts: Array(lines[counts..<months]),
        months: Array(lines[months..<refusals]), refusals: Array(lines[refusals..<community]),
        community: Array(lines[community..<lines.count - 1])))
  }
}
