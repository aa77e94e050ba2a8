/// The two requests of the Moments contract (`GET /user/{username}` and `…/tweets`).
public enum MomentsRequests {
  public static func profile(of username: String, at origin: Origin) -> String {
    base(of: origin) + "/user/" + percentEncoded(username)
  }

  public static func posts(of username: String, at origin: Origin) -> String {
    profile(of: username, at: origin) + "/tweets"
  }

  /// The same requests without server and token, which the sender adds.
  public static func profile(of username: String) -> APIRequest {
    APIRequest(.get, "/user/" + percentEncoded(username))
  }

  /// - Parameter withCovered: True to include posts with a warning or sensitive pictures, which the contract
  ///   can't express.
  public static func posts(of username: String, withCovered: Bool) -> APIRequest {
    APIRequest(.get, "/user/" + percentEncoded(username) + (withCovered ? "/tweets?covered=true" : "/tweets"))
  }

  private static func base(of origin: Origin) -> String {
    switch origin {
    case .own(let address): address.path
    case .other(let address): address.text
    }
  }
}

/// Undoes `percentEncoded`; invalid escapes stay unchanged.
public func percentDecoded(_ bytes: ArraySlice<UInt8>) -> String {
  var decoded: [UInt8] = []
  var rest = bytes
  while let byte = rest.popFirst() {
    if byte == UInt8(ascii: "%"), rest.count >= 2, let high = hexDigit(rest[rest.startIndex]),
      let low = hexDigit(rest[rest.startIndex + 1])
    {
      decoded.append(high << 4 | low)
      rest.removeFirst(2)
    } else {
      decoded.append(byte)
    }
  }
  return String(decoding: decoded, as: UTF8.self)
}

private func hexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - 0x30
  case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
    (byte | 0x20) - UInt8(ascii: "a") + 10
  default: nil
  }
}

/// Percent-encodes all but the unreserved characters (RFC 3986 section 2.3), for one path segment or one
/// query value.
public func percentEncoded(_ text: String) -> String {
  let digits = Array("0123456789ABCDEF".utf8)
  var bytes: [UInt8] = []
  for byte in Array(text.utf8) {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      bytes.append(byte)
    default: bytes.append(contentsOf: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]])
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
