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

extension Community.Settings {
  private static let name = "privacy"
  /// The name of the question that a migration asks the owner of an existing community.
  fileprivate static let question = "privacy_question"

  /// Returns the owner's choice. Without one it follows registration: where everybody can join, everybody can
  /// read.
  public func privacy() async throws -> CommunityPrivacy {
    if let chosen = try await store.setting(Self.name).flatMap({ CommunityPrivacy(rawValue: $0) }) {
      return chosen
    }
    return try await registrationMode() == .open ? .open : .members
  }

  public func setPrivacy(_ privacy: CommunityPrivacy) async throws {
    try await store.set(Self.name, to: privacy.rawValue)
    if try await isPrivacyUndecided() { try await store.set(Self.question, to: "answered") }
  }

  /// Stores the privacy that applies without a choice, so that what members have written doesn't become
  /// public because registration changes.
  func storePrivacy() async throws {
    guard try await store.setting(Self.name) == nil, try await store.hasAccounts() else { return }
    try await setPrivacy(privacy())
  }

  /// Returns true if the community was open before this setting existed, and its owner has not chosen since.
  public func isPrivacyUndecided() async throws -> Bool { try await store.setting(Self.question) == "asked" }
}

extension MembershipTransaction {
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
