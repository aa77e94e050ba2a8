import Social

/// A row of the list: similar notifications of one day, or a single one.
///
/// A notification's group depends on the notification alone. So the rows depend on the notifications that are
/// loaded, not on the pages in which they came.
struct NotificationGroup: Equatable, Sendable {
  let key: String
  /// Newest first.
  private(set) var members: [Notification]

  var newest: Notification { members[0] }

  /// Returns the group with what is known by now of its people and of the post that it shows.
  func current(_ posts: PostsState) -> NotificationGroup {
    var group = self
    for index in members.indices {
      let actor = posts.store.newest(members[index].actor)
      if actor.account != members[index].actor.account { group.members[index].actor = actor }
    }
    guard let post = newest.post else { return group }
    group.members[0].post = posts.filtered(posts.store.current(post))
    return group
  }

  /// True if the row has Follow buttons: for one person, or for several who stand below each other. Who asks
  /// to join can't be followed before the request is answered.
  func offersFollow(isUnfolded: Bool) -> Bool {
    (newest.kind == .follow || newest.kind == .signUp && !newest.isJoinRequest)
      && (isUnfolded || people.count == 1)
  }

  /// The people, each once, newest first.
  var people: [Profile] {
    var people: [Profile] = []
    for member in members where !people.contains(where: { $0.id == member.actor.id }) {
      people.append(member.actor)
    }
    return people
  }

  /// Returns the rows, each notification in one of them, sorted by their newest. `notifications` are newest
  /// first.
  static func groups(of notifications: [Notification]) -> [NotificationGroup] {
    var groups: [NotificationGroup] = []
    var indices: [String: Int] = [:]
    for notification in notifications {
      let key = key(notification)
      if let position = indices[key] {
        groups[position].members.append(notification)
      } else {
        indices[key] = groups.count
        groups.append(NotificationGroup(key: key, members: [notification]))
      }
    }
    return groups
  }

  /// Returns the key of a notification's group. Favourites and reposts of the same post form a group, and so
  /// do follows, if they are of the same day. The day is UTC, so that a viewer who travels sees the same
  /// rows.
  private static func key(_ notification: Notification) -> String {
    switch notification.kind {
    case .favourite, .repost, .follow:
      guard let time = notification.createdAt else { break }
      return "\(time.dayNumber(minutesEast: 0)) " + notification.kind.rawValue + (notification.post?.id ?? "")
    case .mention, .followRequest, .post, .update, .poll, .signUp, .report, .warning, .reportResolved: break
    }
    return "n" + notification.id
  }
}
