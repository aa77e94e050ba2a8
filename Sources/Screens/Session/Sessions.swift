import Contracts
import Social

/// Everybody who is signed in on this device, and who of them is in front of it.
struct Sessions: Equatable, Sendable {
  private(set) var all: [Session] = []
  /// The key of the current session; nil: a stranger.
  private(set) var currentKey: String?
  private var credentials: [String: Credential] = [:]

  init() {}

  var current: Session? { currentKey.flatMap { session($0) } }

  func session(_ key: String) -> Session? { all.first { $0.key == key } }

  func credential(of key: String) -> Credential? { credentials[key] }

  /// Adds somebody, and puts them in front. Who signs in again keeps their key, and so all that is kept for them.
  ///
  /// - Parameter newKey: a key that no session on this device has had before, later in order than all others.
  mutating func signIn(
    _ me: Profile, at server: ServerAddress, isOwnServer: Bool, scopes: String, _ credential: Credential,
    newKey: String
  ) {
    let known = all.first { $0.server == server && $0.me.id == me.id }
    put(
      Session(key: known?.key ?? newKey, server: server, isOwnServer: isOwnServer, me: me, scopes: scopes), credential)
    currentKey = known?.key ?? newKey
  }

  /// Adds a session in the order of the keys, or replaces it.
  mutating func put(_ session: Session, _ credential: Credential) {
    credentials[session.key] = credential
    if let index = all.firstIndex(where: { $0.key == session.key }) {
      all[index] = session
    } else {
      let index = all.firstIndex { EntryList.isNewer($0.key, than: session.key) } ?? all.count
      all.insert(session, at: index)
    }
  }

  mutating func choose(_ key: String) {
    if session(key) != nil { currentKey = key }
  }

  /// The next one of those who stay comes to the front.
  mutating func signOut(_ key: String) {
    all.removeAll { $0.key == key }
    credentials[key] = nil
    if currentKey == key { currentKey = all.first?.key }
  }

  /// The server took the token no longer. Says whether that is news.
  mutating func refuse(_ key: String) -> Bool {
    guard let index = all.firstIndex(where: { $0.key == key }), !all[index].isRefused else { return false }
    all[index].isRefused = true
    return true
  }

  mutating func update(_ me: Profile, of key: String) {
    if let index = all.firstIndex(where: { $0.key == key }) { all[index].me = me }
  }
}
