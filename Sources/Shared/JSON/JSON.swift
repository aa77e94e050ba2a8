/// A JSON value (RFC 8259).
///
/// Numbers keep their text, so that a 64-bit id loses no digit; objects keep their members in the order of
/// the document.
public indirect enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSON])
  case object([JSONMember])
}

/// One name and its value in an object.
public struct JSONMember: Equatable, Sendable {
  public let name: String
  public let value: JSON

  public init(_ name: String, _ value: JSON) {
    self.name = name
    self.value = value
  }
}

/// The text of a number, as in the document.
public struct JSONNumber: Equatable, Sendable {
  public let text: String

  public init(_ value: Int) { text = "\(value)" }

  public init(_ value: Int64) { text = "\(value)" }

  init(text: String) { self.text = text }

  /// The value, if the text is a whole number without fraction or exponent that fits 64 bits.
  public var int64: Int64? { Int64(digits: Array(text.utf8)[...]) }
}

extension JSON {
  /// Returns the member of that name; `nil` if it is missing or the value isn't an object. Of duplicates, the
  /// last counts.
  public subscript(name: String) -> JSON? {
    @inline(never) get {
      guard case .object(let members) = self else { return nil }
      return members.last { $0.name == name }?.value
    }
  }

  public var string: String? {
    @inline(never) get {
      guard case .string(let value) = self else { return nil }
      return value
    }
  }

  /// Returns the string of the member of that name.
  @inline(never)
  public func text(_ name: String) -> String? { self[name]?.string }

  public var array: [JSON]? {
    @inline(never) get {
      guard case .array(let values) = self else { return nil }
      return values
    }
  }

  public var members: [JSONMember]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  public var int64: Int64? {
    @inline(never) get {
      guard case .number(let number) = self else { return nil }
      return number.int64
    }
  }

  public var int: Int? { @inline(never) get { int64.flatMap { Int(exactly: $0) } } }
}

extension Int64 {
  /// Reads digits after an optional minus. Fails for anything else, and for numbers that don't fit.
  /// `Int64(String)` parses every radix and kind of text, which is more code than the app should contain.
  public init?(digits bytes: ArraySlice<UInt8>) {
    let isNegative = bytes.first == UInt8(ascii: "-")
    let digits = isNegative ? bytes.dropFirst() : bytes
    guard !digits.isEmpty else { return nil }
    var value: Int64 = 0
    for byte in digits {
      guard byte &- 0x30 < 10 else { return nil }
      let digit = Int64(byte - 0x30)
      let (tens, overflows) = value.multipliedReportingOverflow(by: 10)
      // Counts downwards, because the least number has no positive counterpart.
      let (next, overflowsToo) = tens.subtractingReportingOverflow(digit)
      guard !overflows, !overflowsToo else { return nil }
      value = next
    }
    guard !isNegative else {
      self = value
      return
    }
    guard value != .min else { return nil }
    self = -value
  }
}
