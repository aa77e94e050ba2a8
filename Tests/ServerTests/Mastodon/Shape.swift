import JSON
import Social

/// The shape that a value of the Mastodon API needs for a strict client. It is independent of the server's
/// encoders.
indirect enum Shape: Sendable {
  /// Decimal digits that fit 64 bits, as a string.
  case id
  case text
  case whole
  case decimal
  case bool
  /// Exactly the form `2026-11-21T06:04:13.000Z`.
  case date
  /// An absolute http or https URL.
  case url
  case oneOf([String])
  case orNull(Shape)
  case list(Shape)
  case emptyList
  case null
  /// All of these members, each once; others are allowed.
  case object([(String, Shape)])

  /// Returns the faults of a value, each with its path; empty if the value fits.
  func problems(in json: JSON?, at place: String = "$") -> [String] {
    guard let json else { return ["\(place) is missing"] }
    switch self {
    case .orNull(let shape): return json == .null ? [] : shape.problems(in: json, at: place)
    case .list(let shape):
      guard let items = json.array else { return ["\(place) is no array"] }
      return items.enumerated().flatMap { shape.problems(in: $1, at: "\(place)[\($0)]") }
    case .object(let members): return Self.problems(ofMembers: members, in: json, at: place)
    default: return matches(json) ? [] : ["\(place) is not \(self): \(json)"]
    }
  }

  private static func problems(ofMembers members: [(String, Shape)], in json: JSON, at place: String)
    -> [String]
  {
    guard let found = json.members else { return ["\(place) is no object"] }
    var problems: [String] = []
    for name in Set(found.map { $0.name }) where found.count(where: { $0.name == name }) > 1 {
      problems.append("\(place).\(name) is there twice")
    }
    for (name, shape) in members { problems += shape.problems(in: json[name], at: "\(place).\(name)") }
    return problems
  }

  private func matches(_ json: JSON) -> Bool {
    switch self {
    case .id: json.string.map { Int64($0) != nil && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } } ?? false
    case .text: json.string != nil
    case .whole: json.int64 != nil
    case .decimal: if case .number = json { true } else { false }
    case .bool: json.bool != nil
    case .date: json.string.map(Self.isDate) ?? false
    case .url: json.string.map(Self.isURL) ?? false
    case .oneOf(let values): json.string.map(values.contains) ?? false
    case .emptyList: json == .array([])
    case .null: json == .null
    case .orNull, .list, .object: false
    }
  }

  private static func isDate(_ text: String) -> Bool {
    let pattern = Array("dddd-dd-ddTdd:dd:dd.dddZ".utf8)
    let bytes = Array(text.utf8)
    return bytes.count == pattern.count && Timestamp(iso8601: text) != nil
      && zip(bytes, pattern).allSatisfy { $1 == UInt8(ascii: "d") ? 0x30...0x39 ~= $0 : $0 == $1 }
  }

  /// RFC 3986: a host; no white space, no quotes, only ASCII.
  private static func isURL(_ text: String) -> Bool {
    guard let rest = ["https://", "http://"].first(where: text.hasPrefix).map({ text.dropFirst($0.count) })
    else {
      return false
    }
    let forbidden = Array("\"<>\\^`{|} ".utf8)
    return rest.first != "/" && !rest.isEmpty
      && rest.utf8.allSatisfy { 0x20..<0x7F ~= $0 && !forbidden.contains($0) }
  }
}
