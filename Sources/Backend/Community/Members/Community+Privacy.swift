import Invalidation
import Storage
import Synchronization

/// The people who may read a community.
public enum CommunityPrivacy: String, CaseIterable, Sendable {
  /// Everybody reads what is public.
  case open
  /// Strangers see the landing page and nothing else.
  case members
}

extension CommunityPrivacy {
  /// The privacy without a choice of the owner: where everybody can join, everybody can read.
  fileprivate init(following registration: RegistrationMode?) {
    self = registration == .open ? .open : .members
  }
}

extension Community.Settings {
  /// The setting's name in the database, at the command line and in the log.
  static let privacyName = "privacy"
  /// The name of the question that a migration asks the owner of an existing community.
  fileprivate static let question = "privacy_question"

  /// Returns the owner's choice. Without one it follows registration.
  public func privacy() async throws -> CommunityPrivacy {
    if let chosen = try await store.setting(Self.privacyName).flatMap({ CommunityPrivacy(rawValue: $0) }) {
      return chosen
    }
    return CommunityPrivacy(following: try await registrationMode())
  }

  public func setPrivacy(_ privacy: CommunityPrivacy) async throws {
    try await store.writeMembership { transaction in
      try transaction.set(Self.privacyName, to: privacy.rawValue)
      try transaction.answerPrivacyQuestion()
    }
  }

  /// Returns true if the community was open before this setting existed, and its owner has not chosen since.
  public func isPrivacyUndecided() async throws -> Bool { try await store.setting(Self.question) == "asked" }
}

extension MembershipTransaction {
  /// Returns the privacy that applies where its owner has chosen none.
  func privacyWithoutChoice() throws -> CommunityPrivacy {
    let registration = try setting(RegistrationMode.setting).flatMap { RegistrationMode(rawValue: $0) }
    return CommunityPrivacy(following: registration)
  }

  /// Stores the privacy that applies without a choice. A change of registration calls it before, so that what
  /// members have written doesn't become public by it.
  func storePrivacy() throws {
    guard try setting(Community.Settings.privacyName) == nil, try hasAccounts() else { return }
    try set(Community.Settings.privacyName, to: privacyWithoutChoice().rawValue)
  }

  /// Notes that the owner has chosen.
  func answerPrivacyQuestion() throws {
    guard try setting(Community.Settings.question) == "asked" else { return }
    try set(Community.Settings.question, to: "answered")
  }
}

extension Community {
  /// Returns true if strangers may read nothing. A community without accounts has nothing to hide.
  public func isClosed() async throws -> Bool {
    await store.refresh()
    return try await closing.value(store.revisions) {
      guard try await settings.privacy() == .members else { return false }
      return try await store.hasAccounts()
    }
  }
}

/// Caches whether the community is closed, because every request asks for it.
final class CachedClosing: Sendable {
  private struct State {
    var value: Bool?
    var revision: UInt64 = 0
  }

  /// Settings and accounts have no tag: their changes outdate everything.
  private static let dependencies = Dependencies.Slots()

  private let state = Mutex(State())

  func value(_ revisions: Revisions, read: () async throws -> Bool) async throws -> Bool {
    let now = revisions.latest
    let known = state.withLock { revisions.areCurrent(Self.dependencies, asOf: $0.revision) ? $0.value : nil }
    if let known { return known }
    let value = try await read()
    state.withLock { state in
      guard now >= state.revision else { return }
      state = State(value: value, revision: now)
    }
    return value
  }
}
