/// One row of a result; a `RowReader` reads its values.
public struct Row: Equatable, Sendable {
  public let values: [SQLValue]

  public init(_ values: [SQLValue]) { self.values = values }
}
