/// A device's name for its user, derived from the browser's `User-Agent`.
enum DeviceName {
  /// Returns the name; `nil` if nothing in it is known. Browsers also name those that they resemble, so the
  /// order matters.
  static func of(agent: String) -> String? {
    let parts = [name(in: agent, of: browsers), name(in: agent, of: systems)].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private static func name(in agent: String, of names: [(sign: String, name: String)]) -> String? {
    names.first(where: { agent.contains($0.sign) })?.name
  }

  private static let browsers = [
    (sign: "Edg", name: "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"),
    ("SamsungBrowser/", "Samsung Internet"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
  ]

  private static let systems = [
    (sign: "iPhone", name: "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
    ("Macintosh", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
  ]
}
