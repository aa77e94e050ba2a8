/// The length of a text by Mastodon's rules (app/validators/status_length_validator.rb). It counts visible
/// characters. A web address counts 23, at any length, and a mention counts without its server.
public struct CharacterCount: Equatable, Sendable {
  /// The maximum length of a post with its content warning, unless the server names another one.
  public static let limit = 500
  public static let addressLength = 23

  public let count: Int
  /// The UTF-8 offset at which the surplus begins; `nil` if the text fits. A web address or a mention that
  /// crosses the limit is surplus as a whole.
  public let surplusStart: Int?

  /// - Parameters:
  ///   - limit: the maximum number of characters.
  ///   - addressLength: the server's length of a web address (entities/Instance,
  ///     `characters_reserved_per_url`).
  public init(
    _ text: String, limit: Int = CharacterCount.limit, addressLength: Int = CharacterCount.addressLength
  ) {
    var counter = Counter(text: CodePoints(text), limit: limit)
    for entity in TextEntities(counter.text).all {
      switch entity.kind {
      case .link:
        counter.addPlain(until: entity.range.lowerBound)
        counter.add(addressLength, until: entity.range.upperBound)
      case .mention(let username, _?):
        counter.addPlain(until: entity.range.lowerBound)
        counter.add(username.utf8.count + 1, until: entity.range.upperBound)
      case .mention, .tag: continue
      }
    }
    counter.addPlain(until: counter.text.bytes.count)
    count = counter.count
    surplusStart = counter.surplusStart
  }

  /// Counts a post. Its content warning comes first and counts as plain text.
  public init(
    _ text: String, warning: String, limit: Int = CharacterCount.limit,
    addressLength: Int = CharacterCount.addressLength
  ) {
    var counter = Counter(text: CodePoints(warning), limit: .max)
    counter.addPlain(until: counter.text.bytes.count)
    let text = CharacterCount(text, limit: max(0, limit - counter.count), addressLength: addressLength)
    count = counter.count + text.count
    surplusStart = text.surplusStart
  }

  private struct Counter {
    let text: CodePoints
    let limit: Int
    var count = 0
    var index = 0
    var surplusStart: Int?

    mutating func addPlain(until end: Int) {
      var graphemes = Graphemes(text, from: index)
      while graphemes.index < end, graphemes.advance() { add(1, until: min(graphemes.index, end)) }
    }

    mutating func add(_ length: Int, until end: Int) {
      count += length
      if count > limit, surplusStart == nil { surplusStart = index }
      index = end
    }
  }
}
