/// The server that responses come from, and so the base of the URLs in them.
public indirect enum Origin: Equatable, Hashable, Sendable {
  /// The server that delivered the app. Its URLs stay relative to its root (`/media/…`), so that the pages
  /// rendered by the server and by the app are identical.
  case own(ServerAddress)
  case other(ServerAddress)

  public var address: ServerAddress {
    switch self {
    case .own(let address), .other(let address): address
    }
  }

  /// Returns a URL that may be requested or shown; `nil` if the reference isn't valid or has another scheme.
  public func url(_ reference: String) -> String? {
    guard let absolute = address.resolve(reference) else { return nil }
    guard case .own(let address) = self else { return absolute }
    let origin = Array(address.origin.utf8)
    let bytes = Array(absolute.utf8)
    guard bytes.starts(with: origin), bytes.count > origin.count, bytes[origin.count] == UInt8(ascii: "/")
    else {
      return absolute
    }
    let path = bytes[origin.count...]
    // Two slashes would name another server.
    return path.dropFirst().first == UInt8(ascii: "/") ? absolute : String(decoding: path, as: UTF8.self)
  }
}
