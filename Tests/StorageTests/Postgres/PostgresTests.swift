import DatabaseTestSupport
import Foundation
import Invalidation
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// What PostgreSQL does beyond the contract of drivers: several processes, and connections that are lost.
@Suite struct PostgresTests {
  private let note = Statement("INSERT INTO notes (id, text) VALUES (\(1), \("x"))")
  private let count = Statement("SELECT count(*) FROM notes")

  private func counted(_ driver: PostgresDriver) async throws -> Int64? {
    let count = count
    return try await driver.read { try $0.integer(count) }
  }

  /// As many drivers of one database as processes would have.
  private func withDrivers(
    _ number: Int = 1, timeout: Duration = .seconds(30), readers: Int = 2,
    _ body: ([PostgresDriver], DatabaseAddress) async throws -> Void
  ) async throws {
    let address = try await PostgresServer.shared.emptyDatabase()
    var drivers: [PostgresDriver] = []
    for _ in 0..<number {
      drivers.append(try await PostgresDriver.open(address, timeout: timeout, readerCount: readers))
    }
    try await drivers[0].write { connection in
      _ = try connection.execute("CREATE TABLE notes (id BIGINT PRIMARY KEY, text TEXT)")
    }
    try await body(drivers, address)
    for driver in drivers { try await driver.close() }
  }

  @Test func `NEW_08 an address shows neither user nor password nor parameters`() throws {
    for (url, shown, secret) in [
      (
        "postgres://ann:p%40ss@db.example.org:5433/town?sslmode=require",
        "postgres://db.example.org:5433/town", "p@ss"
      ),
      ("postgresql://db/town?password=hush%21&user=ann", "postgres://db/town", "hush!"),
      ("postgres://ann:a@b@c@db/town", "postgres://db/town", "a@b@c"),
      ("postgres://ann:!@%2Fvar%2Frun/town", "postgres://%2Fvar%2Frun/town", "!"),
    ] {
      let address = try #require(DatabaseAddress(url))
      #expect("\(address)" == shown && String(reflecting: address) == shown)
      #expect(!address.withoutSecrets("failed: \(url) with “\(secret)”").contains(secret))
    }
    #expect(DatabaseAddress("mysql://db/town") == nil)
  }

  @Test func `NEW_08 who can't be reached, and what is no address, are said without the password`()
    async throws
  {
    for url in [
      "postgres://ann:hush@%2Fno%2Fsuch%2Ffolder/town", "postgres://ann:hush@[::1/town?sslmode=disable",
    ] {
      let address = try #require(DatabaseAddress(url))
      let error = await #expect(throws: StorageError.self) { try await PostgresDriver.open(address) }
      guard case .unavailable(let reason)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(!reason.isEmpty && !reason.contains("hush"))
    }
  }

  @Test func `NEW_08 a change of one process is known in the other after a refresh`() async throws {
    try await withDrivers(2) { [note] drivers, address in
      let (one, two) = (drivers[0], drivers[1])
      for driver in drivers {
        try await driver.note([
          InvalidationRule(table: "notes", event: .insert, tags: [(.post, "NEW.id"), (.tag, "NEW.text")])
        ])
      }
      try await Task.sleep(for: .milliseconds(120))
      await two.refresh()
      let before = two.revisions.latest
      try await one.write { _ = try $0.execute(note) }
      try await Task.sleep(for: .milliseconds(120))
      await two.refresh()
      #expect(two.revisions.latest > before)
      for cacheTag in [CacheTag.post(1), .tag("x"), .anything] {
        #expect(!two.revisions.isCurrent(cacheTag, asOf: before))
      }
      for cacheTag in [CacheTag.post(2), .tag("y"), .account(1)] {
        #expect(two.revisions.isCurrent(cacheTag, asOf: before))
      }
      // Another program, which knows nothing of it.
      let later = two.revisions.latest
      let foreign = PostgresSession.Timeouts(
        lock: .seconds(5), statement: .seconds(5), name: "another program")
      let session = try PostgresSession(address, foreign, isQueued: false)
      try session.run("SET swiftlet.session = off; INSERT INTO notes (id, text) VALUES (2, 'y')")
      try await Task.sleep(for: .milliseconds(120))
      await two.refresh()
      #expect(
        !two.revisions.isCurrent(.post(2), asOf: later) && two.revisions.isCurrent(.post(1), asOf: later))
    }
  }

  @Test func `NEW_08 nobody who pages by since_id misses what two processes write`() async throws {
    try await withDrivers(2) { drivers, _ in
      let perWriter = 150
      let seen = Mutex<[Int64]>([])
      let isOver = Mutex(false)
      let reading = Task {
        var last: Int64 = 0
        while true {
          let ends = isOver.withLock(\.self)
          let page = Statement("SELECT id FROM notes WHERE id > \(last) ORDER BY id LIMIT 7")
          let found = try await drivers[0].read { try $0.integers(page) }
          seen.withLock { $0 += found }
          last = found.last ?? last
          if ends, found.isEmpty { return }
        }
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, driver) in drivers.enumerated() {
          for _ in 0..<3 {
            group.addTask {
              var generator = SeededGenerator(seed: UInt64(index))
              for number in 0..<perWriter {
                // One clock goes 40 ms behind the other, and both jump.
                let now = 1_795_000_000_000 + Int64(number + generator.below(20) - index * 40)
                try await driver.write { connection in
                  let id = driver.identifiers.next(milliseconds: now)
                  _ = try connection.execute("INSERT INTO notes (id) VALUES (\(id))")
                }
              }
            }
          }
        }
        try await group.waitForAll()
      }
      isOver.withLock { $0 = true }
      try await reading.value
      let ids = seen.withLock(\.self)
      #expect(ids.count == 6 * perWriter && ids == ids.sorted() && Set(ids).count == ids.count)
      #expect(try await counted(drivers[1]) == Int64(6 * perWriter))
      #expect(Set(drivers.map { $0.identifiers.number }).count == 2)
    }
  }

  @Test func `NEW_08 a lock that somebody holds makes writes fail in their time, and no read`() async throws {
    try await withDrivers(2, timeout: .milliseconds(300)) { [note] drivers, _ in
      let (holds, ends) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
      let holding = Task {
        try await drivers[0].write { connection in
          _ = try connection.execute(note)
          holds.continuation.yield()
          ends.wait()
        }
      }
      for await _ in holds.stream { break }
      await #expect(throws: StorageError.busy) { try await drivers[1].write { _ = try $0.execute(note) } }
      #expect(try await counted(drivers[1]) == 0)
      ends.signal()
      try await holding.value
      #expect(try await counted(drivers[1]) == 1)
    }
  }

  @Test func `NEW_08 when all sessions read, others are told that it is busy`() async throws {
    try await withDrivers(1, timeout: .milliseconds(300), readers: 1) { [count] drivers, _ in
      let (holds, ends) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
      let holding = Task {
        try await drivers[0].read { connection in
          holds.continuation.yield()
          ends.wait()
          return try connection.rows(count)
        }
      }
      for await _ in holds.stream { break }
      await #expect(throws: StorageError.busy) { try await drivers[0].read { try $0.rows(count) } }
      ends.signal()
      let rows = try await holding.value
      #expect(rows == [Row([.integer(0)])])
      #expect(try await counted(drivers[0]) == 0)
    }
  }

  @Test func `NEW_08 connections that are cut are made again, and no write is done twice`() async throws {
    try await withDrivers(1) { drivers, address in
      let driver = drivers[0]
      let name = address.description.split(separator: "/").last ?? ""
      let cut = """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)' AND pid <> pg_backend_pid()
        """
      let cutting = Task {
        for _ in 0..<15 {
          try await PostgresServer.shared.administrate(cut)
          try await Task.sleep(for: .milliseconds(30))
        }
      }
      var kept = try await withThrowingTaskGroup(of: Set<Int64>.self) { group in
        for writer in 0..<4 {
          group.addTask { try await Self.write((0..<60).map { Int64(writer * 1000 + $0) }, driver) }
        }
        return try await group.reduce(into: Set<Int64>()) { $0.formUnion($1) }
      }
      try await cutting.value
      var next: Int64 = 9000
      let isConnected = try await eventually {
        next += 1
        let last = try await Self.write([next], driver)
        kept.formUnion(last)
        return !last.isEmpty
      }
      #expect(isConnected)
      let found = try await driver.read { connection in
        Set(try connection.integers("SELECT id FROM notes"))
      }
      #expect(kept.isSubset(of: found))
    }
  }

  /// Writes and reads by turns. Returns what the driver says is kept.
  private static func write(_ ids: [Int64], _ driver: PostgresDriver) async throws -> Set<Int64> {
    var kept: Set<Int64> = []
    for id in ids {
      do {
        try await driver.write { connection in
          _ = try connection.execute("INSERT INTO notes (id) VALUES (\(id))")
        }
        kept.insert(id)
        _ = try await driver.read { try $0.rows("SELECT count(*) FROM notes") }
      } catch let error as StorageError {
        // Not done, or not known: never a second time, which would be a broken rule.
        guard case .unavailable = error else { throw error }
      }
    }
    return kept
  }

  @Test func `NEW_08 the database knows the last transactions of 16 processes`() async throws {
    try await withDrivers(18) { drivers, _ in
      for (number, driver) in drivers.enumerated() {
        try await driver.write { connection in
          _ = try connection.execute("INSERT INTO notes (id) VALUES (\(Int64(number)))")
        }
      }
      try await drivers[5].write { connection in
        _ = try connection.execute("DELETE FROM notes WHERE id = 5")
      }
      let ended = try await drivers[0].read { try $0.text("SELECT ended FROM swiftlet_revisions") } ?? ""
      let entries = ended.split(separator: " ").map { $0.split(separator: ":") }
      #expect(entries.count == 16 && Set(entries.map(\.first)).count == 16)
      let numbers = entries.compactMap { $0.last.flatMap { Int64($0) } }
      #expect(numbers.count == 16 && numbers == numbers.sorted(by: >))
    }
  }

  @Test func `NEW_08 a transaction's number counts only for the process that wrote it`() {
    let (own, other, unknown) = (MessageOrigin(), MessageOrigin(), MessageOrigin())
    func entry(_ origin: MessageOrigin, _ number: Int) -> String {
      origin.text + ":" + String(format: "%020d", number) + " "
    }
    let last = PostgresChanges.LastTransactions(entry(other, 12) + entry(own, 11))
    #expect(last.isLast("11", of: own) == true)
    // The server has crashed, and given the number of the lost transaction to another one.
    #expect(last.isLast("12", of: own) == false && last.isLast("12", of: unknown) == false)
    let full = PostgresChanges.LastTransactions((0..<16).map { entry(MessageOrigin(), $0) }.joined())
    #expect(full.isLast("11", of: own) == nil)
  }

  @Test func `NEW_08 two processes that begin at once make one schema, and a newer one is refused`()
    async throws
  {
    let address = try await PostgresServer.shared.emptyDatabase()
    try await withTemporaryFolder { folder in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<3 {
          group.addTask { try await Store.open(folder: folder, database: address).close() }
        }
        try await group.waitForAll()
      }
      let fewer = Array(Migration.all.dropLast())
      let known = Migration.all.count
      await #expect(throws: StorageError.newerDatabase(found: known, known: known - 1)) {
        try await Store.open(folder: folder, database: address, migrations: fewer)
      }
      let store = try await Store.open(folder: folder, database: address)
      let steps = Statement("SELECT count(*) FROM schema_migrations")
      let found = try await store.driver.read { try $0.rows(steps) }
      #expect(found == [Row([.integer(Int64(known))])])
      try await store.close()
    }
  }

  @Test func `NEW_08 a migration that fails changes nothing`() async throws {
    let address = try await PostgresServer.shared.emptyDatabase()
    let good = Migration(
      number: 1, name: "one", statements: ["CREATE TABLE kept (id INTEGER PRIMARY KEY) STRICT"])
    let bad = Migration(
      number: 2, name: "two",
      statements: ["CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT", "CREATE NONSENSE"])
    try await withTemporaryFolder { folder in
      await #expect(throws: StorageError.self) {
        try await Store.open(folder: folder, database: address, migrations: [good, bad])
      }
      let store = try await Store.open(folder: folder, database: address, migrations: [good])
      let counts = try await store.driver.read { connection in
        try ["kept", "more"].map { try connection.integer(Dialect.postgres.countTables(named: $0)) }
      }
      #expect(counts == [1, 0])
      try await store.close()
    }
  }

  @Test func `NEW_08 one process at a time imports`() async throws {
    let address = try await PostgresServer.shared.emptyDatabase()
    try await withTemporaryFolder { folder in
      let (one, two) = (
        try await Store.open(folder: folder + "/1", database: address),
        try await Store.open(folder: folder + "/2", database: address)
      )
      do {
        let held = try await one.lock(.importing)
        #expect(try await two.lockIfFree(.importing) == nil)
        #expect(try await two.lockIfFree(.indexing) != nil)
        withExtendedLifetime(held) {}
      }
      let held = try await two.lock(.importing)
      withExtendedLifetime(held) {}
      try await one.close()
      try await two.close()
    }
  }

  @Test func `NEW_08 what one process publishes the others receive, and not itself`() async throws {
    try await withDrivers(3) { drivers, _ in
      let heard = AsyncStream.makeStream(of: String.self)
      for (number, driver) in drivers.enumerated() {
        driver.subscribe { heard.continuation.yield("\(number) \($0)") }
      }
      await drivers[1].publish("it's told; 微信")
      await drivers[2].publish(String(repeating: "x", count: 9000))
      await drivers[0].publish("more")
      var words: Set<String> = []
      for await word in heard.stream {
        words.insert(word)
        if words.count == 4 { break }
      }
      #expect(words == ["0 it's told; 微信", "2 it's told; 微信", "1 more", "2 more"])
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `NEW_08 only messages with this process's own mark are skipped`() async throws {
    try await withDrivers { drivers, address in
      let (driver, post) = (drivers[0], Dependencies.Slots([.post(7)]))
      let session = try PostgresSession(
        address, .init(lock: .seconds(2), statement: .seconds(5), name: "test"), isQueued: false)
      let kind = CacheTagKind.post.rawValue
      // Another process of a restarted database may have the number that a session of this one had.
      for message in ["@0123456789abcdef \(kind):7", "\(kind):7"] {
        let revision = driver.revisions.latest
        try session.run("SELECT pg_notify('\(PostgresChanges.channel)', '99 \(message)')")
        while driver.revisions.areCurrent(post, asOf: revision) {
          try await Task.sleep(for: .milliseconds(5))
        }
      }
    }
  }

  @Test func `NEW_08 a change says its number, its process and what it concerns`() throws {
    let kind = CacheTagKind.post.rawValue
    var ofPost = ChangeNotice()
    ofPost.insert(kind: .post, id: 7)
    let change = try #require(PostgresChanges.change("12 @0f1e2d3c4b5a6978 \(kind):7"))
    #expect(change.number == 12 && change.origin == "@0f1e2d3c4b5a6978" && change.notice == ofPost)
    let other = try #require(PostgresChanges.change("0 \(kind):7"))
    #expect(other.number == 0 && other.origin == nil && other.notice == ofPost)
    #expect(PostgresChanges.change("x") == nil)
    #expect(MessageOrigin() != MessageOrigin() && MessageOrigin().text.utf8.count == 17)
  }

  @Test func `NEW_08 a client that says nothing more loses the lock of writes`() async throws {
    try await withDrivers { drivers, address in
      let silent = try PostgresSession(
        address, .init(lock: .seconds(2), statement: .seconds(5), name: "silent", idle: .milliseconds(200)))
      try silent.queue("BEGIN")
      try silent.queue(PostgresChanges.lock)
      try silent.collect()
      let note = note
      try await drivers[0].write { _ = try $0.execute(note) }
      #expect(try await counted(drivers[0]) == 1)
      withExtendedLifetime(silent) {}
    }
  }
}
