import Contracts

extension Links {
  /// The page that a path and query of ours name; nil if they name no Moments page.
  static func momentsPage(_ path: String, own: Origin) -> Moments.State? {
    let bytes = Array(path.utf8)
    let prefix = Array("/moments/".utf8)
    guard bytes.starts(with: prefix) else { return nil }
    let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
    let username = percentDecoded(bytes[prefix.count..<end])
    let marker = Array("?server=".utf8)
    let query = bytes[end...]
    guard query.starts(with: marker) else { return Moments.State(loading: username, origin: own) }
    let value = query.dropFirst(marker.count).prefix { $0 != UInt8(ascii: "&") }
    return ServerAddress(percentDecoded(value)).map { Moments.State(loading: username, origin: .other($0)) }
  }
}
