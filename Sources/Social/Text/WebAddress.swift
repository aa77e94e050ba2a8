/// The one rule that says where a web address in a text begins and ends.
enum WebAddress {
  /// The end of the `http` or `https` URL that begins at `start`; nil if none does.
  ///
  /// Anything beyond ASCII ends it, as Chinese text goes on without a space. Punctuation at its end belongs to the
  /// sentence; a closing bracket too, unless the URL holds the opening one, as `…/Swift_(bird)` does.
  static func end(in bytes: ArraySlice<UInt8>, at start: Int) -> Int? {
    guard bytes[start] | 0x20 == UInt8(ascii: "h"),
      start == bytes.startIndex || !isLetterOrDigit(bytes[start - 1]),
      let hostStart = after("https://", in: bytes, at: start) ?? after("http://", in: bytes, at: start)
    else { return nil }
    var end = hostStart
    while end < bytes.endIndex, isURLByte(bytes[end]) { end += 1 }
    end -= sentenceLength(bytes[hostStart..<end])
    return end > hostStart ? end : nil
  }

  private static func after(_ prefix: StaticString, in bytes: ArraySlice<UInt8>, at start: Int) -> Int? {
    let count = prefix.utf8CodeUnitCount
    guard start + count <= bytes.endIndex else { return nil }
    for index in 0..<count {
      let byte = bytes[start + index]
      let lowercase = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
      guard lowercase == prefix.utf8Start[index] else { return nil }
    }
    return start + count
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    byte != UInt8(ascii: "_") && Letters.isASCIIWord(UInt32(byte))
  }

  /// RFC 3986's characters.
  private static func isURLByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
      UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
      false
    default: byte > 0x20 && byte < 0x7F
    }
  }

  /// How many bytes at the end of what looks like a URL belong to the sentence around it.
  private static func sentenceLength(_ url: ArraySlice<UInt8>) -> Int {
    var unopenedRound = 0
    var unopenedSquare = 0
    for byte in url {
      switch byte {
      case UInt8(ascii: "("): unopenedRound -= 1
      case UInt8(ascii: ")"): unopenedRound += 1
      case UInt8(ascii: "["): unopenedSquare -= 1
      case UInt8(ascii: "]"): unopenedSquare += 1
      default: break
      }
    }
    var rest = url
    while let last = rest.last {
      switch last {
      case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "!"),
        UInt8(ascii: "?"), UInt8(ascii: "'"):
        break
      case UInt8(ascii: ")") where unopenedRound > 0: unopenedRound -= 1
      case UInt8(ascii: "]") where unopenedSquare > 0: unopenedSquare -= 1
      default: return url.count - rest.count
      }
      rest.removeLast()
    }
    return url.count
  }
}
