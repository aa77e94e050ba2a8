import Community
import Contracts
import Crypto
import HTTPTypes

/// The checks of an opening handshake (RFC 6455 section 4.2).
struct WebSocketHandshake: Sendable {
  /// The value of `Sec-WebSocket-Accept`.
  let accept: String
  /// The first subprotocol that the client offers: its token. The response repeats it.
  let subprotocol: String?

  /// Returns true for a request that opens a WebSocket for streams.
  static func isFor(_ head: HTTPRequest) -> Bool {
    guard head.method == .get, contains("websocket", head.headerFields[.upgrade]) else { return false }
    let path = (head.path ?? "").prefix { $0 != "?" }
    return path == StreamingController.path || path == StreamingController.path + "/"
  }

  /// - Throws: `RequestError`; 426 for another version, with the one that the server knows.
  init(_ head: HTTPRequest) throws(RequestError) {
    let fields = head.headerFields
    guard fields[.secWebSocketVersion] == "13" else {
      throw RequestError(
        status: .init(code: 426, reasonPhrase: "Upgrade Required"), message: "Unknown version")
    }
    guard Self.contains("upgrade", fields[.connection]), let key = fields[.secWebSocketKey],
      base64Decoded(key, .standard)?.count == 16
    else { throw RequestError(status: .badRequest, message: "Not a WebSocket handshake") }
    accept = Self.accept(key)
    subprotocol = fields[.secWebSocketProtocol].flatMap { list in
      list.split(separator: ",").first.map { String($0.filter { $0 != " " && $0 != "\t" }) }
    }
  }

  static func accept(_ key: String) -> String {
    base64(Array(Insecure.SHA1.hash(data: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))))
  }

  /// Returns true if a list of tokens has the name in any case.
  private static func contains(_ name: String, _ list: String?) -> Bool {
    (list ?? "").lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.contains(name[...])
  }
}
