/// The parts of a request that a signature covers, as they were sent (RFC 5849 §3.4.1).
public struct RequestParts: Sendable {
  public var method: String
  /// The path before decoding, without the query.
  public var path: String
  /// The query before decoding, without `?`; empty without one.
  public var query: String
  /// The field `Authorization`.
  public var authorization: String?
  /// The body, if its type is `application/x-www-form-urlencoded`. Other bodies aren't signed.
  public var form: [UInt8]?

  public init(
    method: String, path: String, query: String = "", authorization: String? = nil, form: [UInt8]? = nil
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.authorization = authorization
    self.form = form
  }
}

/// A parameter of a request, with its name and value decoded.
struct RequestParameter: Sendable {
  let name: [UInt8]
  let value: [UInt8]
  /// The name and value as sent; in the header those are always normalized.
  let sent: ParameterPair

  /// True for the parameters of OAuth itself (RFC 5849 §3.1).
  var isOfProtocol: Bool { name.starts(with: "oauth_".utf8) }

  var pair: ParameterPair {
    ParameterPair(name: PercentEncoding.encoded(name), value: PercentEncoding.encoded(value))
  }
}

/// An encoded name and value, ordered as in the signature base string (RFC 5849 §3.4.1.3.2).
struct ParameterPair: Comparable, Sendable {
  let name: [UInt8]
  let value: [UInt8]

  static func < (left: ParameterPair, right: ParameterPair) -> Bool {
    left.name == right.name
      ? left.value.lexicographicallyPrecedes(right.value) : left.name.lexicographicallyPrecedes(right.name)
  }
}

extension RequestParts {
  /// The maximum number of parameters in query, form and header together.
  static let maxParameters = 1000

  /// Collects the parameters of the header, the query and the form; duplicates stay (RFC 5849 §3.4.1.3.1).
  ///
  /// Of the header only those of OAuth count. Net::Twitter repeats others there and signs them once.
  func parameters() throws(OAuth1Error) -> [RequestParameter] {
    let all = headerParameters + Self.pairs(of: Array(query.utf8)) + Self.pairs(of: form ?? [])
    guard all.count <= Self.maxParameters else { throw .tooManyParameters }
    return all
  }

  private static func pairs(of text: [UInt8]) -> [RequestParameter] {
    text.split(separator: UInt8(ascii: "&"), maxSplits: maxParameters).map { piece in
      let name = piece.prefix { $0 != UInt8(ascii: "=") }
      let value = piece[name.endIndex...].dropFirst()
      return RequestParameter(
        name: PercentEncoding.decoded(name, plus: UInt8(ascii: " ")),
        value: PercentEncoding.decoded(value, plus: UInt8(ascii: " ")),
        sent: ParameterPair(name: Array(name), value: Array(value)))
    }
  }

  private var headerParameters: [RequestParameter] {
    let scheme = Array("oauth ".utf8)
    let bytes = Array((authorization ?? "").utf8)
    guard bytes.count > scheme.count, bytes.prefix(scheme.count).map({ $0 | 0x20 }) == scheme else {
      return []
    }
    return Self.headerPieces(bytes.dropFirst(scheme.count)).compactMap { piece in
      let name = piece.prefix { $0 != UInt8(ascii: "=") }
      var value = piece[name.endIndex...].dropFirst()
      if value.count > 1, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
        value = value.dropFirst().dropLast()
      }
      let parameter = (name: PercentEncoding.decoded(name), value: PercentEncoding.decoded(value))
      let pair = ParameterPair(
        name: PercentEncoding.encoded(parameter.name), value: PercentEncoding.encoded(parameter.value))
      let read = RequestParameter(name: parameter.name, value: parameter.value, sent: pair)
      return read.isOfProtocol ? read : nil
    }
  }

  /// Splits `a="b", c="d"` at the commas outside quotes and removes white space around the pieces.
  private static func headerPieces(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var isQuoted = false
    let pieces = bytes.split(maxSplits: maxParameters) { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == UInt8(ascii: ",") && !isQuoted
    }
    return pieces.map { piece in
      var piece = piece
      while let first = piece.first, first == 0x20 || first == 0x09 { piece.removeFirst() }
      while let last = piece.last, last == 0x20 || last == 0x09 { piece.removeLast() }
      return piece
    }
  }
}
