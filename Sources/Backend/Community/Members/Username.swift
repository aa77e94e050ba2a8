/// The rules for usernames.
enum Username {
  /// Returns true for `[A-Za-z0-9_]{1,30}`, which can stand in an address and after an `@`.
  static func isValid(_ name: String) -> Bool {
    1...30 ~= name.utf8.count
      && name.utf8.allSatisfy {
        0x61...0x7A ~= $0 || 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_")
      }
  }

  /// Returns true for a name that could be mistaken for the community itself.
  static func isReserved(_ name: String) -> Bool { reserved.contains(name.lowercased()) }

  private static let reserved: Set = [
    "abuse", "admin", "administrator", "anonymous", "api", "everybody", "everyone", "help", "hostmaster",
    "info",
    "instance", "login", "mail", "mod", "moderator", "nobody", "noreply", "null", "oauth", "official",
    "owner",
    "postmaster", "register", "relay", "root", "security", "server", "settings", "signup", "staff", "status",
    "support", "swiftlet", "sysadmin", "system", "team", "undefined", "user", "username", "webmaster",
  ]
}
