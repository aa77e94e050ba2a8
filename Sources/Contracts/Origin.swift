/// Where answers come from, and so what the URLs in them mean.
public indirect enum Origin: Equatable, Hashable, Sendable {
  /// The server that delivered the app. Its URLs are kept relative to its root (`/media/…`), so that
  /// the page that the server rendered and the one that the app renders are the same to the byte.
  case own(ServerAddress)
  case other(ServerAddress)

  public var address: ServerAddress {
    switch self {
    case .own(let address), .other(let address): address
    }
  }

  /// A URL that may be requested or shown; nil if the reference is none, or of another scheme.
  public func url(_ reference: String) -> String? {
    guard let absolute = address.resolve(reference) else { return nil }
    guard case .own(let address) = self else { return absolute }
    let origin = Array(address.origin.utf8)
    let bytes = Array(absolute.utf8)
    guard bytes.starts(with: origin), bytes.count > origin.count, bytes[origin.count] == UInt8(ascii: "/") else {
      return absolute
    }
    let path = bytes[origin.count...]
    // Two slashes would name another server.
    return path.dropFirst().first == UInt8(ascii: "/") ? absolute : String(decoding: path, as: UTF8.self)
  }
}
