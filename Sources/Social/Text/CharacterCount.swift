/// How long a text is to Mastodon (app/validators/status_length_validator.rb): characters that people see; an address
/// counts 23, however long it is, and a mention of somebody elsewhere counts without their server.
public struct CharacterCount: Equatable, Sendable {
  /// What a post may hold where the server says nothing else, the warning included.
  public static let limit = 500
  public static let addressLength = 23

  public let count: Int
  /// Where in the text's UTF-8 the part begins that is too much; nil: it fits. An address or a mention that crosses
  /// the limit is too much as a whole.
  public let surplusStart: Int?

  /// - Parameters:
  ///   - limit: so many characters fit into `text`.
  ///   - addressLength: the length of an address to the server (entities/Instance, `characters_reserved_per_url`).
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

  /// A post: its warning counts as well, before its text, and as it is written.
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
