import Foundation

/// Converts host names to ASCII for the domain name system: `bücher.example` becomes `xn--bcher-kva.example`.
///
/// Foundation would need ICU's data for this, which the server is built without (decision 0009). Letters are
/// mapped as in UTS 46, section 4. Rules that only a registrar must check are left out: joiners and the order
/// of writing directions.
enum HostName {
  /// Returns the name in ASCII; `nil` if it can't be a host name.
  static func ascii(_ name: String) -> String? {
    var labels: [String] = []
    for label in mapped(name).split(separator: ".", omittingEmptySubsequences: false) {
      guard let label = ascii(label: label.unicodeScalars) else { return nil }
      labels.append(label)
    }
    let ascii = labels.joined(separator: ".")
    return (1...253).contains(ascii.utf8.count) ? ascii : nil
  }

  /// Maps to lower case and to one spelling of each letter, and turns the full stops of all scripts into `.`.
  private static func mapped(_ name: String) -> String {
    var mapped = String.UnicodeScalarView()
    for scalar in name.lowercased().precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
    where !isIgnored(scalar) {
      mapped.append(scalar == "\u{3002}" ? "." : scalar)
    }
    return String(mapped)
  }

  /// Returns true for invisible code points. Marks for the writing direction are not ignored but refused.
  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isDefaultIgnorableCodePoint && !isJoiner(scalar) && !scalar.properties.isBidiControl
  }

  private static func ascii(label: Substring.UnicodeScalarView) -> String? {
    guard label.allSatisfy(isAllowed), label.first?.properties.generalCategory != .nonspacingMark else {
      return nil
    }
    let encoded = label.allSatisfy(\.isASCII) ? String(label) : "xn--" + Punycode.encode(Array(label))
    return encoded.utf8.count <= 63 ? encoded : nil
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "0"..."9", "-", "_": true
    case "\0"..."\u{7F}": false
    default:
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .privateUse, .spaceSeparator, .surrogate,
        .unassigned:
        false
      case .format: isJoiner(scalar)
      default: true
      }
    }
  }

  /// Returns true for the joiner and the non-joiner, which Persian and Indic scripts need.
  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{200C}" || scalar == "\u{200D}"
  }
}

/// Encodes letters beyond ASCII as letters, digits and a hyphen (RFC 3492).
enum Punycode {
  /// Encodes a label (RFC 3492, section 6.3).
  static func encode(_ scalars: [Unicode.Scalar]) -> String {
    var output = scalars.filter(\.isASCII).map { UInt8($0.value) }
    let basicCount = output.count
    if basicCount > 0 { output.append(UInt8(ascii: "-")) }
    var (code, delta, bias, handled) = (0x80, 0, 72, basicCount)
    while let next = scalars.lazy.map({ Int($0.value) }).filter({ $0 >= code }).min() {
      delta += (next - code) * (handled + 1)
      code = next
      for scalar in scalars {
        if scalar.value < code { delta += 1 }
        guard scalar.value == code else { continue }
        append(delta, bias, to: &output)
        bias = adapted(delta, count: handled + 1, isFirst: handled == basicCount)
        (delta, handled) = (0, handled + 1)
      }
      (delta, code) = (delta + 1, code + 1)
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static let (base, leastThreshold, maxThreshold) = (36, 1, 26)

  /// Appends a number with as many digits as it needs. Each position has its own base, and the last digit is
  /// below its position's threshold.
  private static func append(_ number: Int, _ bias: Int, to output: inout [UInt8]) {
    var rest = number
    var place = base
    while true {
      let threshold = min(max(place - bias, leastThreshold), maxThreshold)
      guard rest >= threshold else { break }
      output.append(digit(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      place += base
    }
    output.append(digit(rest))
  }

  private static func digit(_ value: Int) -> UInt8 {
    value < 26 ? UInt8(ascii: "a") + UInt8(value) : UInt8(ascii: "0") + UInt8(value - 26)
  }

  /// Adapts the bias (RFC 3492, section 6.1).
  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var bias = 0
    while delta > (base - leastThreshold) * maxThreshold / 2 {
      delta /= base - leastThreshold
      bias += base
    }
    return bias + (base - leastThreshold + 1) * delta / (delta + 38)
  }
}

extension URL {
  /// Parses an address as people type it, with a host name in any script. It may be relative to `base`.
  init?(address: String, relativeTo base: URL? = nil) {
    guard let url = URL(string: Self.withASCIIHost(address) ?? address, relativeTo: base) else { return nil }
    self = url.absoluteURL
  }

  /// Returns the address with its host name in ASCII; `nil` if it is ASCII already or not allowed.
  private static func withASCIIHost(_ address: String) -> String? {
    guard !address.utf8.allSatisfy({ $0 < 0x80 }), let slashes = address.firstRange(of: "//") else {
      return nil
    }
    // Only a scheme, or nothing, precedes `//`.
    guard !address[..<slashes.lowerBound].contains(where: { "/?#".contains($0) }) else { return nil }
    let authority = address[slashes.upperBound...].prefix { !"/?#".contains($0) }
    let afterUser = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    let name = afterUser.prefix { $0 != ":" }
    guard let host = HostName.ascii(String(name)) else { return nil }
    return address[..<name.startIndex] + host + address[name.endIndex...]
  }
}
