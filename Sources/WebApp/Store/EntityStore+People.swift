import Contracts
import Social

/// A person that a session's store knows: their newest profile, and the viewer's relationship to them. Entries
/// keep references to people who reposted.
///
/// Only the store writes to it.
final class PersonRecord: Equatable, @unchecked Sendable {
  let id: String
  /// The newest profile; `nil` while only the relationship is known.
  fileprivate(set) var profile: Profile?
  /// The time of the request for it.
  fileprivate(set) var asked = Timestamp(milliseconds: 0)
  /// The relationship as the server returned it; `nil` until a server has said it.
  fileprivate(set) var relationship: Relationship?
  fileprivate(set) var relationshipAsked = Timestamp(milliseconds: 0)

  fileprivate init(_ id: String) { self.id = id }

  static func == (left: PersonRecord, right: PersonRecord) -> Bool {
    left === right || left.id == right.id && left.profile == right.profile
  }
}

/// The people whose relationships a screen shows. Its references keep them in the store.
struct HeldPeople: Equatable, Sendable {
  private var records: [PersonRecord] = []

  mutating func add(_ new: [PersonRecord]) { records += new }
  mutating func removeAll() { records = [] }

  /// Always equal: relationships aren't part of a screen's own state.
  static func == (left: HeldPeople, right: HeldPeople) -> Bool { true }
}

/// The time of the request for the profile that a screen shows on top; `nil` until that is known.
struct ProfileTime: Equatable, Sendable {
  var asked: Timestamp?

  /// Always equal: a time shows nowhere.
  static func == (left: ProfileTime, right: ProfileTime) -> Bool { true }
}

/// People: each once, the newest profile.
extension EntityStore {
  /// Returns the record of a person, which begins empty.
  private func person(_ id: String) -> PersonRecord {
    // Some people are known by name only. They have no record in common.
    if id.isEmpty { return PersonRecord(id) }
    if let index = personIndices[id] { return people[index] }
    let new = PersonRecord(id)
    bytes += PersonRecord.emptyBytes
    personIndices[id] = people.count
    people.append(new)
    return new
  }

  /// Stores a profile from a response that was requested at `time`, unless a newer one is known. A new name or
  /// picture shows wherever the person does.
  @discardableResult
  func receive(person profile: Profile, asked time: Timestamp) -> PersonRecord {
    if bytes >= limit { evict() }
    if !removedPeople.isEmpty { restore(profile, asked: time) }
    let stored = person(profile.id)
    if time >= stored.asked {
      stored.asked = time
      // An equal profile stays: posts share it.
      if stored.profile != profile {
        let known = stored.profile?.account
        stored.profile = profile
        bytes += profile.estimatedBytes
        if let known, known != profile.account { renamed(profile) }
      }
    }
    return stored
  }

  /// Stores a profile that the viewer or a server has changed.
  func receive(changed profile: Profile, at time: Timestamp) {
    let isNew = person(profile.id).profile == nil
    receive(person: profile, asked: time)
    // Moments posts have names without a record.
    if isNew { renamed(profile) }
  }

  @inline(never)
  private func renamed(_ profile: Profile) {
    hasChanged = true
    refresh(postsOf: profile)
    if profile.handle == profile.account.username { rename(profile.account) }
  }

  /// Returns a profile with the person's newest name and picture.
  func newest(_ profile: Profile) -> Profile {
    guard let index = personIndices[profile.id], let known = people[index].profile?.account,
      known != profile.account
    else { return profile }
    var newest = profile
    newest.account = known
    return newest
  }
}

/// A person that the server no longer shows, since this time.
struct RemovedPerson: Equatable, Sendable {
  let id: String
  let username: String
  let at: Timestamp
}

extension EntityStore {
  /// Takes away a person whose page the server refused, if anything of them is known.
  func remove(person id: String?, _ handle: String, at time: Timestamp) {
    for stored in people where stored.id == id || stored.profile?.handle == handle {
      guard let profile = stored.profile, !isRemoved(profile) else { continue }
      removedPeople.append(RemovedPerson(id: stored.id, username: profile.account.username, at: time))
      hasChanged = true
    }
  }

  @inline(never)
  private func restore(_ profile: Profile, asked time: Timestamp) {
    removedPeople.removeAll { $0.id == profile.id && $0.at < time }
  }

  @inline(never)
  func isRemoved(_ person: Profile) -> Bool { removedPeople.contains { $0.id == person.id } }

  @inline(never)
  func isRemoved(_ member: Account) -> Bool { removedPeople.contains { $0.username == member.username } }
}

/// The profile at the top of a person's page: its own response, under what came elsewhere since.
extension EntityStore {
  /// Returns the time of the request for a person's newest profile; `nil` if none is known.
  func profileTime(of person: String) -> Timestamp? {
    guard let index = personIndices[person], people[index].profile != nil else { return nil }
    return people[index].asked
  }

  /// Returns a profile as a newer response than that of `time` says it. The number of followers stays until
  /// a response contains what the viewer does.
  func newest(_ profile: Profile, since time: ProfileTime) -> Profile {
    guard let before = time.asked, let index = personIndices[profile.id], people[index].asked > before,
      var newest = people[index].profile
    else { return profile }
    if newest.isBrief { return profile.named(newest.account) }
    if changes.hasOverride(profile.id, asked: people[index].asked) {
      newest.followersCount = profile.followersCount
    }
    return newest
  }
}

extension Profile {
  /// True for an author in a response of a server that says little of authors: without a number of posts.
  fileprivate var isBrief: Bool { postsCount == 0 }

  /// Returns the profile with another name and avatar. The emojis of the bio stay.
  fileprivate func named(_ other: Account) -> Profile {
    var named = self
    named.account.nick = other.nick
    named.account.avatar = other.avatar
    named.account.emojis = other.emojis + account.emojis.filter { !other.emojis.contains($0) }
    return named
  }
}

/// The viewer's relationships to people.
extension EntityStore {
  /// Returns the record of a person whose relationship is known.
  func record(of person: String) -> PersonRecord? {
    guard let index = personIndices[person], people[index].relationship != nil else { return nil }
    return people[index]
  }

  /// Returns the viewer's relationship to a person; `nil` until a server has said it.
  func relationship(with person: Profile) -> Relationship? {
    guard let stored = record(of: person.id), var relationship = stored.relationship else { return nil }
    for change in changes.actions
    where change.id == person.id && (!change.isConfirmed || change.at >= stored.relationshipAsked) {
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
  @discardableResult
  func receive(relationship: Relationship, asked time: Timestamp) -> PersonRecord {
    if bytes >= limit { evict() }
    let id = relationship.id
    let stored = person(id)
    if let known = stored.relationship {
      if stored.relationshipAsked > time { return stored }
      if known != relationship { hasChanged = true }
    }
    (stored.relationship, stored.relationshipAsked) = (relationship, time)
    set(relationship.isMuting, id, of: .mute(name: ""), asked: time, in: &muted)
    set(relationship.isBlocking, id, of: .block(name: ""), asked: time, in: &blocked)
    return stored
  }

  /// Records that a person follows the viewer, or has asked to, since a moment ago.
  func receive(followOf person: String, isRequest: Bool) {
    guard let stored = record(of: person), let known = stored.relationship else { return }
    var relationship = known
    relationship.isRequestedBy = isRequest
    if !isRequest { relationship.isFollowedBy = true }
    if relationship == known { return }
    stored.relationship = relationship
    hasChanged = true
  }

  /// Stores the relationships of a response. Returns the people, for a screen that shows them to hold.
  @discardableResult
  func receive(relationships body: [UInt8], _ decoder: MastodonDecoder, asked time: Timestamp)
    -> [PersonRecord]
  {
    var records: [PersonRecord] = []
    decoder.relationships(body: body) { records.append(receive(relationship: $0, asked: time)) }
    return records
  }

  /// Returns the record of a person for a screen that shows the relationship, or is going to request it.
  func hold(_ profile: Profile) -> PersonRecord {
    let stored = person(profile.id)
    if stored.profile == nil { receive(person: profile, asked: Timestamp(milliseconds: 0)) }
    return stored
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
