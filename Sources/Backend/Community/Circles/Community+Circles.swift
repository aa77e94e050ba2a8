public import Social
import Storage

extension Community {
  public var circles: Circles { Circles(store: store, clock: clock, identifiers: identifiers) }

  /// The lists of people that members keep (docs/decisions/0055). Only its owner learns of a circle: others
  /// get `CommunityError.notFound`.
  public struct Circles: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let identifiers: Identifiers
  }
}

/// The input for a new circle, or the change of one, in which `nil` keeps a value.
public struct CircleDraft: Equatable, Sendable {
  public var name: String?
  public var repliesPolicy: Circle.RepliesPolicy?
  public var isExclusive: Bool?

  public init(name: String? = nil, repliesPolicy: Circle.RepliesPolicy? = nil, isExclusive: Bool? = nil) {
    self.name = name
    self.repliesPolicy = repliesPolicy
    self.isExclusive = isExclusive
  }
}

extension Community.Circles {
  /// The maximum number of a member's circles.
  public static let maxCircles = 50
  /// The maximum number of people in a circle.
  public static let maxPeople = 1000
  /// The maximum length of a name, in characters.
  static let longestName = 256

  /// Returns the viewer's circles, the oldest first.
  public func all(_ viewer: Viewer) async throws -> [Circle] { try await store.circles(of: viewer.account) }

  /// Returns the viewer's circles that hold an account.
  public func all(with person: Int64, _ viewer: Viewer) async throws -> [Circle] {
    try await store.circles(of: viewer.account, with: person)
  }

  public func find(_ circle: Int64, _ viewer: Viewer) async throws -> Circle {
    guard let found = try await store.circles(of: viewer.account, id: circle).first else {
      throw CommunityError.notFound
    }
    return found
  }

  /// Returns a page of a circle's people, the last added first.
  public func people(of circle: Int64, _ viewer: Viewer, _ cursor: Cursor) async throws -> ListPage<Profile> {
    guard let people = try await store.people(of: circle, owner: viewer.account, cursor) else {
      throw CommunityError.notFound
    }
    return people
  }

  /// Returns posts and reposts of a circle's people, newest first, as far as the viewer may see them.
  public func timeline(of circle: Int64, _ viewer: Viewer, _ cursor: Cursor) async throws -> ListPage<
    TimelineEntry
  > {
    let timeline = try await store.circleTimeline(
      circle, of: viewer.account, cursor, now: clock().milliseconds)
    guard let timeline else { throw CommunityError.notFound }
    return timeline
  }

  /// - Throws: `CommunityError.invalid` for a name that is blank or too long, and if the viewer has 50
  ///   circles.
  public func create(_ draft: CircleDraft, _ viewer: Viewer) async throws -> Circle {
    let name = try Self.name(draft.name ?? "")
    let (id, owner) = (identifiers.next(milliseconds: clock().milliseconds), viewer.account)
    try await store.write { transaction in
      guard try transaction.countCircles(of: owner) < Self.maxCircles else {
        throw CommunityError.invalid(
          "Validation failed: You have as many lists as possible (maximum is \(Self.maxCircles))",
          .tooManyCircles)
      }
      try transaction.insertCircle(
        id, owner: owner, name: name, draft.repliesPolicy ?? .people, isExclusive: draft.isExclusive ?? false)
    }
    return try await find(id, viewer)
  }

  public func update(_ circle: Int64, _ draft: CircleDraft, _ viewer: Viewer) async throws -> Circle {
    let name = try draft.name.map { name throws(CommunityError) in try Self.name(name) }
    try await changing(circle, viewer) { transaction in
      try transaction.updateCircle(circle, name: name, draft.repliesPolicy, isExclusive: draft.isExclusive)
    }
    return try await find(circle, viewer)
  }

  public func delete(_ circle: Int64, _ viewer: Viewer) async throws {
    try await changing(circle, viewer) { transaction in try transaction.deleteCircle(circle) }
  }

  /// Adds accounts to a circle: all of them, or none if one can't be added.
  ///
  /// - Throws: `CommunityError.notFound` for an account that is missing, or that a block hides;
  ///   `CommunityError.invalid` for one that is in the circle already, and beyond 1,000 people.
  public func add(_ people: [Int64], to circle: Int64, _ viewer: Viewer) async throws {
    let (now, owner, identifiers) = (clock().milliseconds, viewer.account, identifiers)
    try await changing(circle, viewer) { transaction in
      guard try transaction.countPeople(of: circle) + people.count <= Self.maxPeople else {
        throw CommunityError.invalid(
          "Validation failed: The list has as many accounts as possible (maximum is \(Self.maxPeople))",
          .circleFull)
      }
      for person in people {
        guard let facts = try transaction.account(person, viewer: owner), !facts.isBlocked else {
          throw CommunityError.notFound
        }
        let id = identifiers.next(milliseconds: now)
        guard try transaction.add(person, toCircle: circle, owner: owner, id: id) else {
          throw CommunityError.invalid("Validation failed: Account has already been taken")
        }
      }
    }
  }

  /// Removes accounts from a circle. Those that aren't in it are left out.
  public func remove(_ people: [Int64], from circle: Int64, _ viewer: Viewer) async throws {
    try await changing(circle, viewer) { transaction in try transaction.remove(people, fromCircle: circle) }
  }

  private func changing(
    _ circle: Int64, _ viewer: Viewer, _ change: @escaping @Sendable (WriteTransaction) throws -> Void
  ) async throws {
    try await store.write { transaction in
      guard try transaction.hasCircle(circle, owner: viewer.account) else { throw CommunityError.notFound }
      try change(transaction)
    }
  }

  /// Returns a name as it is stored.
  private static func name(_ name: String) throws(CommunityError) -> String {
    guard !name.isBlank else { throw .invalid("Validation failed: Title can't be blank") }
    let cleaned = name.cleanedName
    guard cleaned.unicodeScalars.count <= longestName else {
      throw .invalid(
        "Validation failed: Title is too long (maximum is \(longestName) characters)", .textTooLong)
    }
    return cleaned
  }
}
