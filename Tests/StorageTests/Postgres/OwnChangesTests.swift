import DatabaseTestSupport
import Invalidation
import Testing

@testable import Storage

/// Tests that a process publishes each of its own changes once, whichever of its threads learns of it first.
@Suite struct OwnChangesTests {
  private let revisions = Revisions()
  private let own: OwnChanges

  init() { own = OwnChanges(revisions) }

  private static func notice(_ post: Int64) -> ChangeNotice {
    var notice = ChangeNotice()
    notice.insert(kind: .post, id: post)
    return notice
  }

  @Test(arguments: [[true, false], [false, true], [true], [false]])
  func `NEW_06 the first who learns of a change publishes it`(order: [Bool]) {
    for number in Int64(1)...3 {
      own.begins(after: number - 1)
      own.ends(with: Self.notice(number))
      let before = revisions.latest
      for isWriter in order {
        if isWriter { own.isCommitted() } else { own.arrived(number, Self.notice(number)) }
        #expect(revisions.latest == before + 1)
        #expect(!revisions.isCurrent(.post(number), asOf: before))
      }
    }
  }

  @Test func `NEW_06 messages that come after further writes change nothing`() {
    for number in Int64(1)...3 {
      own.begins(after: number - 1)
      own.ends(with: Self.notice(number))
      own.isCommitted()
    }
    let latest = revisions.latest
    for number in Int64(1)...3 { own.arrived(number, Self.notice(number)) }
    #expect(revisions.latest == latest && latest == 3)
  }

  @Test func `NEW_06 the writer says more exactly what changed than a message that says everything`() {
    own.begins(after: 0)
    own.ends(with: Self.notice(1))
    var everything = ChangeNotice()
    everything.insert(kind: .everything, id: 0)
    let before = revisions.latest
    own.arrived(1, everything)
    #expect(!revisions.isCurrent(.post(1), asOf: before) && revisions.isCurrent(.post(2), asOf: before))
  }

  @Test func `NEW_06 a transaction that changed nothing, or was undone, publishes nothing`() {
    own.begins(after: 4)
    own.ends(with: Self.notice(1))
    // It was undone, and the next one has the same number.
    own.begins(after: 4)
    own.ends(with: ChangeNotice())
    own.isCommitted()
    #expect(revisions.latest == 0)
    own.begins(after: 4)
    own.ends(with: Self.notice(2))
    own.isCommitted()
    #expect(revisions.latest == 1 && revisions.isCurrent(.post(1), asOf: 0))
  }

  @Test func `NEW_06 another database may number its changes anew`() {
    own.begins(after: 90)
    own.ends(with: Self.notice(1))
    own.isCommitted()
    own.forget()
    own.begins(after: 3)
    own.ends(with: Self.notice(2))
    own.isCommitted()
    #expect(revisions.latest == 2)
  }

  @Test(.timeLimit(.minutes(5)))
  func `NEW_06 of a process with streams each write counts once, and before its notes`() async throws {
    let address = try await PostgresServer.shared.emptyDatabase()
    let (writer, other) = (try await PostgresDriver.open(address), try await PostgresDriver.open(address))
    try await writer.write { connection in
      _ = try connection.execute("CREATE TABLE notes (id BIGINT PRIMARY KEY, text TEXT)")
    }
    try await writer.note([InvalidationRule(table: "notes", event: .insert, tags: [(.post, "NEW.id")])])
    await Self.untilHeard(by: writer, from: other)
    let (before, revisions) = (writer.revisions.latest, writer.revisions)
    let heard = AsyncStream.makeStream(of: Bool.self)
    writer.events.subscribe { item in
      guard case .notes(let notes) = item else { return }
      for case .counted(let id) in notes {
        heard.continuation.yield(!revisions.isCurrent(.post(id), asOf: before))
      }
    }
    let count: Int64 = 50
    for id in 1...count {
      try await writer.write { connection in
        _ = try connection.execute("INSERT INTO notes (id) VALUES (\(id))")
        connection.record(.counted(id))
      }
    }
    var published: Int64 = 0
    for await isPublished in heard.stream {
      #expect(isPublished, "streams would read what is outdated")
      published += 1
      if published == count { break }
    }
    await Self.untilHeard(by: writer, from: other)
    #expect(writer.revisions.latest - before == UInt64(count))
    try await writer.close()
    try await other.close()
  }

  /// Waits until a process has received everything that was committed before.
  private static func untilHeard(by driver: PostgresDriver, from other: PostgresDriver) async {
    let heard = AsyncStream.makeStream(of: Void.self)
    driver.subscribe { _ in heard.continuation.yield() }
    await other.publish("here")
    for await _ in heard.stream { break }
  }
}
