import Contracts
import Markup
import Social

extension Links {
  /// What a path and query of ours name; nil if they name nothing, or what the server alone can answer.
  static func destination(_ path: String, own: Origin) -> Destination? {
    let bytes = Array(path.utf8)
    let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
    let query = String(decoding: bytes[min(end + 1, bytes.count)...], as: UTF8.self)
    let parts = bytes[..<end].split(separator: UInt8(ascii: "/")).map { percentDecoded($0) }
    guard let first = parts.first else { return nil }
    if first == "images" { return images(parts, query) }
    if Array(first.utf8).first == UInt8(ascii: "@") {
      let handle = String(decoding: Array(first.utf8).dropFirst(), as: UTF8.self)
      guard !handle.isEmpty, parts.count <= 2 else { return nil }
      return parts.count == 2 ? .thread(id: parts[1], nil) : .profile(id: nil, handle: handle, nil)
    }
    if parts.count == 2 {
      switch first {
      case "tags": return .tag(parts[1])
      case "moments":
        return momentsPage(path, own: own).map { .moments(username: $0.username, $0.origin) }
      default: return nil
      }
    }
    guard parts.count == 1 else { return nil }
    if let tab = Tab(rawValue: first) { return .tab(tab) }
    switch first {
    case "compose": return .compose(ComposeStart())
    case "file": return .file(.kept)
    case "sign-in": return .signIn
    case "signed-in": return .signedIn(query: query)
    case "settings": return .settings
    default: return nil
    }
  }

  /// The address of a screen; nil: it has none of its own.
  static func url(of destination: Destination) -> SafeURL? {
    switch destination {
    case .tab(let tab): SafeURL(tab.path)
    case .moments(let username, let origin): moments(of: username, at: origin)
    case .settings: settings
    case .thread(let id, let status): status.map { Links.status(id, of: $0.author.handle) }
    case .profile(_, let handle, let profile): (profile?.handle ?? handle).map { Links.profile($0) }
    case .tag(let name): tag(name)
    case .compose: compose
    case .signIn, .signedIn: signIn
    case .images(let server): images(at: server)
    case .imageComments(let id, _, let server): images(at: server, of: id)
    case .file, .fileThread: file
    case .viewer: nil
    }
  }

  private static func images(_ parts: [String], _ query: String) -> Destination? {
    let (name, value) = queryParts(query)
    let server = ServerAddress(value)
    guard name != "server" || server != nil else { return nil }
    if parts.count == 1 { return .images(server) }
    return parts.count == 2 ? canonicalUUID(parts[1]).map { .imageComments(id: $0, nil, server) } : nil
  }

  /// The first name of a query, and its value.
  private static func queryParts(_ query: String) -> (name: String, value: String) {
    let first = Array(query.utf8).prefix { $0 != UInt8(ascii: "&") }
    let end = first.firstIndex(of: UInt8(ascii: "=")) ?? first.endIndex
    return (String(decoding: first[..<end], as: UTF8.self), percentDecoded(first[min(end + 1, first.endIndex)...]))
  }

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
