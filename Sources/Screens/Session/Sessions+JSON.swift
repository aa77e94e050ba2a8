import Contracts
import JSON
import Social

/// How the device keeps the sessions.
extension Sessions {
  var json: String {
    var writer = JSONWriter()
    writer.array(all) { writer, session in
      writer.object { writer in
        write(session, &writer)
        if session.key == currentKey {
          writer.name("current")
          writer.bool(true)
        }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// A session that can't be read is left out: its person signs in again.
  init(json: String?) {
    guard let json, let items = (try? JSON(parsing: Array(json.utf8)))?.array else { return }
    for item in items {
      guard let key = item.text("key"), let server = item.text("server").flatMap({ ServerAddress($0) }),
        let token = item.text("token"), let id = item.text("id"), let username = item.text("username")
      else { continue }
      let account = Account(
        username: username, nick: item.text("nick") ?? username,
        avatar: item.text("avatar").map { Picture(url: $0) })
      var session = Session(
        key: key, server: server, isOwnServer: item["own"]?.bool ?? false,
        me: Profile(id: id, account: account, handle: item.text("handle")), scopes: item.text("scopes") ?? "")
      session.isRefused = item["refused"]?.bool ?? false
      restore(
        session,
        Credential(
          token: token, clientID: item.text("client") ?? "", clientSecret: item.text("secret") ?? ""),
        isCurrent: item["current"]?.bool ?? false)
    }
    if currentKey == nil, let first = all.first { choose(first.key) }
  }

  private func write(_ session: Session, _ writer: inout JSONWriter) {
    let credential = credential(of: session.key)
    writer.texts([
      ("key", session.key), ("server", session.server.text), ("scopes", session.scopes), ("token", credential?.token),
      ("client", credential?.clientID), ("secret", credential?.clientSecret), ("id", session.me.id),
      ("username", session.me.account.username), ("nick", session.me.account.nick), ("handle", session.me.handle),
      ("avatar", session.me.account.avatar?.url),
    ])
    writer.name("own")
    writer.bool(session.isOwnServer)
    writer.name("refused")
    writer.bool(session.isRefused)
  }
}
