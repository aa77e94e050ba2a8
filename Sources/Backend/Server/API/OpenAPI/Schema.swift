import JSON

/// The type of a value: a part of JSON Schema, as OpenAPI 3.0 defines it.
indirect enum Schema: Equatable, Sendable {
  /// Any value.
  case any
  case string
  /// Decimal digits that fit 64 bits.
  case identifier
  /// A date such as `2026-11-21T06:04:13.000Z`.
  case date
  /// An absolute URL.
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
  /// A reference to an entry of `API.schemas`.
  case reference(String)

  struct Member: Equatable, Sendable {
    var name: String
    var schema: Schema
    /// True if the member may be missing. In responses rule 8 demands that every key is present.
    var isOptional: Bool

    init(_ name: String, _ schema: Schema, isOptional: Bool = false) {
      self.name = name
      self.schema = schema
      self.isOptional = isOptional
    }
  }

  /// Returns true if a parameter can have this type. Forms contain only texts, and some clients write numbers
  /// as texts.
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

  /// The type in the message "… is not …".
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

extension Schema {
  /// Writes the schema as in OpenAPI 3.0.3 (section "Schema Object").
  func write(to writer: inout JSONWriter) {
    writer.object { writer in members(&writer) }
  }

  private func members(_ writer: inout JSONWriter) {
    switch self {
    case .any: return
    case .string: type("string", &writer)
    case .identifier:
      type("string", &writer)
      writer.name("pattern")
      writer.string("^[0-9]{1,19}$")
    case .date:
      type("string", &writer)
      format("date-time", &writer)
    case .url:
      type("string", &writer)
      format("uri", &writer)
    case .uuid:
      type("string", &writer)
      format("uuid", &writer)
    case .integer: type("integer", &writer)
    case .number: type("number", &writer)
    case .boolean: type("boolean", &writer)
    case .choice(let texts):
      type("string", &writer)
      writer.name("enum")
      writer.array(texts) { $0.string($1) }
    case .array(let element):
      type("array", &writer)
      writer.name("items")
      element.write(to: &writer)
    case .object(let members): object(members, &writer)
    case .file:
      type("string", &writer)
      format("binary", &writer)
    case .nullable(let schema): nullable(schema, &writer)
    case .reference(let name):
      writer.name("$ref")
      writer.string("#/components/schemas/" + name)
    }
  }

  private func type(_ name: String, _ writer: inout JSONWriter) {
    writer.name("type")
    writer.string(name)
  }

  private func format(_ name: String, _ writer: inout JSONWriter) {
    writer.name("format")
    writer.string(name)
  }

  private func nullable(_ schema: Schema, _ writer: inout JSONWriter) {
    // OpenAPI 3.0 ignores everything beside a `$ref`.
    if case .reference = schema {
      writer.name("allOf")
      writer.array([schema]) { $1.write(to: &$0) }
    } else {
      schema.members(&writer)
    }
    writer.name("nullable")
    writer.bool(true)
  }

  private func object(_ members: [Member], _ writer: inout JSONWriter) {
    type("object", &writer)
    guard !members.isEmpty else { return }
    let required = members.filter { !$0.isOptional }.map(\.name)
    if !required.isEmpty {
      writer.name("required")
      writer.array(required) { $0.string($1) }
    }
    writer.name("properties")
    writer.object { writer in
      for member in members {
        writer.name(of: member.name)
        member.schema.write(to: &writer)
      }
    }
  }
}
