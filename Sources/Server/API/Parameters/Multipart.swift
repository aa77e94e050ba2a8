/// Reads `multipart/form-data` (RFC 7578; the framing is RFC 2046 section 5.1) from a body that is in memory.
struct Multipart {
  struct Part: Equatable {
    let name: String
    /// nil: a field, not a file.
    let fileName: String?
    let type: String
    let bytes: ArraySlice<UInt8>
  }

  static let maximumParts = 200
  static let maximumHeadBytes = 8 << 10

  private let body: [UInt8]
  private let delimiter: [UInt8]

  /// nil if the content type has no boundary, or one that RFC 2046 does not allow.
  init?(_ body: [UInt8], contentType: String) {
    guard let boundary = Self.parameter("boundary", of: contentType), 1...70 ~= boundary.utf8.count else { return nil }
    // The first delimiter stands at the very beginning: with a line break before it, all are found alike.
    self.body = [0x0D, 0x0A] + body
    delimiter = Array("\r\n--\(boundary)".utf8)
  }

  func parts() throws(RequestError) -> [Part] {
    guard let first = position(of: delimiter, from: 0) else { throw Self.broken }
    var parts: [Part] = []
    var place = first + delimiter.count
    while true {
      let rest = body[place...]
      if rest.starts(with: [UInt8(ascii: "-"), UInt8(ascii: "-")]) { return parts }
      // Padding after the boundary (RFC 2046: "transport-padding").
      let start = rest.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? body.endIndex
      guard body[start...].starts(with: [0x0D, 0x0A]), parts.count < Self.maximumParts,
        let headEnd = position(of: [0x0D, 0x0A, 0x0D, 0x0A], from: start), headEnd - start <= Self.maximumHeadBytes,
        let end = position(of: delimiter, from: headEnd + 2), end >= headEnd + 4 || end == headEnd + 2
      else { throw Self.broken }
      let head = headEnd > start + 2 ? body[(start + 2)..<headEnd] : []
      parts.append(try Self.part(head: head, bytes: body[min(headEnd + 4, end)..<end]))
      place = end + delimiter.count
    }
  }

  private func position(of needle: [UInt8], from start: Int) -> Int? {
    guard let first = needle.first, body.count >= needle.count else { return nil }
    return body.withUnsafeBufferPointer { body in
      var place = start
      while place <= body.count - needle.count {
        if body[place] == first, (1..<needle.count).allSatisfy({ body[place + $0] == needle[$0] }) { return place }
        place += 1
      }
      return nil
    }
  }

  private static var broken: RequestError { .malformed("The multipart body can't be read") }

  private static func part(head: ArraySlice<UInt8>, bytes: ArraySlice<UInt8>) throws(RequestError) -> Part {
    guard let head = String(validating: head, as: UTF8.self) else { throw broken }
    var disposition = ""
    var type = "text/plain"
    for line in head.split(separator: "\r\n") {
      let field = line.split(separator: ":", maxSplits: 1)
      guard field.count == 2 else { throw broken }
      let value = String(field[1].drop { $0 == " " || $0 == "\t" })
      switch field[0].lowercased() {
      case "content-disposition": disposition = value
      case "content-type": type = value
      default: continue
      }
    }
    guard disposition.lowercased().hasPrefix("form-data"), let name = parameter("name", of: disposition) else {
      throw broken
    }
    return Part(name: name, fileName: parameter("filename", of: disposition), type: type, bytes: bytes)
  }

  /// A parameter of a field's value, with or without quotes; browsers write `%22` for a quote in it.
  static func parameter(_ name: String, of value: String) -> String? {
    var rest = Substring(value)
    while let semicolon = rest.utf8.firstIndex(of: UInt8(ascii: ";")) {
      rest = rest[rest.index(after: semicolon)...].drop { $0 == " " || $0 == "\t" }
      guard let equals = rest.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let key = rest[..<equals].lowercased()
      rest = rest[rest.index(after: equals)...]
      let text: String
      if rest.utf8.first == UInt8(ascii: "\"") {
        guard let (quoted, after) = unquoted(rest.dropFirst()) else { return nil }
        text = quoted
        rest = after
      } else {
        let end = rest.utf8.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
        text = String(rest[..<end].prefix { $0 != " " && $0 != "\t" })
        rest = rest[end...]
      }
      if key == name { return text.replacing("%22", with: "\"") }
    }
    return nil
  }

  private static func unquoted(_ text: Substring) -> (String, Substring)? {
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for index in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[index]
      if isEscaped {
        result.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "\"" {
        return (String(result), text[text.unicodeScalars.index(after: index)...])
      } else {
        result.append(scalar)
      }
    }
    return nil
  }
}
