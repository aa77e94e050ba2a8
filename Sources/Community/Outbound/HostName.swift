import Foundation

/// Names of hosts beyond ASCII, as the domain name system knows them: `bücher.example` is `xn--bcher-kva.example`.
///
/// Foundation does this with ICU's data, which the program is built without (decision 0009). The letters are mapped as in
/// UTS 46, section 4, but for what only a registrar has to check: joiners and the order of writing directions.
enum HostName {
  /// nil if that can't be a host's name.
  static func ascii(_ name: String) -> String? {
    var labels: [String] = []
    for label in mapped(name).split(separator: ".", omittingEmptySubsequences: false) {
      guard let label = ascii(label: label.unicodeScalars) else { return nil }
      labels.append(label)
    }
    let ascii = labels.joined(separator: ".")
    return (1...253).contains(ascii.utf8.count) ? ascii : nil
  }

  /// Small letters, in one of the ways to write each; full stops of all scripts as `.`.
  private static func mapped(_ name: String) -> String {
    var mapped = String.UnicodeScalarView()
    for scalar in name.lowercased().precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
    where !isIgnored(scalar) {
      mapped.append(scalar == "\u{3002}" ? "." : scalar)
    }
    return String(mapped)
  }

  /// What can't be seen. Marks for the direction of writing are refused instead.
  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isDefaultIgnorableCodePoint && !isJoiner(scalar) && !scalar.properties.isBidiControl
  }

  private static func ascii(label: Substring.UnicodeScalarView) -> String? {
    guard label.allSatisfy(isAllowed), label.first?.properties.generalCategory != .nonspacingMark else { return nil }
    let encoded = label.allSatisfy(\.isASCII) ? String(label) : "xn--" + Punycode.encode(Array(label))
    return encoded.utf8.count <= 63 ? encoded : nil
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "0"..."9", "-", "_": true
    case "\0"..."\u{7F}": false
    default:
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .privateUse, .spaceSeparator, .surrogate, .unassigned: false
      case .format: isJoiner(scalar)
      default: true
      }
    }
  }

  /// What keeps letters apart, or together, in Persian and in scripts of India.
  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200C}" || scalar == "\u{200D}" }
}

/// RFC 3492: letters beyond ASCII, told by letters, digits and a hyphen.
enum Punycode {
  /// Section 6.3.
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

  private static let (base, leastThreshold, mostThreshold) = (36, 1, 26)

  /// A number of as many digits as it takes; each place has its own base, which ends with a digit below its threshold.
  private static func append(_ number: Int, _ bias: Int, to output: inout [UInt8]) {
    var rest = number
    var place = base
    while true {
      let threshold = min(max(place - bias, leastThreshold), mostThreshold)
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

  /// Section 6.1.
  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var bias = 0
    while delta > (base - leastThreshold) * mostThreshold / 2 {
      delta /= base - leastThreshold
      bias += base
    }
    return bias + (base - leastThreshold + 1) * delta / (delta + 38)
  }
}

extension URL {
  /// An address as people write it, of which the host's name may have any letters; as it leads on from another one.
  init?(address: String, relativeTo base: URL? = nil) {
    guard let url = URL(string: Self.withASCIIHost(address) ?? address, relativeTo: base) else { return nil }
    self = url.absoluteURL
  }

  /// The address with its host name in ASCII; nil if the name is ASCII already, or not allowed.
  private static func withASCIIHost(_ address: String) -> String? {
    guard !address.utf8.allSatisfy({ $0 < 0x80 }), let slashes = address.firstRange(of: "//") else { return nil }
    // Before `//` stands a scheme, or nothing.
    guard !address[..<slashes.lowerBound].contains(where: { "/?#".contains($0) }) else { return nil }
    let authority = address[slashes.upperBound...].prefix { !"/?#".contains($0) }
    let afterUser = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    let name = afterUser.prefix { $0 != ":" }
    guard let host = HostName.ascii(String(name)) else { return nil }
    return address[..<name.startIndex] + host + address[name.endIndex...]
  }
}
