public import Contracts
public import Markup

/// The addresses of our screens within the site, which work without the app too.
public enum Links {
  public static func moments(of username: String, at origin: Origin, showing count: Int? = nil) -> SafeURL {
    var query = ""
    if case .other(let address) = origin { query = "?server=" + percentEncoded(address.text) }
    if let count { query += (query.isEmpty ? "?" : "&") + "show=\(count)" }
    return SafeURL("/moments/" + percentEncoded(username) + query) ?? home
  }

  public static let settings = SafeURL(trusted: "/settings")
  public static let home = SafeURL(trusted: "/")
  public static let signIn = SafeURL(trusted: "/sign-in")
  public static let compose = SafeURL(trusted: "/compose")
  /// The timeline file that the device keeps.
  public static let file = SafeURL(trusted: "/file")

  /// The feed of the server with that address, or of ours; `id`: the comments on one of its pictures.
  public static func images(at server: ServerAddress?, of id: String? = nil) -> SafeURL {
    let query = server.map { "?server=" + percentEncoded($0.text) } ?? ""
    return SafeURL("/images" + (id.map { "/" + percentEncoded($0) } ?? "") + query) ?? home
  }

  /// A person's own page; `handle` as `Profile.handle`.
  public static func profile(_ handle: String) -> SafeURL { SafeURL("/@" + percentEncoded(handle)) ?? home }

  /// A post with all around it; `handle`: its author's.
  public static func status(_ id: String, of handle: String) -> SafeURL {
    SafeURL("/@" + percentEncoded(handle) + "/" + percentEncoded(id)) ?? home
  }

  /// The posts that carry a tag; `name` without its `#`.
  public static func tag(_ name: String) -> SafeURL { SafeURL("/tags/" + percentEncoded(name)) ?? home }
}
