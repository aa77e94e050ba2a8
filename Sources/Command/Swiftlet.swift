import ArgumentParser
import Server

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@main
struct Swiftlet: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swiftlet",
    abstract: "A social feed that people host themselves.",
    discussion: """
      Examples:
        swiftlet serve --demo
        swiftlet serve --host 0.0.0.0 --public-url https://moments.example.org --data /var/lib/swiftlet
        swiftlet user add anna
        swiftlet invite --public-url https://moments.example.org
        swiftlet import moments https://moments.example.org --username jsmith
        swiftlet import moments ./export --username jsmith
        swiftlet backup /mnt/other/community.tar --data /var/lib/swiftlet
        swiftlet copy --from /var/lib/swiftlet --to postgres://swiftlet@db.example.org/swiftlet

      \(ExitStatus.table)
      """,
    version: swiftletVersion,
    subcommands: [
      Serve.self, User.self, Invite.self, SettingsCommand.self, Import.self, Backup.self, Restore.self,
      Check.self,
      MediaCommands.self, Migrate.self, Copy.self, Reports.self, AnnouncementCommand.self, ClientCommand.self,
      Log.self,
    ])

  /// Makes all files private to the user, because the database, pictures and backups hold private posts.
  static func main() async {
    umask(0o077)
    await main(nil)
  }
}
