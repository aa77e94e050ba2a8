import Synchronization

/// The rules of time zones that were read from the system's database. They stay while the server runs.
final class TimeZones: Sendable {
  private let folder: String
  private let limit: Int
  private let known = Mutex<[String: TimeZoneRules]>([:])

  /// - Parameters:
  ///   - folder: the folder with the system's database.
  ///   - limit: the maximum number of zones; when it is reached, the cache is emptied.
  init(folder: String = TimeZoneRules.folder, limit: Int = 100) {
    self.folder = folder
    self.limit = limit
  }

  /// Returns the rules of a zone by its name in the IANA's database; `nil` for a name that isn't there.
  func rules(of name: String) -> TimeZoneRules? {
    if let rules = known.withLock({ $0[name] }) { return rules }
    guard let rules = TimeZoneRules(name: name, folder: folder) else { return nil }
    known.withLock { known in
      if known.count >= limit { known = [:] }
      known[name] = rules
    }
    return rules
  }
}
