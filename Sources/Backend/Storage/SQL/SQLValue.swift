/// A value that both databases store alike.
public enum SQLValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case text(String)
}

/// A value that can stand in a statement's literal, where it becomes a parameter.
protocol SQLBindable {
  var sqlValue: SQLValue { get }
}

extension SQLValue: SQLBindable {
  var sqlValue: SQLValue { self }
}

extension Int64: SQLBindable {
  var sqlValue: SQLValue { .integer(self) }
}

extension Int: SQLBindable {
  var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension String: SQLBindable {
  var sqlValue: SQLValue { .text(self) }
}

extension Bool: SQLBindable {
  var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}
