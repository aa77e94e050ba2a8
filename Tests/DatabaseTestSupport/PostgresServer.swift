import Foundation

@testable public import Storage

/// A PostgreSQL server for the tests: in a new folder, on a socket in it, without a port. All tests of a run
/// share it.
///
/// It ends with the program that started it, even after a crash: a shell waits for the end of its standard
/// input.
public actor PostgresServer {
  public static let shared = PostgresServer()

  public struct Missing: Error, CustomStringConvertible {
    public let description: String
  }

  private var running: Task<RunningPostgres, any Error>?
  private var count = 0
  /// Databases by the folders of their tests.
  private var known: [String: DatabaseAddress] = [:]

  /// Returns a new, empty database.
  public func emptyDatabase() async throws -> DatabaseAddress {
    try await start().create(name(), template: "template0")
  }

  /// Returns the database that belongs to a folder: with the schema, without a community. Reuses the database
  /// of a finished test if possible: emptying costs a tenth of creating.
  public func database(for folder: String) async throws -> DatabaseAddress {
    if let address = known[folder] { return address }
    let server = try await start()
    let free = known.first { old, _ in
      !FileManager.default.fileExists(atPath: old.hasSuffix("/data") ? String(old.dropLast(5)) : old)
    }
    if let free {
      known[free.key] = nil
      known[folder] = free.value
      try server.empty(free.value)
      return free.value
    }
    let address = try server.create(name(), template: RunningPostgres.template)
    known[folder] = address
    return address
  }

  /// Runs a statement as the server's administrator.
  public func administrate(_ sql: String) async throws { try await start().run(sql) }

  private func name() -> String {
    count += 1
    return "test_\(count)"
  }

  private func start() async throws -> RunningPostgres {
    if let running { return try await running.value }
    let task = Task { try await RunningPostgres.started() }
    running = task
    return try await task.value
  }
}

/// The kind of database that this run tests.
public enum TestDatabase {
  public static let isPostgres = ProcessInfo.processInfo.environment["SWIFTLET_TEST_DATABASE"] == "postgres"

  /// Returns the database for a test with its data in that folder, which has the schema; `nil` for SQLite, which
  /// lives in the folder itself.
  public static func address(for folder: String) async throws -> DatabaseAddress? {
    if isPostgres { return try await PostgresServer.shared.database(for: folder) }
    try await SQLiteTemplate.shared.copy(to: folder)
    return nil
  }
}

/// The running server.
private final class RunningPostgres: Sendable {
  static let template = "swiftlet_template"

  private let folder: String
  // The server's standard input. The server ends when it is closed.
  private let input: Pipe

  private init(folder: String, input: Pipe) {
    self.folder = folder
    self.input = input
  }

  static func started() async throws -> RunningPostgres {
    let folder = FileManager.default.temporaryDirectory.path + "/swiftlet-pg-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let input = Pipe()
    let process = Process()
    let shell = ["sh", "-c", script, try programs() + "/", folder]
    // PostgreSQL refuses to run as root, so Debian's `postgres` user runs it.
    let isRoot = getuid() == 0
    if isRoot { try give(folder) }
    let command =
      (isRoot ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []) + shell
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.currentDirectoryURL = URL(filePath: "/")
    try process.run()
    let server = RunningPostgres(folder: folder, input: input)
    try await server.wait()
    _ = try server.create(template, template: "template0")
    if let address = server.address(template) {
      try await Store.open(folder: folder + ".media", database: address).close()
      try? FileManager.default.removeItem(atPath: folder + ".media")
    }
    return server
  }

  /// The data doesn't outlive the tests, so syncing to disk is off.
  private static let script = """
    cd "$1"
    if "$0"initdb -D data -U postgres -A trust -E UTF8 --locale=C --no-sync >log 2>&1; then
      "$0"postgres -D data -k "$1" -c listen_addresses= -c fsync=off -c full_page_writes=off \\
        -c synchronous_commit=off -c shared_buffers=64MB -c max_connections=400 -c max_wal_size=2GB \\
        -c autovacuum=off -c wal_level=minimal -c max_wal_senders=0 >>log 2>&1 &
      server=$!
      cat >/dev/null
      kill -QUIT $server
      wait $server
    fi
    rm -rf "$1"
    """

  /// Returns the folder of PostgreSQL's programs on Debian or other systems.
  private static func programs() throws -> String {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    if let newest = versions.compactMap({ Int($0) }).max() { return "\(root)/\(newest)/bin" }
    throw PostgresServer.Missing(description: "PostgreSQL is not installed: Tools/install-packages.sh test")
  }

  private static func give(_ folder: String) throws {
    guard let user = getpwnam("postgres"), chown(folder, user.pointee.pw_uid, user.pointee.pw_gid) == 0 else {
      throw PostgresServer.Missing(description: "There is no user called postgres.")
    }
  }

  private func wait() async throws {
    for _ in 0..<600 {
      if (try? session("postgres")) != nil { return }
      try await Task.sleep(for: .milliseconds(100))
    }
    let log = FileManager.default.contents(atPath: folder + "/log").map {
      String(decoding: $0, as: UTF8.self)
    }
    throw PostgresServer.Missing(description: "PostgreSQL did not start: \(log ?? "")")
  }

  func address(_ database: String) -> DatabaseAddress? {
    let path = folder.replacing("/", with: "%2F")
    return DatabaseAddress("postgres://postgres@\(path)/\(database)")
  }

  private func session(_ database: String) throws -> PostgresSession {
    guard let address = address(database) else { throw PostgresServer.Missing(description: "no address") }
    let limits = PostgresSession.Timeouts(lock: .seconds(60), statement: .seconds(60), name: "tests")
    return try PostgresSession(address, limits, isQueued: false)
  }

  func run(_ sql: String) throws { try session("postgres").run(sql) }

  func create(_ name: String, template: String) throws -> DatabaseAddress {
    try run("CREATE DATABASE \(name) TEMPLATE \(template)")
    guard let address = address(name) else { throw PostgresServer.Missing(description: "no address") }
    return address
  }

  /// Deletes all rows except those that the schema starts with.
  func empty(_ address: DatabaseAddress) throws {
    let name = address.description.split(separator: "/").last ?? ""
    try session(String(name)).run(
      """
      SET session_replication_role = replica;
      DO $body$
      DECLARE found record;
      BEGIN
        FOR found IN SELECT tablename FROM pg_tables WHERE schemaname = 'public'
          AND tablename NOT IN ('schema_migrations', 'swiftlet_revisions', 'access_revisions')
        LOOP EXECUTE 'DELETE FROM ' || quote_ident(found.tablename); END LOOP;
        UPDATE swiftlet_revisions SET last_identifier = 0;
        UPDATE access_revisions SET number = 0;
      END $body$
      """)
  }
}
