import Contracts
import Social

/// The viewer's relationship to a person, as a server returned it.
struct RelationshipRecord: Equatable, Sendable {
  let relationship: Relationship
  /// The time of the request for it.
  let asked: Timestamp
}

extension EntityStore {
  func record(of person: String) -> RelationshipRecord? {
    relationships.first { $0.relationship.id == person }
  }

  /// Returns the viewer's relationship to a person; `nil` until a server has said it.
  func relationship(with person: Profile) -> Relationship? {
    guard let stored = record(of: person.id) else { return nil }
    var relationship = stored.relationship
    for change in changes.actions
    where change.id == person.id && (!change.isConfirmed || change.at >= stored.asked) {
      guard case .person(let action) = change.action else { continue }
      // A locked account is asked anew.
      if change.isRenewed { action.set(false, on: &relationship, person) }
      action.set(change.isOn, on: &relationship, person)
    }
    return relationship
  }

  /// Returns the state of a person's follow button: none until the relationship is known.
  func follow(_ person: Profile) -> FollowState {
    relationship(with: person).map { FollowState($0) } ?? .none
  }

  /// Stores a relationship from a response that was requested at `time`, unless a newer one is known.
  func receive(relationship: Relationship, asked time: Timestamp) {
    let (id, new) = (relationship.id, RelationshipRecord(relationship: relationship, asked: time))
    if let index = relationships.firstIndex(where: { $0.relationship.id == id }) {
      if relationships[index].asked > time { return }
      if relationships[index].relationship != relationship { hasChanged = true }
      relationships[index] = new
    } else {
      relationships.append(new)
    }
    set(relationship.isMuting, id, of: .mute(name: ""), asked: time, in: &muted)
    set(relationship.isBlocking, id, of: .block(name: ""), asked: time, in: &blocked)
  }

  /// Records that a person follows the viewer, or has asked to, since a moment ago.
  func receive(followOf person: String, isRequest: Bool) {
    guard let index = relationships.firstIndex(where: { $0.relationship.id == person }) else { return }
    var relationship = relationships[index].relationship
    relationship.isRequestedBy = isRequest
    if !isRequest { relationship.isFollowedBy = true }
    if relationship == relationships[index].relationship { return }
    relationships[index] = RelationshipRecord(relationship: relationship, asked: relationships[index].asked)
    hasChanged = true
  }

  /// Stores the relationships of a response.
  func receive(relationships body: [UInt8], _ decoder: MastodonDecoder, asked time: Timestamp) {
    decoder.relationships(body: body) { receive(relationship: $0, asked: time) }
  }

  /// Records that the viewer muted or blocked these people, according to a list that was requested at `time`.
  func receive(_ people: [Profile], silencedBy action: RelationshipChange, asked time: Timestamp) {
    for person in people {
      switch action {
      case .mute: set(true, person.id, of: action, asked: time, in: &muted)
      case .block: set(true, person.id, of: action, asked: time, in: &blocked)
      case .follow, .hideReposts, .notify: return
      }
    }
  }

  /// Records that the viewer muted or blocked a person, or no longer does.
  func silence(_ change: MemberActionChange) {
    guard case .person(let action) = change.action else { return }
    switch action {
    case .mute: Self.set(change.isOn, change.id, in: &muted)
    case .block: Self.set(change.isOn, change.id, in: &blocked)
    case .follow, .hideReposts, .notify: break
    }
    hasChanged = true
  }

  private func set(
    _ isOn: Bool, _ person: String, of action: RelationshipChange, asked time: Timestamp,
    in people: inout Set<String>
  ) {
    Self.set(changes.override(.person(action), person, asked: time) ?? isOn, person, in: &people)
  }

  private static func set(_ isOn: Bool, _ person: String, in people: inout Set<String>) {
    if isOn { people.insert(person) } else { people.remove(person) }
  }
}

extension RelationshipChange {
  /// Turns it on or off in a relationship. A locked account gets a request to follow it.
  fileprivate func set(_ isOn: Bool, on relationship: inout Relationship, _ person: Profile) {
    switch self {
    case .follow:
      guard isOn != (relationship.isFollowing || relationship.isRequested) else { return }
      relationship.isFollowing = isOn && !person.isLocked
      relationship.isRequested = isOn && person.isLocked
    case .hideReposts: relationship.showsReposts = !isOn
    case .notify: relationship.notifies = isOn
    case .mute: relationship.isMuting = isOn
    case .block:
      relationship.isBlocking = isOn
      if isOn { (relationship.isFollowing, relationship.isRequested) = (false, false) }
    }
  }
}
