/// SQL that SQLite and PostgreSQL both take, with the values of its parameters.
///
/// It is written as a literal: `"SELECT post FROM pins WHERE account = \(account)"`. An interpolated value
/// becomes a parameter (`$1`, `$2` …, in the order of binding), a list becomes several (`IN \(ids)`). Only
/// `SQL`, which is the program's own, becomes part of the text. So a statement is prepared once, and nothing
/// can be injected.
public struct Statement: Equatable, Sendable, ExpressibleByStringInterpolation {
  public private(set) var sql: String
  public private(set) var arguments: [SQLValue] = []

  public init(stringLiteral sql: String) { self.sql = sql }

  public init(stringInterpolation piece: StringInterpolation) {
    sql = ""
    sql.reserveCapacity(piece.capacity)
    append(piece)
  }

  /// Returns the same statement with other values.
  func with(_ arguments: [SQLValue]) -> Statement {
    var statement = self
    statement.arguments = arguments
    return statement
  }

  /// Takes SQL that was made elsewhere, without parameters.
  init(raw sql: String) { self.sql = sql }

  /// Makes a statement that uses one value several times.
  ///
  /// - Parameters:
  ///   - value: the value, as in `Statement(with: id) { "… \($0) … \($0)" }`.
  ///   - piece: receives the parameter that stands for the value.
  init(with value: some SQLBindable, _ piece: (SQL) -> Piece) {
    sql = ""
    append(piece(bind(value)))
  }

  /// Adds a piece of SQL with its values.
  mutating func append(_ piece: Piece) { append(piece.interpolation) }

  /// Adds a value (`nil` is NULL), and returns its parameter.
  mutating func bind(_ value: (some SQLBindable)?) -> SQL {
    arguments.append(value?.sqlValue ?? .null)
    return SQL(raw: "$\(arguments.count)")
  }

  /// Adds an id, and returns its parameter with a cast, so that PostgreSQL always knows the type.
  mutating func identifier(_ id: Int64) -> SQL { "CAST(\(bind(id)) AS BIGINT)" }

  /// Makes the operand of `LIKE` that finds `text` in another text, anywhere or at the beginning. Both are in
  /// lower case; wildcards in `text` match literally.
  mutating func pattern(_ text: String, anywhere: Bool) -> SQL {
    var escaped = anywhere ? "%" : ""
    for scalar in text.unicodeScalars {
      if "%_!".unicodeScalars.contains(scalar) { escaped += "!" }
      escaped.unicodeScalars.append(scalar)
    }
    return "\(bind(escaped + "%")) ESCAPE '!'"
  }
}

extension Statement {
  /// A part of a statement, written like one.
  struct Piece: Sendable, ExpressibleByStringInterpolation {
    fileprivate let interpolation: StringInterpolation

    init(stringLiteral sql: String) {
      var interpolation = StringInterpolation(literalCapacity: sql.utf8.count, interpolationCount: 0)
      interpolation.appendLiteral(sql)
      self.interpolation = interpolation
    }

    init(stringInterpolation: StringInterpolation) { interpolation = stringInterpolation }
  }

  /// The parts of a literal. Parameters get their numbers later, when the parameters before them are known.
  public struct StringInterpolation: Sendable, StringInterpolationProtocol {
    fileprivate enum Part: Sendable {
      case text(String)
      case value(SQLValue)
      case list([SQLValue])
    }

    fileprivate private(set) var parts: [Part] = []
    fileprivate private(set) var capacity: Int

    public init(literalCapacity: Int, interpolationCount: Int) {
      capacity = literalCapacity
      parts.reserveCapacity(2 * interpolationCount + 1)
    }

    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(.text(literal)) }
    }

    public mutating func appendInterpolation(_ value: SQLValue) {
      capacity += 4
      parts.append(.value(value))
    }

    /// Adds a value; `nil` is NULL.
    mutating func appendInterpolation(_ value: (some SQLBindable)?) {
      appendInterpolation(value?.sqlValue ?? .null)
    }

    /// Adds a list for `IN`.
    mutating func appendInterpolation(_ values: [some SQLBindable]) {
      capacity += 8 * values.count
      parts.append(.list(values.map(\.sqlValue)))
    }

    mutating func appendInterpolation(_ sql: SQL) { appendInterpolation(raw: sql.text) }

    mutating func appendInterpolation(_ piece: Piece) {
      capacity += piece.interpolation.capacity
      parts += piece.interpolation.parts
    }

    /// Adds SQL as it is.
    ///
    /// - Parameter raw: SQL that the program itself wrote.
    mutating func appendInterpolation(raw: String) {
      capacity += raw.utf8.count
      parts.append(.text(raw))
    }
  }

  private mutating func append(_ piece: StringInterpolation) {
    for part in piece.parts {
      switch part {
      case .text(let text): sql += text
      case .value(let value): place(value)
      case .list(let values): place(values)
      }
    }
  }

  private mutating func place(_ value: SQLValue) {
    arguments.append(value)
    sql += "$"
    sql += String(arguments.count)
  }

  /// Adds the values in brackets, repeating the last one up to a power of two, so that few different
  /// statements are prepared.
  private mutating func place(_ values: [SQLValue]) {
    guard let last = values.last else {
      sql += "(NULL)"
      return
    }
    var length = 1
    while length < values.count { length *= 2 }
    for index in 0..<length {
      sql += index == 0 ? "(" : ", "
      place(index < values.count ? values[index] : last)
    }
    sql += ")"
  }
}
