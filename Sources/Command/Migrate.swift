import ArgumentParser
import Community
import Storage

struct Migrate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Bring the data of an older Swiftlet to this version's schema.",
    discussion: """
      `swiftlet serve` does the same when it starts; no other command does, as the older version's server
      may be running. Stop that before. Of a database in the data folder a copy is kept beside it
      (swiftlet.sqlite.schema-17); of a PostgreSQL database make one yourself.

      Examples:
        swiftlet migrate --data /var/lib/swiftlet

      \(ExitStatus.table)
      """)

  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      let lock = try storage.servingLock(mayBegin: false)
      defer { withExtendedLifetime(lock) {} }
      try await withCommunity(storage, schema: .migrate) { _ in
        Terminal.result("The data has schema \(Store.schema)")
      }
    }
  }
}
