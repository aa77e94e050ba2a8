/// One row of an answer; columns are counted from zero.
public struct Row: Equatable, Sendable {
  public let values: [SQLValue]

  public init(_ values: [SQLValue]) { self.values = values }

  public func integer(_ column: Int) throws(StorageError) -> Int64 {
    guard case .integer(let value)? = value(column) else { throw unexpected(column) }
    return value
  }

  public func text(_ column: Int) throws(StorageError) -> String {
    guard case .text(let value)? = value(column) else { throw unexpected(column) }
    return value
  }

  public func bool(_ column: Int) throws(StorageError) -> Bool { try integer(column) != 0 }

  /// nil for NULL.
  public func optionalInteger(_ column: Int) throws(StorageError) -> Int64? {
    value(column) == .null ? nil : try integer(column)
  }

  /// nil for NULL.
  public func optionalText(_ column: Int) throws(StorageError) -> String? {
    value(column) == .null ? nil : try text(column)
  }

  private func value(_ column: Int) -> SQLValue? {
    values.indices.contains(column) ? values[column] : nil
  }

  private func unexpected(_ column: Int) -> StorageError { .failed("column \(column) is not of the expected type") }
}
