import Social

/// A row of the list: alike notifications of a day, or one that stands alone.
///
/// Which group a notification belongs to follows from itself alone: so the rows depend on what is there, and not on the
/// pages in which it came.
struct NotificationGroup: Equatable, Sendable {
  let key: String
  /// Newest first.
  private(set) var members: [Notification]

  var newest: Notification { members[0] }

  /// Each once, newest first.
  var people: [Profile] {
    var people: [Profile] = []
    for member in members where !people.contains(where: { $0.id == member.actor.id }) { people.append(member.actor) }
    return people
  }

  /// Each notification once, newest first by the newest of each row. `notifications` are in that order.
  static func groups(of notifications: [Notification]) -> [NotificationGroup] {
    var groups: [NotificationGroup] = []
    var places: [String: Int] = [:]
    for notification in notifications {
      let key = key(notification)
      if let place = places[key] {
        groups[place].members.append(notification)
      } else {
        places[key] = groups.count
        groups.append(NotificationGroup(key: key, members: [notification]))
      }
    }
    return groups
  }

  /// Likes and reposts of the same post are alike, and follows, if they are of the same day (UTC: a reader who travels
  /// has the same rows).
  private static func key(_ notification: Notification) -> String {
    switch notification.kind {
    case .favourite, .repost, .follow:
      guard let time = notification.createdAt else { break }
      return "\(time.dayNumber(minutesEast: 0)) " + notification.kind.rawValue + (notification.status?.id ?? "")
    case .mention, .followRequest, .post, .update, .signUp: break
    }
    return "n" + notification.id
  }
}
