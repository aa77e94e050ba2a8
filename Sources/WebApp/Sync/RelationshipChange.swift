import Contracts
import Localization
import Social

/// A change of a member's relationship to a person. The name is the person's; the id in requests is an
/// account's.
indirect enum RelationshipChange: Equatable, Sendable {
  case follow(name: String)
  /// Hides the reposts of a followed person.
  case hideReposts(name: String)
  /// Notifies the viewer of each post of a followed person.
  case notify(name: String)
  /// Mutes a person for that many seconds; 0 means until they are unmuted.
  case mute(name: String, seconds: Int = 0)
  case block(name: String)

  var storedName: String {
    switch self {
    case .follow: "follow"
    case .hideReposts: "reposts"
    case .notify: "notify"
    case .mute: "mute"
    case .block: "block"
    }
  }

  init?(storedName name: String) {
    switch name {
    case "follow": self = .follow(name: "")
    case "reposts": self = .hideReposts(name: "")
    case "notify": self = .notify(name: "")
    case "mute": self = .mute(name: "")
    case "block": self = .block(name: "")
    default: return nil
    }
  }

  func request(_ id: String, _ isOn: Bool) -> APIRequest {
    switch self {
    case .follow: MastodonRequests.follow(id, isOn)
    case .hideReposts: MastodonRequests.setFollow(id, "reblogs", !isOn)
    case .notify: MastodonRequests.setFollow(id, "notify", isOn)
    case .mute(_, let seconds):
      isOn ? MastodonRequests.mute(id, seconds: seconds) : MastodonRequests.unmute(id)
    case .block: MastodonRequests.block(id, isOn)
    }
  }

  var failure: Message {
    switch self {
    case .follow(""), .hideReposts(""), .notify(""), .mute("", _), .block(""): Message(.notSaved)
    case .follow(let name): Message(.followFailed, name)
    case .hideReposts(let name), .notify(let name), .mute(let name, _), .block(let name):
      Message(.silenceFailed, name)
    }
  }
}
