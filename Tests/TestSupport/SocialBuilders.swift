public import Social

extension Account {
  /// Returns an account with default values; a test names only the ones that it is about.
  public static func made(
    _ username: String = "ada", nick: String? = nil, avatar: String? = nil, cover: String? = nil
  ) -> Account {
    Account(
      username: username, nick: nick ?? username.uppercased(), avatar: avatar.map { Picture(url: $0) },
      cover: cover.map { Picture(url: $0) })
  }
}

extension Picture {
  public static func made(_ name: String = "1", width: Int = 800, height: Int = 600) -> Picture {
    Picture(url: "/media/\(name).jpg", size: PixelSize(width: width, height: height))
  }

  public static func several(_ count: Int) -> [Picture] {
    (0..<count).map { .made("\($0)") }
  }
}

extension MomentsPost {
  public static func made(
    _ id: String? = "1", by sender: Account = .made(), text: String = "Hello", pictures: [Picture] = [],
    comments: [Comment] = [], likes: [Account] = [], at createdAt: Timestamp? = nil
  ) -> MomentsPost {
    MomentsPost(
      id: id, sender: sender, text: text, pictures: pictures, comments: comments, likes: likes,
      createdAt: createdAt)
  }

  public static func several(_ count: Int) -> [MomentsPost] {
    (0..<count).map { .made("\($0)", text: "Post \($0)") }
  }
}

extension Timestamp {
  /// Returns the timestamp of an ISO 8601 text in the source code.
  public static func at(_ iso8601: String) -> Timestamp {
    guard let moment = Timestamp(iso8601: iso8601) else { preconditionFailure("\(iso8601) is no moment") }
    return moment
  }
}
