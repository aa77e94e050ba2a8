import CPostgres

/// The result of a statement, freed with its last reference.
final class PostgresResult {
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { swiftlet_pg_free(pointer) }

  /// The number of changed rows.
  var changed: Int { Int(swiftlet_pg_changed(pointer)) }

  var rows: [Row] {
    let kinds = (0..<swiftlet_pg_columns(pointer)).map { Kind(type: swiftlet_pg_type(pointer, $0)) }
    return (0..<swiftlet_pg_rows(pointer)).map { row in
      Row(kinds.enumerated().map { value(row, Int32($0.offset), $0.element) })
    }
  }

  /// Returns the only value of the first row; `nil` without a row or for NULL.
  func integer() throws(StorageError) -> Int64? {
    guard let row = rows.first else { return nil }
    return try row.read { row in try row.optionalInteger() }
  }

  func text() throws(StorageError) -> String? {
    guard let row = rows.first else { return nil }
    return try row.read { row in try row.optionalText() }
  }

  private enum Kind {
    case boolean, integer, text

    /// Maps an OID of `pg_type`: bool, int8, int2, int4, and numeric, the type of sums of int8.
    init(type: UInt32) {
      switch type {
      case 16: self = .boolean
      case 20, 21, 23, 1700: self = .integer
      default: self = .text
      }
    }
  }

  private func value(_ row: Int32, _ column: Int32, _ kind: Kind) -> SQLValue {
    var length: Int32 = 0
    guard let start = swiftlet_pg_value(pointer, row, column, &length) else { return .null }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(length))
    switch kind {
    case .boolean: return .integer(bytes.first == UInt8(ascii: "t") ? 1 : 0)
    case .integer: return Self.integer(bytes).map { .integer($0) } ?? .null
    case .text: return .text(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Returns `nil` for a value that isn't a 64-bit integer; SQLite's floating-point numbers become NULL
  /// alike.
  private static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    var value: Int64 = 0
    let isNegative = bytes.first == UInt8(ascii: "-")
    guard bytes.count > (isNegative ? 1 : 0) else { return nil }
    for byte in bytes.dropFirst(isNegative ? 1 : 0) {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let digit = Int64(byte - UInt8(ascii: "0"))
      // Subtracts, because the smallest number has no positive counterpart.
      let (next, isOver) = tens.subtractingReportingOverflow(digit)
      guard !isTooLarge, !isOver else { return nil }
      value = next
    }
    guard !isNegative else { return value }
    return value == .min ? nil : -value
  }
}

extension SQLValue {
  /// The OID of the type in `pg_type`; 0 if the position decides.
  var postgresType: UInt32 {
    switch self {
    case .null: 0
    case .integer: 20
    case .text: 25
    }
  }
}

/// The values of a statement's parameters in one block of memory.
struct PostgresArguments {
  private var bytes: [UInt8] = []
  /// The offset of each value; `nil` for NULL.
  private var starts: [Int?] = []
  private var lengths: [Int32] = []
  /// The format of each value; 1 (binary) for texts, whose bytes are sent as they are.
  private var formats: [Int32] = []

  /// Truncates texts at a zero character, which PostgreSQL doesn't store; SQLite's texts end there when they
  /// are read.
  init(_ values: [SQLValue]) {
    for value in values {
      switch value {
      case .null:
        starts.append(nil)
        lengths.append(0)
        formats.append(0)
      case .integer(let number): append(String(number), format: 0)
      case .text(let text): append(text, format: 1)
      }
    }
  }

  private mutating func append(_ text: String, format: Int32) {
    let start = bytes.count
    starts.append(start)
    formats.append(format)
    bytes.append(contentsOf: text.utf8.prefix { $0 != 0 })
    lengths.append(Int32(bytes.count - start))
    bytes.append(0)
  }

  func withPointers<Value>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Value
  ) -> Value {
    bytes.withUnsafeBytes { memory in
      let base = memory.baseAddress?.assumingMemoryBound(to: CChar.self)
      let pointers = starts.map { start in start.flatMap { start in base.map { $0 + start } } }
      return pointers.withUnsafeBufferPointer { pointers in
        lengths.withUnsafeBufferPointer { lengths in
          formats.withUnsafeBufferPointer { formats in
            body(pointers.baseAddress, lengths.baseAddress, formats.baseAddress)
          }
        }
      }
    }
  }
}
