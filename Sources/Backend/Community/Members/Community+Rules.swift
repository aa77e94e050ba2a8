public import Social
import Storage

/// A rule of the community. A rule that is written differently is another rule, so a report keeps the words
/// that it names.
public struct CommunityRule: Equatable, Sendable {
  public let id: Int64
  public let text: String

  init(_ record: RuleRecord) {
    id = record.id
    text = record.text
  }
}

/// A long text about the community.
public struct CommunityText: Equatable, Sendable {
  /// Plain text; empty without one.
  public let text: String
  /// The time of the last change; `nil` before the first one.
  public let changedAt: Timestamp?

  /// The name of a long text's setting.
  public enum Name: String, Sendable {
    case about
    case privacyPolicy = "privacy_policy"
  }
}

extension Community.Settings {
  /// The maximum number of rules.
  public static let maxRules = 30
  /// The maximum length of a rule in characters.
  public static let longestRule = 300
  /// The maximum length of a long text in characters.
  public static let longestText = 10_000

  /// Returns the rules in their order.
  public func rules() async throws -> [CommunityRule] { try await store.rules().map { CommunityRule($0) } }

  public func text(_ name: CommunityText.Name) async throws -> CommunityText {
    let changed = try await store.setting(Self.changedKey(name)).flatMap { Int64($0) }
    return CommunityText(
      text: try await store.setting(name.rawValue) ?? "",
      changedAt: changed.map { Timestamp(milliseconds: $0) })
  }

  /// Returns true if there is a text about the community, a privacy policy or a contact.
  public func hasTexts() async throws -> Bool {
    try await store.hasText(in: [
      CommunityText.Name.about.rawValue, CommunityText.Name.privacyPolicy.rawValue, "contact",
    ])
  }

  /// The name of the setting with the time of a text's last change.
  static func changedKey(_ name: CommunityText.Name) -> String { name.rawValue + "_changed" }

  /// Returns the rules of a text with one a line.
  static func rules(in text: String) throws(CommunityError) -> [String] {
    var rules: [String] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let rule = String(line).cleaned(keepsLines: false).split(separator: " ").joined(separator: " ")
      guard !rule.isBlank, !rules.contains(rule) else { continue }
      guard rule.unicodeScalars.count <= longestRule else {
        throw .invalid("A rule has at most \(longestRule) characters", .textTooLong)
      }
      rules.append(rule)
    }
    guard rules.count <= maxRules else { throw .invalid("There are at most \(maxRules) rules") }
    return rules
  }

  static func checked(text: String) throws(CommunityError) -> String {
    guard text.unicodeScalars.count <= longestText else {
      throw .invalid("A text has at most \(longestText) characters", .textTooLong)
    }
    return text.isBlank ? "" : text
  }
}
