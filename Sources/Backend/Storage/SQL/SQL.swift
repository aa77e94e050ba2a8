/// A piece of SQL that the program itself wrote. User input never becomes one: its literals take only other
/// pieces, and `raw` texts, which are the program's own too.
///
/// Its parameters (`$3`) belong to the statement that it was made for.
struct SQL: Equatable, Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
  private(set) var text: String

  init(raw text: String) { self.text = text }

  init(stringLiteral text: String) { self.text = text }

  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  var description: String { text }

  mutating func append(_ other: SQL) { text += other.text }

  /// A number above all ids.
  static let greatest = SQL(raw: "\(Int64.max)")
  /// A number below all ids, in a form that both databases take.
  static let least = SQL(raw: "\(-Int64.max)")

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation(_ sql: SQL) { text += sql.text }

    mutating func appendInterpolation(raw: String) { text += raw }
  }
}

extension Sequence<SQL> {
  func joined(separator: String = "") -> SQL { SQL(raw: map(\.text).joined(separator: separator)) }
}
