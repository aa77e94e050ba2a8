/// Whole numbers as ASCII digits.
enum Decimal {
  /// Reads 1 to 15 digits after an optional minus; `nil` for anything else. Fifteen digits fit 64 bits with
  /// room for arithmetic, and suffice for the times of 30,000 years.
  static func integer(_ bytes: ArraySlice<UInt8>) -> Int64? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    let digits = isNegative ? bytes.dropFirst() : bytes
    guard !digits.isEmpty, digits.count <= 15 else { return nil }
    var value: Int64 = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return isNegative ? -value : value
  }

  static func append(_ value: Int64, to bytes: inout [UInt8]) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }
}
