extension Statement {
  /// The ids in brackets, for `IN`. Repeated up to a power of two, so that few different statements are prepared.
  mutating func list(_ ids: [Int64]) -> String { list(ids.map { .integer($0) }) }

  mutating func list(_ names: [String]) -> String { list(names.map { .text($0) }) }

  private mutating func list(_ values: [SQLValue]) -> String {
    guard let last = values.last else { return "(NULL)" }
    var length = 1
    while length < values.count { length *= 2 }
    let padded = values + Array(repeating: last, count: length - values.count)
    return "(" + padded.map { parameter($0) }.joined(separator: ", ") + ")"
  }

  /// What stands behind `LIKE` to find the text, which is in lower case, in something in lower case, anywhere or at the
  /// beginning; wildcards in it are letters like others.
  mutating func pattern(_ text: String, anywhere: Bool) -> String {
    var escaped = anywhere ? "%" : ""
    for scalar in text.unicodeScalars {
      if "%_!".unicodeScalars.contains(scalar) { escaped += "!" }
      escaped.unicodeScalars.append(scalar)
    }
    return "\(parameter(.text(escaped + "%"))) ESCAPE '!'"
  }
}
