import Contracts
import Social

/// What a person can put on a post and take off again.
public enum StatusMark: CaseIterable, Equatable, Sendable {
  case favourite
  case repost
  case bookmark

  init?(_ verb: RequestName.Verb) {
    switch verb {
    case .favourite: self = .favourite
    case .repost: self = .repost
    case .bookmark: self = .bookmark
    default: return nil
    }
  }

  func name(_ id: String) -> RequestName {
    switch self {
    case .favourite: RequestName(.favourite, id)
    case .repost: RequestName(.repost, id)
    case .bookmark: RequestName(.bookmark, id)
    }
  }

  func request(_ id: String, _ isOn: Bool) -> APIRequest {
    switch self {
    case .favourite: MastodonRequests.favourite(id, isOn)
    case .repost: MastodonRequests.repost(id, isOn)
    case .bookmark: MastodonRequests.bookmark(id, isOn)
    }
  }

  func isOn(_ status: Status) -> Bool {
    switch self {
    case .favourite: status.viewer.isFavourite
    case .repost: status.viewer.isReposted
    case .bookmark: status.viewer.isBookmarked
    }
  }

  /// The post with the mark on or off, and counted so.
  func set(_ isOn: Bool, on status: Status) -> Status {
    guard self.isOn(status) != isOn else { return status }
    var status = status
    let step = isOn ? 1 : -1
    switch self {
    case .favourite:
      status.viewer.isFavourite = isOn
      status.favouritesCount = max(0, status.favouritesCount + step)
    case .repost:
      status.viewer.isReposted = isOn
      status.repostsCount = max(0, status.repostsCount + step)
    case .bookmark: status.viewer.isBookmarked = isOn
    }
    return status
  }

  /// What to say when the server refuses it.
  var trouble: Phrase {
    switch self {
    case .favourite: .favouriteFailed
    case .repost: .repostFailed
    case .bookmark: .bookmarkFailed
    }
  }
}

/// Marks that servers were asked for and have not confirmed. They show at once; one request runs for each, and what
/// was tapped meanwhile follows it.
struct StatusWishes: Equatable, Sendable {
  private struct Wish: Equatable, Sendable {
    var wanted: Bool
    var sent: Bool
  }

  private var wishes: [RequestName: Wish] = [:]

  indirect enum Outcome: Equatable {
    case nothing
    case send(RequestName, APIRequest)
    case settled(Status)
    /// It was not done: the mark is as it was.
    case failed(StatusMark, id: String, isOn: Bool)
  }

  /// The post as it shows from now on, and what to ask the server.
  mutating func toggle(_ mark: StatusMark, of status: Status) -> (Status, APIRequest?) {
    let name = mark.name(status.id)
    let wanted = !mark.isOn(status)
    let isRunning = wishes[name] != nil
    wishes[name] = Wish(wanted: wanted, sent: wishes[name]?.sent ?? wanted)
    return (mark.set(wanted, on: status), isRunning ? nil : mark.request(status.id, wanted))
  }

  mutating func answered(
    _ name: RequestName, _ result: Result<Answer, RequestFailure>, _ decoder: MastodonDecoder
  ) -> Outcome {
    guard let mark = StatusMark(name.verb), let wish = wishes[name] else { return .nothing }
    guard case .success(let body) = LoadTrouble.body(of: result), let status = decoder.status(body: body) else {
      wishes[name] = nil
      return .failed(mark, id: name.id, isOn: !wish.sent)
    }
    if wish.wanted != wish.sent {
      wishes[name] = Wish(wanted: wish.wanted, sent: wish.wanted)
      return .send(name, mark.request(name.id, wish.wanted))
    }
    wishes[name] = nil
    // The answer may have been counted before the mark was.
    return .settled(applied(to: mark.set(wish.sent, on: status)))
  }

  /// A post as a server has it, with what is still on its way.
  func applied(to status: Status) -> Status {
    var status = status
    for mark in StatusMark.allCases {
      if let wish = wishes[mark.name(status.id)] { status = mark.set(wish.wanted, on: status) }
    }
    return status
  }
}
