import Contracts
import JSON
import Social

/// Storing the sessions on the device: each under a key of its own, so that no tab of the browser overwrites
/// what another one knows better.
extension Sessions {
  /// The memory key of the session that was chosen last, in any tab.
  static let currentName = "current"
  /// The memory key of earlier versions, with one list of all sessions.
  static let listName = "sessions"

  /// Reads the stored sessions. One that can't be read is skipped: its member signs in again.
  init(_ memory: Memory) {
    for key in memory.keys(beginningWith: Session.prefix) {
      guard let (session, name) = Session.parts(ofStored: key), name == Session.recordName else { continue }
      read(session, in: memory)
    }
    if all.isEmpty, let list = memory[Self.listName] { readList(list) }
    choose(memory[Self.currentName] ?? "")
    if currentKey == nil, let first = all.first { choose(first.key) }
  }

  /// Adds a session that the device has stored. Returns false if it can't be read.
  @discardableResult
  mutating func read(_ key: String, in memory: Memory) -> Bool {
    let text = memory[Session.storagePrefix(key) + Session.recordName] ?? ""
    guard let json = try? JSON(parsing: Array(text.utf8)) else { return false }
    return read(json, key, refused: memory[Session.storagePrefix(key) + Session.refusedName])
  }

  private mutating func read(_ item: JSON, _ key: String, refused: String?) -> Bool {
    guard let server = item.text("server").flatMap({ ServerAddress($0) }), let token = item.text("token"),
      let id = item.text("id"), let username = item.text("username")
    else { return false }
    let account = Account(
      username: username, nick: item.text("nick") ?? username,
      avatar: item.text("avatar").map { Picture(url: $0) })
    var session = Session(
      key: key, server: server, isOwnServer: item["own"]?.bool ?? false,
      me: Profile(id: id, account: account, handle: item.text("handle")), scopes: item.text("scopes") ?? "")
    session.isRefused = refused == token
    put(
      session,
      Credential(token: token, clientID: item.text("client") ?? "", clientSecret: item.text("secret") ?? ""))
    return true
  }

  /// As earlier versions kept them.
  private mutating func readList(_ json: String) {
    guard let items = (try? JSON(parsing: Array(json.utf8)))?.array else { return }
    for item in items {
      guard let key = item.text("key") else { continue }
      let isRefused = item["refused"]?.bool ?? false
      if read(item, key, refused: isRefused ? item.text("token") : nil), item["current"]?.bool == true {
        choose(key)
      }
    }
  }

  /// Returns the record of a session; `nil` if no session has that key.
  func record(of key: String) -> String? {
    guard let session = session(key), let credential = credential(of: key) else { return nil }
    var writer = JSONWriter()
    writer.object { writer in
      writer.texts([
        ("server", session.server.text), ("scopes", session.scopes), ("token", credential.token),
        ("client", credential.clientID), ("secret", credential.clientSecret), ("id", session.me.id),
        ("username", session.me.account.username), ("nick", session.me.account.nick),
        ("handle", session.me.handle),
        ("avatar", session.me.account.avatar?.url),
      ])
      writer.name("own")
      writer.bool(session.isOwnServer)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
