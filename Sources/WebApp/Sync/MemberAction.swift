import Contracts
import Localization
import Social

/// An interaction with a post, or a change of the relationship to a person. It can be turned on and off.
indirect enum MemberAction: Equatable, Sendable {
  case post(PostInteraction)
  case person(RelationshipChange)
  /// A vote in a poll. It stays on, unless the server refuses it.
  case vote(PollVote)

  /// The name under which the device stores it while it waits. It may wait for an earlier request for the
  /// same action, because the page may be left before that is answered.
  var storedName: String {
    switch self {
    case .post(let interaction): interaction.storedName
    case .person(let change): change.storedName
    case .vote(let vote): vote.storedName
    }
  }

  /// Reads a stored name. The person's name isn't stored.
  init?(storedName name: String) {
    if let interaction = PostInteraction(storedName: name) {
      self = .post(interaction)
    } else if let change = RelationshipChange(storedName: name) {
      self = .person(change)
    } else if let vote = PollVote(storedName: name) {
      self = .vote(vote)
    } else {
      return nil
    }
  }

  /// True if it is retried when it fails for now; otherwise a failure is final and shown.
  var isRetried: Bool {
    switch self {
    case .post(let interaction): interaction.isRetried
    case .vote: true
    case .person: false
    }
  }

  /// True if it hides the person's posts.
  var silences: Bool {
    switch self {
    case .person(.mute), .person(.block): true
    case .person(.follow), .person(.hideReposts), .person(.notify), .post, .vote: false
    }
  }

  func request(_ id: String, _ isOn: Bool) -> APIRequest {
    switch self {
    case .post(let interaction): interaction.request(id, isOn)
    case .person(let change): change.request(id, isOn)
    case .vote(let vote): PollRequests.vote(vote.choices, in: vote.poll)
    }
  }

  /// Returns the post with the interaction on or off. A relationship change leaves it as it is.
  func set(_ isOn: Bool, on post: Post) -> Post {
    switch self {
    case .post(let interaction): interaction.set(isOn, on: post)
    case .person: post
    case .vote(let vote): vote.set(isOn, on: post)
    }
  }

  /// The message if the server refuses it.
  var failure: Message {
    switch self {
    case .post(let interaction): interaction.failure
    case .person(let change): change.failure
    case .vote: Message(.notSaved)
    }
  }
}

/// The new state of a member's action, and its time.
struct MemberActionChange: Equatable, Sendable {
  let action: MemberAction
  /// The id of the post or the account.
  let id: String
  let isOn: Bool
  let at: Timestamp
  /// True if the server has confirmed it, or refused the opposite.
  let isConfirmed: Bool
  /// True if it was turned off just before.
  var isRenewed = false

  /// Returns true if it turns the same thing on or off. A person's name, which the device doesn't store, makes
  /// no difference.
  func isAbout(_ action: MemberAction, _ id: String) -> Bool {
    self.id == id && self.action.storedName == action.storedName
  }
}
