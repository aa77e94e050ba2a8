/// A value that every database stores alike.
public enum SQLValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case text(String)

  public init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }

  public init(_ value: String?) { self = value.map { .text($0) } ?? .null }

  public init(_ value: Bool) { self = .integer(value ? 1 : 0) }
}

/// SQL that SQLite and PostgreSQL both take, and the values of its parameters.
///
/// Parameters are `$1`, `$2` …, numbered in the order in which they first appear. Values never become
/// part of the text, so that a statement is prepared once and nothing can be injected.
public struct Statement: Equatable, Sendable {
  public private(set) var sql: String
  public private(set) var arguments: [SQLValue]

  public init(_ sql: String, _ arguments: SQLValue...) {
    self.sql = sql
    self.arguments = arguments
  }

  /// Adds a piece of SQL.
  mutating func append(_ piece: String) { sql += piece }

  /// Adds a value, and returns the parameter that stands for it.
  mutating func parameter(_ value: SQLValue) -> String {
    arguments.append(value)
    return "$\(arguments.count)"
  }
}
