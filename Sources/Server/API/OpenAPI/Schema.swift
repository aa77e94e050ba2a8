import JSON

/// What a value looks like: a part of JSON Schema, as OpenAPI 3.0 writes it.
indirect enum Schema: Equatable, Sendable {
  /// Anything at all.
  case any
  case string
  /// Decimal digits that fit 64 bits.
  case identifier
  /// `2026-11-21T06:04:13.000Z`
  case date
  /// Absolute.
  case url
  /// RFC 9562 section 4.
  case uuid
  case integer
  case number
  case boolean
  /// One of these texts.
  case choice([String])
  case array(Schema)
  case object([Member])
  /// A file of a multipart form.
  case file
  case nullable(Schema)
  /// An entry of `API.schemas`.
  case reference(String)

  struct Member: Equatable, Sendable {
    var name: String
    var schema: Schema
    /// May be missing (in answers: rule 8 says that every key is there).
    var isOptional: Bool

    init(_ name: String, _ schema: Schema, isOptional: Bool = false) {
      self.name = name
      self.schema = schema
      self.isOptional = isOptional
    }
  }

  /// Whether a parameter can be meant like that: forms have texts only, and some clients write numbers as texts.
  func admits(_ value: JSON) -> Bool {
    switch self {
    case .any, .reference, .file: return true
    case .string, .date, .url, .uuid, .choice:
      if case .array = value { return false }
      if case .object = value { return false }
      return true
    case .identifier, .integer:
      if let text = value.string { return text.isEmpty || Int64(digits: Array(text.utf8)[...]) != nil }
      return value.int64 != nil
    case .number:
      if let text = value.string { return text.isEmpty || Double(text)?.isFinite ?? false }
      if case .number = value { return true }
      return false
    case .boolean:
      if let text = value.string { return Self.booleans.contains(text.lowercased()) }
      return value.bool != nil || value.int64 == 0 || value.int64 == 1
    case .array(let element):
      guard let values = value.array else { return value.members != nil || element.admits(value) }
      return values.allSatisfy { element.admits($0) }
    case .object: return value.members != nil
    case .nullable(let schema): return value == .null || schema.admits(value)
    }
  }

  private static let booleans: Set = ["true", "false", "1", "0", "on", "off", "t", "f", "yes", "no", ""]

  /// For "is not …".
  var words: String {
    switch self {
    case .any, .reference, .string, .choice: "a text"
    case .identifier: "an id"
    case .date: "a date"
    case .url: "a URL"
    case .uuid: "a UUID"
    case .integer: "a whole number"
    case .number: "a number"
    case .boolean: "true or false"
    case .array: "a list"
    case .object: "an object"
    case .file: "a file"
    case .nullable(let schema): schema.words
    }
  }
}
