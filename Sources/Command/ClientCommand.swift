import ArgumentParser
import Community
import Social

struct ClientCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "client",
    abstract: "Register a client of the Twitter API v1.1, list such clients, or remove one.",
    discussion: """
      These clients sign their requests (OAuth 1.0a) with a key and a secret. Clients of the Mastodon API register
      themselves.

      Examples:
        swiftlet client add Tweetbook --callback tweetbook://oauth
        swiftlet client add BitlBee --key BUILTINKEY --secret BUILTINSECRET
        swiftlet client list
        swiftlet client remove BUILTINKEY

      \(ExitStatus.table)
      """,
    subcommands: [ClientAdd.self, ClientList.self, ClientRemove.self], defaultSubcommand: ClientList.self)
}

struct ClientAdd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Register a client. Its key and its secret are shown, with a tab between.",
    discussion: ExitStatus.table)

  @Argument(help: "The name that members see when they sign in.")
  var name: String

  @Option(
    help: ArgumentHelp(
      "An address to which a sign-in may return; repeat it for more. Without one, members type a PIN.",
      valueName: "url"))
  var callback: [String] = []

  @Option(help: ArgumentHelp("The client's page.", valueName: "url"))
  var website: String?

  @Option(help: "The key that the client has built in; else a new one.")
  var key: String?

  @Option(help: "The secret that the client has built in; else a new one.")
  var secret: String?

  @Flag(help: "The client may not change anything.")
  var readOnly = false

  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        var draft = SigningClientDraft(name: name)
        draft.website = website
        draft.callbacks = callback
        draft.key = key
        draft.secret = secret
        draft.mayWrite = !readOnly
        let added = try await community.signing.add(draft, by: nil)
        Terminal.result(columns: [added.client.clientID, added.secret])
      }
    }
  }
}

struct ClientList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract:
      "All clients that sign their requests: key, since when, scopes, name, callbacks; with tabs between.",
    discussion: ExitStatus.table)

  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        for client in try await community.signing.all().map(\.client) {
          let callbacks = client.redirectURIs.filter { $0 != .outOfBand }.map(\.text)
          Terminal.result(columns: [
            client.clientID, client.createdAt.iso8601, client.scopes.text, client.name,
            callbacks.isEmpty ? "-" : callbacks.joined(separator: " "),
          ])
        }
      }
    }
  }
}

struct ClientRemove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a client. Its sessions end.", discussion: ExitStatus.table)

  @Argument var key: String

  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        do { try await community.signing.remove(key: key) } catch CommunityError.notFound {
          throw Failure(status: .noInput, message: "There is no client \(key).")
        }
        Terminal.result("Removed \(key)")
      }
    }
  }
}
