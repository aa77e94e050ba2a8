/// SQL that SQLite and PostgreSQL both take, and the values of its parameters.
///
/// Written as a literal: `"SELECT post FROM pins WHERE account = \(account)"`. What stands in it becomes a parameter
/// (`$1`, `$2` …, in the order in which they are bound), a list becomes several (`IN \(ids)`). Only `SQL`, which is the
/// program's own, becomes part of the text: so a statement is prepared once, and nothing can be injected.
public struct Statement: Equatable, Sendable, ExpressibleByStringInterpolation {
  public private(set) var sql: String
  public private(set) var arguments: [SQLValue] = []

  public init(stringLiteral sql: String) { self.sql = sql }

  public init(stringInterpolation piece: StringInterpolation) {
    sql = ""
    sql.reserveCapacity(piece.capacity)
    append(piece)
  }

  /// The same with other values.
  func with(_ arguments: [SQLValue]) -> Statement {
    var statement = self
    statement.arguments = arguments
    return statement
  }

  /// SQL that was made elsewhere, without parameters.
  init(raw sql: String) { self.sql = sql }

  /// - Parameters:
  ///   - value: what the statement needs several times: `Statement(with: id) { "… \($0) … \($0)" }`.
  ///   - piece: gets the parameter that stands for the value.
  init(with value: some SQLBindable, _ piece: (SQL) -> Piece) {
    sql = ""
    append(piece(bind(value)))
  }

  /// Adds a piece of SQL, with its values.
  mutating func append(_ piece: Piece) { append(piece.interpolation) }

  /// Adds a value, and returns the parameter that stands for it. nil is NULL.
  mutating func bind(_ value: (some SQLBindable)?) -> SQL {
    arguments.append(value?.sqlValue ?? .null)
    return SQL(raw: "$\(arguments.count)")
  }

  /// A parameter for an id, of a type that PostgreSQL knows wherever it stands.
  mutating func identifier(_ id: Int64) -> SQL { "CAST(\(bind(id)) AS BIGINT)" }

  /// What stands behind `LIKE` to find the text, which is in lower case, in something in lower case, anywhere or at the
  /// beginning; wildcards in it are letters like others.
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

  /// What a literal is made of. Its parameters get their numbers when it is known what stands before them.
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

    /// nil is NULL.
    mutating func appendInterpolation(_ value: (some SQLBindable)?) { appendInterpolation(value?.sqlValue ?? .null) }

    /// For `IN`.
    mutating func appendInterpolation(_ values: [some SQLBindable]) {
      capacity += 8 * values.count
      parts.append(.list(values.map(\.sqlValue)))
    }

    mutating func appendInterpolation(_ sql: SQL) { appendInterpolation(raw: sql.text) }

    mutating func appendInterpolation(_ piece: Piece) {
      capacity += piece.interpolation.capacity
      parts += piece.interpolation.parts
    }

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

  /// The values in brackets. They are repeated up to a power of two, so that few different statements are prepared.
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
