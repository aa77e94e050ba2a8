import JSON

extension Schema {
  /// As OpenAPI 3.0.3 writes it (section "Schema Object").
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
    // Beside a `$ref` nothing else counts in 3.0.
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
