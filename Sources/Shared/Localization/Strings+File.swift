import Social

/// The files with the texts of a language for the app: a line with its tag, then one line per text. The first
/// one also has the address of the second, which has the texts of what the second part of the program shows.
extension Strings {
  package static let monthCount = 12

  private static let lineFeed = UInt8(ascii: "\n")

  public func file(laterFileAt address: String) -> [UInt8] {
    file([address] + texts.phrases + texts.counts + texts.months)
  }

  public var laterFile: [UInt8] { file(texts.refusals + texts.later) }

  private func file(_ lines: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in [language.tag] + lines {
      bytes += Array(line.utf8)
      bytes.append(Self.lineFeed)
    }
    return bytes
  }

  /// Fails if the bytes are not what `file` writes: damaged, cut off, or made for an app with other texts.
  public init?(file bytes: [UInt8]) {
    let lines = Self.lines(bytes)
    guard let language = lines.first.flatMap({ Language(tag: $0) }), lines.last == "" else { return nil }
    let counts = 2 + Phrase.caseCount
    let months = counts + CountPhrase.caseCount * language.pluralForms.count
    guard lines.count == months + Self.monthCount + 1 else { return nil }
    self.init(
      language,
      Texts(
        phrases: Array(lines[2..<counts]), counts: Array(lines[counts..<months]),
        months: Array(lines[months..<lines.count - 1]), laterFile: lines[1]))
  }

  /// Returns the texts with those of the second file added; `nil` if the bytes are not what `laterFile`
  /// writes.
  public func adding(laterFile bytes: [UInt8]) -> Strings? {
    let lines = Self.lines(bytes)
    let refusals = 1 + Refusal.allCases.count
    guard lines.first == language.tag, lines.last == "",
      lines.count == refusals + LaterPhrase.caseCount + 1
    else { return nil }
    return Strings(
      language,
      Texts(
        phrases: texts.phrases, counts: texts.counts, months: texts.months,
        refusals: Array(lines[1..<refusals]),
        later: Array(lines[refusals..<lines.count - 1])))
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: lineFeed, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

extension RawRepresentable where RawValue == Int, Self: CaseIterable {
  /// The number of cases, which are numbered from 0. A list of them all would take more code, in the app's first
  /// part.
  fileprivate static var caseCount: Int {
    var count = 0
    while Self(rawValue: count) != nil { count += 1 }
    return count
  }
}
