import JSON
import Social

extension Draft {
  /// The greatest number of people who are reminded of a post, as in WeChat.
  static let maxReminded = 10

  /// A person to remind of the post.
  struct Reminded: Equatable, Sendable {
    let id: String
    let nick: String
    let handle: String
    /// The address of their picture; `nil` for the drawn default.
    let avatar: String?

    init(id: String, nick: String, handle: String, avatar: String? = nil) {
      self.id = id
      self.nick = nick
      self.handle = handle
      self.avatar = avatar
    }

    init(_ person: Profile) {
      self.init(
        id: person.id, nick: person.account.nick, handle: person.handle, avatar: person.account.avatar?.url)
    }

    /// The person, with what is known about them.
    var profile: Profile {
      Profile(
        id: id, account: Account(username: handle, nick: nick, avatar: avatar.map { Picture(url: $0) }),
        handle: handle)
    }
  }

  // Storing them on the device.

  @inline(never)
  func writeReminded(_ writer: inout JSONWriter) {
    writer.name("reminded")
    writer.array(reminded) { writer, person in
      writer.object { writer in
        writer.texts([
          ("id", person.id), ("nick", person.nick), ("handle", person.handle), ("avatar", person.avatar),
        ])
      }
    }
  }

  @inline(never)
  mutating func readReminded(_ json: [JSON]) {
    reminded = json.prefix(Self.maxReminded).compactMap { person in
      guard let id = person.text("id"), let nick = person.text("nick"), let handle = person.text("handle")
      else { return nil }
      return Reminded(id: id, nick: nick, handle: handle, avatar: person.text("avatar"))
    }
  }
}
