public import JSON
public import Social

/// Encodes and decodes focal points, from -1.0 to 1.0 (docs.joinmastodon.org/api/guidelines/#focal-points).
extension Picture.Focus {
  /// The focal point as a request parameter: `-0.500,0.250`.
  public var text: String { Self.decimal(x) + "," + Self.decimal(y) }

  /// Writes `{"x":-0.500,"y":0.250}`.
  public func write(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("x")
      writer.json(Array(Self.decimal(x).utf8))
      writer.name("y")
      writer.json(Array(Self.decimal(y).utf8))
    }
  }

  /// Returns `nil` unless there are two numbers without exponents.
  init?(_ json: JSON?) {
    guard case .number(let x)? = json?["x"], case .number(let y)? = json?["y"],
      let x = Self.thousandths(x.text),
      let y = Self.thousandths(y.text)
    else { return nil }
    self.init(x: x, y: y)
  }

  private static func decimal(_ thousandths: Int) -> String {
    let size = abs(thousandths)
    let digits = Array("\(size % 1000 + 1000)".utf8).dropFirst()
    return (thousandths < 0 ? "-" : "") + "\(size / 1000)." + String(decoding: digits, as: UTF8.self)
  }

  /// Truncates after the third decimal place.
  private static func thousandths(_ text: String) -> Int? {
    var value = 0
    var places: Int?
    let isNegative = Array(text.utf8).first == UInt8(ascii: "-")
    for byte in Array(text.utf8).dropFirst(isNegative ? 1 : 0) {
      if byte == UInt8(ascii: "."), places == nil {
        places = 0
      } else if 0x30...0x39 ~= byte {
        guard places ?? 0 < 3, value < 100_000 else { continue }
        value = value * 10 + Int(byte - 0x30)
        places = places.map { $0 + 1 }
      } else {
        return nil
      }
    }
    for _ in (places ?? 0)..<3 { value *= 10 }
    return isNegative ? -value : value
  }
}
