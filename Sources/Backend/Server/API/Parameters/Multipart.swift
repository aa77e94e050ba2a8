#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Parses `multipart/form-data` (RFC 7578; the framing is RFC 2046 section 5.1) while it arrives. Of a part's
/// bytes it holds only the last received piece.
struct Multipart {
  /// The head of a part.
  struct Head: Equatable {
    let name: String
    /// The file name; `nil` for fields. Files may lack one, too (RFC 7578 section 4.2).
    let fileName: String?
    let type: String

    /// True if the part is a file according to its head.
    var isFile: Bool {
      fileName != nil
        || !["text/", "application/json", "multipart/"].contains { type.lowercased().hasPrefix($0) }
    }
  }

  enum Event: Equatable {
    case begins(Head)
    /// More bytes of the part that began last.
    case bytes([UInt8])
    case ends
  }

  static let maxParts = 200
  static let maxHeadBytes = 8 << 10

  private enum Place {
    /// Before the first delimiter, or between the delimiters of two parts.
    case preamble
    /// Directly after a delimiter.
    case delimiter
    case head
    /// After the head. Its final line break isn't consumed yet, because it may belong to the delimiter.
    case bodyStart
    case body
    case epilogue
  }

  private let delimiter: [UInt8]
  private var place = Place.preamble
  private var parts = 0
  /// Received bytes that aren't parsed yet. The first delimiter stands at the very beginning. The line break
  /// in front makes it look like the others.
  private var pending: [UInt8] = [0x0D, 0x0A]

  /// Returns `nil` if the content type has no boundary, or one that RFC 2046 forbids.
  init?(contentType: String) {
    guard let boundary = Self.parameter("boundary", of: contentType), 1...70 ~= boundary.utf8.count else {
      return nil
    }
    delimiter = Array("\r\n--\(boundary)".utf8)
  }

  /// - Returns: The events that are complete now, in their order.
  mutating func take(_ bytes: some Sequence<UInt8>) throws(RequestError) -> [Event] {
    guard place != .epilogue else { return [] }
    pending += bytes
    var events: [Event] = []
    while try step(&events) {}
    return events
  }

  /// Checks that the form is complete, at the end of the body.
  func finish() throws(RequestError) {
    guard place == .epilogue else { throw Self.broken }
  }

  /// Returns true if the parser has moved to another state.
  private mutating func step(_ events: inout [Event]) throws(RequestError) -> Bool {
    switch place {
    case .epilogue:
      pending = []
      return false
    case .preamble:
      guard let found = position(of: delimiter) else {
        pending.removeFirst(max(0, pending.count - delimiter.count + 1))
        return false
      }
      return go(to: .delimiter, behind: found + delimiter.count)
    case .delimiter: return try stepOverDelimiter()
    case .head:
      guard let end = position(of: [0x0D, 0x0A, 0x0D, 0x0A]) else {
        guard pending.count <= Self.maxHeadBytes else { throw Self.broken }
        return false
      }
      guard end <= Self.maxHeadBytes else { throw Self.broken }
      events.append(.begins(try Self.head(end > 2 ? pending[2..<end] : [])))
      return go(to: .bodyStart, behind: end + 2)
    case .bodyStart:
      if pending.starts(with: delimiter) {
        events.append(.ends)
        return go(to: .delimiter, behind: delimiter.count)
      }
      // Wait if the bytes may still become a delimiter.
      guard !delimiter.starts(with: pending) else { return false }
      return go(to: .body, behind: 2)
    case .body:
      guard let found = position(of: delimiter) else {
        pass(on: max(0, pending.count - delimiter.count + 1), &events)
        return false
      }
      pass(on: found, &events)
      events.append(.ends)
      return go(to: .delimiter, behind: delimiter.count)
    }
  }

  private mutating func stepOverDelimiter() throws(RequestError) -> Bool {
    let lineEnd: [UInt8] = [0x0D, 0x0A]
    if pending.starts(with: [UInt8(ascii: "-"), UInt8(ascii: "-")]) {
      return go(to: .epilogue, behind: pending.count)
    }
    // Padding after the boundary (RFC 2046: "transport-padding").
    guard let start = pending.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }) else {
      guard pending.count <= Self.maxHeadBytes else { throw Self.broken }
      return false
    }
    if pending[start...].starts(with: lineEnd) {
      parts += 1
      guard parts <= Self.maxParts else { throw Self.broken }
      return go(to: .head, behind: start)
    }
    let isUnclear = lineEnd.starts(with: pending[start...]) || start == 0 && pending == [UInt8(ascii: "-")]
    guard isUnclear else { throw Self.broken }
    return false
  }

  private mutating func go(to next: Place, behind count: Int) -> Bool {
    pending.removeFirst(count)
    place = next
    return true
  }

  private mutating func pass(on count: Int, _ events: inout [Event]) {
    guard count > 0 else { return }
    events.append(.bytes(Array(pending[..<count])))
    pending.removeFirst(count)
  }

  private func position(of needle: [UInt8]) -> Int? {
    guard let first = needle.first else { return nil }
    return pending.withUnsafeBytes { bytes -> Int? in
      guard let start = bytes.baseAddress else { return nil }
      var place = 0
      while place <= bytes.count - needle.count {
        guard let found = memchr(start + place, Int32(first), bytes.count - needle.count + 1 - place) else {
          return nil
        }
        place = UnsafeRawPointer(found) - start
        if memcmp(start + place, needle, needle.count) == 0 { return place }
        place += 1
      }
      return nil
    }
  }

  private static var broken: RequestError { .malformed("The multipart body can't be read") }

  private static func head(_ bytes: ArraySlice<UInt8>) throws(RequestError) -> Head {
    // Some clients send file names in Latin-1.
    let head =
      String(validating: bytes, as: UTF8.self)
      ?? bytes.reduce(into: "") { $0.unicodeScalars.append(UnicodeScalar($1)) }
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
    // Some clients write `attachment`, as in e-mail; only the name matters.
    guard let name = parameter("name", of: disposition) else {
      throw .malformed(
        "A part of the multipart form has no name (Content-Disposition: form-data; name=\"…\")")
    }
    let fileName =
      parameter("filename", of: disposition) ?? parameter("filename*", of: disposition).map(decoded)
    return Head(name: name, fileName: fileName, type: type)
  }

  /// Decodes `UTF-8''na%C3%AFve.png` (RFC 5987 section 3.2); other values stay unchanged.
  private static func decoded(_ value: String) -> String {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return value }
    return percentDecoded(parts[2]) ?? String(parts[2])
  }

  /// Returns a parameter of a field's value, with or without quotes. Browsers write `%22` for a quote in it.
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
