import JSON

/// A rule of a server (Mastodon API, entities/Rule).
public struct ServerRule: Equatable, Sendable {
  public let id: String
  public let text: String

  public init(id: String, text: String) {
    self.id = id
    self.text = text
  }
}

extension MastodonDecoder {
  /// The number of rules that are decoded; the rest is left out.
  private static let maxRules = 50

  public func rules(_ body: [UInt8]) -> [ServerRule] {
    ((try? JSON(parsing: body))?.array ?? []).prefix(Self.maxRules).compactMap { rule in
      guard let id = identifier(rule["id"]), let text = text(rule["text"]), !text.isEmpty else { return nil }
      return ServerRule(id: id, text: text)
    }
  }
}
