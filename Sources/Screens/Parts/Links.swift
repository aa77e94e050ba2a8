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
}
