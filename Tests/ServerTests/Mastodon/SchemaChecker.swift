import JSON

/// Checks responses against the schemas of the API's own description (OpenAPI 3.0.3, "Schema Object").
struct SchemaChecker {
  let description: JSON

  /// Returns the faults, each with its path.
  func problems(in value: JSON?, schema: JSON?, at place: String = "$") -> [String] {
    guard let schema, let value else { return ["\(place) is missing, or has no schema"] }
    if let name = schema["$ref"]?.string?.split(separator: "/").last {
      return problems(in: value, schema: description["components"]?["schemas"]?[String(name)], at: place)
    }
    if value == .null, schema["nullable"]?.bool == true { return [] }
    if let alternatives = schema["allOf"]?.array {
      return alternatives.flatMap { problems(in: value, schema: $0, at: place) }
    }
    switch schema["type"]?.string {
    case nil: return []
    case "object": return objectProblems(in: value, schema, at: place)
    case "array":
      guard let items = value.array else { return ["\(place) is no array"] }
      return items.enumerated().flatMap { problems(in: $1, schema: schema["items"], at: "\(place)[\($0)]") }
    case "string": return stringProblems(in: value, schema, at: place)
    case "boolean": return value.bool == nil ? ["\(place) is no boolean: \(value)"] : []
    case "integer": return value.int64 == nil ? ["\(place) is no integer: \(value)"] : []
    case "number": if case .number = value { return [] } else { return ["\(place) is no number: \(value)"] }
    case let type?: return ["\(place) is of an unknown type \(type)"]
    }
  }

  private func objectProblems(in value: JSON, _ schema: JSON, at place: String) -> [String] {
    guard let members = value.members else { return ["\(place) is no object"] }
    let required = (schema["required"]?.array ?? []).compactMap { $0.string }
    let missing = required.filter { value[$0] == nil }.map { "\(place).\($0) is missing" }
    guard let properties = schema["properties"] else { return missing }
    return missing
      + members.flatMap { member in
        properties[member.name] == nil
          ? ["\(place).\(member.name) is not described"]
          : problems(in: member.value, schema: properties[member.name], at: "\(place).\(member.name)")
      }
  }

  private func stringProblems(in value: JSON, _ schema: JSON, at place: String) -> [String] {
    guard let text = value.string else { return ["\(place) is no string: \(value)"] }
    if let choices = schema["enum"]?.array, !choices.contains(.string(text)) {
      return ["\(place) is none of the choices: \(text)"]
    }
    if schema["pattern"] != nil, Int64(text) == nil { return ["\(place) is no id: \(text)"] }
    return []
  }
}
