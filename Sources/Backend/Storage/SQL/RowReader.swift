/// One row of a result; a `RowReader` reads its values.
public struct Row: Equatable, Sendable {
  public let values: [SQLValue]

  public init(_ values: [SQLValue]) { self.values = values }
}

/// Reads the columns of a row one after the other, in the order in which the statement selects them.
///
/// A type that represents some columns lists them (`static let columns`), and its `init` takes a `RowReader`
/// and reads them in that order. The types of a join are read one after the other, so that no code counts
/// columns.
struct RowReader {
  private let values: [SQLValue]
  private var column = 0

  init(_ row: Row) { values = row.values }

  mutating func integer() throws(StorageError) -> Int64 {
    guard case .integer(let value) = try next() else { throw unexpected("an integer") }
    return value
  }

  mutating func text() throws(StorageError) -> String {
    guard case .text(let value) = try next() else { throw unexpected("a text") }
    return value
  }

  mutating func bool() throws(StorageError) -> Bool { try integer() != 0 }

  /// Reads a count.
  mutating func int() throws(StorageError) -> Int { Int(try integer()) }

  /// Reads an integer; `nil` for NULL.
  mutating func optionalInteger() throws(StorageError) -> Int64? {
    switch try next() {
    case .null: nil
    case .integer(let value): value
    case .text: throw unexpected("an integer or NULL")
    }
  }

  /// Reads a text; `nil` for NULL.
  mutating func optionalText() throws(StorageError) -> String? {
    switch try next() {
    case .null: nil
    case .text(let value): value
    case .integer: throw unexpected("a text or NULL")
    }
  }

  /// Skips columns, whatever they hold.
  mutating func skip(_ count: Int = 1) { column += count }

  private mutating func next() throws(StorageError) -> SQLValue {
    guard values.indices.contains(column) else {
      throw .failed("column \(column) was read of \(values.count)")
    }
    column += 1
    return values[column - 1]
  }

  /// Makes an error that counts columns from zero.
  private func unexpected(_ kind: String) -> StorageError { .failed("column \(column - 1) is not \(kind)") }
}

extension Row {
  /// Reads the row with `body`.
  ///
  /// - Parameter body: throws the reader's errors. It isn't declared so, as every closure would have to
  ///   repeat that.
  func read<Value>(_ body: (inout RowReader) throws -> Value) throws(StorageError) -> Value {
    var reader = RowReader(self)
    do {
      return try body(&reader)
    } catch let error as StorageError {
      throw error
    } catch {
      throw .failed("a row could not be read: \(error)")
    }
  }
}

extension [Row] {
  func read<Value>(_ body: (inout RowReader) throws -> Value) throws(StorageError) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(count)
    for row in self { values.append(try row.read(body)) }
    return values
  }
}

// Inlined, so that the rows of a statement are read by code that knows the types of connection and value.
extension DatabaseConnection {
  /// Reads every row with `body`.
  @inline(__always)
  func rows<Value>(
    _ statement: Statement, _ body: (inout RowReader) throws -> Value
  ) throws(StorageError) -> [Value] {
    try rows(statement).read(body)
  }

  /// Calls `body` with every row.
  @inline(__always)
  func forEach(
    _ statement: Statement, _ body: (inout RowReader) throws -> Void
  ) throws(StorageError) {
    for row in try rows(statement) { try row.read(body) }
  }

  /// Reads the first row with `body`; returns `nil` if the result has no rows.
  @inline(__always)
  func first<Value>(
    _ statement: Statement, _ body: (inout RowReader) throws -> Value
  ) throws(StorageError) -> Value? {
    guard let row = try rows(statement).first else { return nil }
    return try row.read(body)
  }

  /// Returns the integers of the only column.
  func integers(_ statement: Statement) throws(StorageError) -> [Int64] {
    try rows(statement) { row in try row.integer() }
  }

  func texts(_ statement: Statement) throws(StorageError) -> [String] {
    try rows(statement) { row in try row.text() }
  }

  /// Returns the only value of the first row; `nil` without a row or for NULL.
  func integer(_ statement: Statement) throws(StorageError) -> Int64? {
    try first(statement) { row in try row.optionalInteger() } ?? nil
  }

  func text(_ statement: Statement) throws(StorageError) -> String? {
    try first(statement) { row in try row.optionalText() } ?? nil
  }

  /// Returns the result of a `count(*)`.
  func count(_ statement: Statement) throws(StorageError) -> Int { Int(try integer(statement) ?? 0) }

  /// Returns true if the statement finds a row.
  func has(_ statement: Statement) throws(StorageError) -> Bool { try !rows(statement).isEmpty }
}
