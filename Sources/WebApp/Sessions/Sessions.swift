import Contracts
import Social

/// The accounts that are signed in on this device, and the one in front.
struct Sessions: Equatable, Sendable {
  private(set) var all: [Session] = []
  /// The key of the current session; `nil` for a stranger.
  private(set) var currentKey: String?
  private var credentials: [String: Credential] = [:]

  init() {}

  var current: Session? { currentKey.flatMap { session($0) } }

  func session(_ key: String) -> Session? { all.first { $0.key == key } }

  func credential(of key: String) -> Credential? { credentials[key] }

  /// Adds an account, and puts it in front. An account that signs in again keeps its key, and so all its
  /// stored data.
  ///
  /// - Parameter newKey: a key that no session on this device has had before, sorted after all others.
  mutating func signIn(
    _ me: Profile, at server: ServerAddress, isOwnServer: Bool, scopes: String, _ credential: Credential,
    newKey: String
  ) {
    let known = all.first { $0.server == server && $0.me.id == me.id }
    put(
      Session(key: known?.key ?? newKey, server: server, isOwnServer: isOwnServer, me: me, scopes: scopes),
      credential)
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

  /// Removes a session; the next one comes to the front.
  mutating func signOut(_ key: String) {
    all.removeAll { $0.key == key }
    credentials[key] = nil
    if currentKey == key { currentKey = all.first?.key }
  }

  /// Marks the session's token as refused. Returns true if it wasn't marked yet.
  mutating func refuse(_ key: String) -> Bool {
    guard let index = all.firstIndex(where: { $0.key == key }), !all[index].isRefused else { return false }
    all[index].isRefused = true
    return true
  }

  mutating func update(_ me: Profile, of key: String) {
    if let index = all.firstIndex(where: { $0.key == key }) { all[index].me = me }
  }
}
