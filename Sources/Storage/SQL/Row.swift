/// One row of an answer. What stands in it is read by a `RowReader`.
public struct Row: Equatable, Sendable {
  public let values: [SQLValue]

  public init(_ values: [SQLValue]) { self.values = values }
}
