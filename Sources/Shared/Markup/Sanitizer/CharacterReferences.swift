/// Character references of HTML (HTML 13.2.5.72), as far as posts use them: numbers, and the names of HTML 4.
public enum CharacterReferences {
  /// Each name stands for the code point after that of the previous name; a number sets the code point of the
  /// next name.
  private static let list: StaticString = """
    9 Tab NewLine 33 excl QUOT 34 quot num dollar percnt AMP 38 amp apos lpar rpar ast plus comma 46 period sol 58 \
    colon semi LT 60 lt equals GT 62 gt quest commat 91 lbrack 91 lsqb bsol rbrack 93 rsqb Hat lowbar grave 123 \
    lbrace 123 lcub verbar 124 vert rbrace 125 rcub 160 nbsp iexcl cent pound curren yen brvbar sect uml COPY 169 \
    copy ordf laquo not shy REG 174 reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo \
    frac14 frac12 189 half frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml \
    Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute \
    THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml \
    eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml 338 OElig \
    oelig 352 Scaron scaron 376 Yuml 402 fnof 710 circ 732 tilde 913 Alpha Beta Gamma Delta Epsilon Zeta Eta Theta \
    Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho 931 Sigma Tau Upsilon Phi Chi Psi Omega 945 alpha beta gamma delta \
    epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega 977 \
    thetasym upsih 982 piv 8194 ensp emsp 8201 thinsp 8204 zwnj zwj lrm rlm dash 8208 hyphen 8211 ndash mdash horbar \
    8216 lsquo rsquo sbquo 8220 ldquo rdquo bdquo 8224 dagger Dagger bull 8230 hellip 8240 permil 8242 prime Prime \
    8249 lsaquo rsaquo 8254 oline 8260 frasl 8364 euro 8465 image 8472 weierp 8476 real 8482 trade 8501 alefsym 8592 \
    larr uarr rarr darr harr 8629 crarr 8656 lArr uArr rArr dArr hArr 8704 forall 8706 part exist 8709 empty 8711 \
    nabla isin notin 8715 ni 8719 prod 8721 sum minus 8727 lowast 8730 radic 8733 prop infin 8736 ang 8743 and or cap \
    cup int 8756 there4 8764 sim 8773 cong 8776 asymp 8800 ne equiv 8804 le ge 8834 sub sup nsub 8838 sube supe 8853 \
    oplus 8855 otimes 8869 perp 8901 sdot 8968 lceil rceil lfloor rfloor 9674 loz 9733 starf star 9742 \
    phone 9824 spades 9827 clubs 9829 hearts diams 10003 check 10216 lang rang
    """

  private static let names: [String: Int] = {
    var names: [String: Int] = [:]
    var value = 0
    for word in Array(String(list).utf8).split(separator: 0x20) {
      if let first = word.first, digit(first).map({ $0 < 10 }) == true {
        value = 0
        for byte in word { value = value * 10 + Int(byte &- 0x30) }
      } else {
        names[String(decoding: word, as: UTF8.self)] = value
        value += 1
      }
    }
    return names
  }()

  /// The length of the longest name.
  private static let longestName = 8

  /// The Windows characters that the numbers 0x80 to 0x9F stand for (HTML 13.2.5.80).
  private static let windows: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D,
    0x17D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D,
    0x17E,
    0x178,
  ]

  /// Returns the text with its references resolved; invalid ones stay as they are written.
  public static func resolved(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "&")) else { return Array(bytes) }
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "&"), let (scalar, end) = reference(in: bytes, after: index + 1) {
        result.append(contentsOf: Array(String(scalar).utf8))
        index = end
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  private static func reference(in bytes: ArraySlice<UInt8>, after start: Int) -> (Unicode.Scalar, end: Int)?
  {
    guard start < bytes.endIndex else { return nil }
    if bytes[start] == UInt8(ascii: "#") { return number(in: bytes, after: start + 1) }
    var end = start
    while end < bytes.endIndex, end - start < longestName, isLetterOrDigit(bytes[end]) { end += 1 }
    guard end < bytes.endIndex, bytes[end] == UInt8(ascii: ";"),
      let value = names[String(decoding: bytes[start..<end], as: UTF8.self)],
      let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: value))
    else { return nil }
    return (scalar, end + 1)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  /// Reads a number, even without a semicolon at its end, as browsers do. A number that isn't a character
  /// becomes U+FFFD.
  private static func number(in bytes: ArraySlice<UInt8>, after start: Int) -> (Unicode.Scalar, end: Int)? {
    var index = start
    let isHexadecimal = index < bytes.endIndex && bytes[index] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { index += 1 }
    let digitsStart = index
    var value: UInt32 = 0
    while index < bytes.endIndex, let digit = digit(bytes[index]), isHexadecimal || digit < 10 {
      value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x110000)
      index += 1
    }
    guard index > digitsStart else { return nil }
    if index < bytes.endIndex, bytes[index] == UInt8(ascii: ";") { index += 1 }
    if 0x80..<0xA0 ~= value { value = windows[Int(value - 0x80)] }
    return (Unicode.Scalar(value == 0 ? 0xFFFD : value) ?? "\u{FFFD}", index)
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
      UInt32(byte | 0x20) - 0x61 + 10
    default: nil
    }
  }
}
