import ArgumentParser
import Community

struct SettingsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Show or change settings: who may join, title, description, room for pictures.",
    discussion: """
      Without a value, a setting is shown.

      Examples:
        swiftlet settings registration
        swiftlet settings registration open
        swiftlet settings title "The Hill Choir"

      \(ExitStatus.table)
      """,
    subcommands: [
      SettingsRegistration.self, SettingsInvitations.self, SettingsTitle.self, SettingsDescription.self,
      SettingsQuota.self,
    ])
}

struct SettingsRegistration: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "registration", abstract: "Who may join: open, invitation (with a link) or closed.")

  @Argument(help: "open, invitation or closed.")
  var mode: String?

  @OptionGroup var storage: StorageOptions

  mutating func validate() throws {
    guard let mode, RegistrationMode(rawValue: mode) == nil else { return }
    throw ValidationError("Registration is open, invitation or closed.")
  }

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        if let mode = mode.flatMap({ RegistrationMode(rawValue: $0) }) {
          try await community.settings.setRegistrationMode(mode)
        }
        Terminal.result(try await community.settings.registrationMode().rawValue)
      }
    }
  }
}

struct SettingsInvitations: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invitations", abstract: "Who may invite: owners (and moderators), or all members.")

  @Argument(help: "owners or members.")
  var policy: String?

  @OptionGroup var storage: StorageOptions

  mutating func validate() throws {
    guard let policy, InvitationPolicy(rawValue: policy) == nil else { return }
    throw ValidationError("Invitations are made by owners or members.")
  }

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        if let policy = policy.flatMap({ InvitationPolicy(rawValue: $0) }) {
          try await community.settings.setInvitationPolicy(policy)
        }
        Terminal.result(try await community.settings.invitationPolicy().rawValue)
      }
    }
  }
}

struct SettingsTitle: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "title", abstract: "What the community is called.")

  @Argument var title: String?
  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        if let title { try await community.settings.setTitle(title) }
        Terminal.result(try await community.settings.title())
      }
    }
  }
}

struct SettingsQuota: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quota", abstract: "How many megabytes of pictures each member may upload: a number, or none.")

  @Argument(help: "Megabytes, or none.")
  var megabytes: String?

  @OptionGroup var storage: StorageOptions

  mutating func validate() throws {
    guard let megabytes, megabytes != "none", Int(megabytes).map({ $0 < 0 }) ?? true else { return }
    throw ValidationError("A quota is a number of megabytes, or none.")
  }

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        if let megabytes { try await community.settings.setPictureQuota(Int(megabytes)) }
        Terminal.result(try await community.settings.pictureQuota().map { "\($0)" } ?? "none")
      }
    }
  }
}

struct SettingsDescription: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "description", abstract: "What the community is about, in a few sentences.")

  @Argument var text: String?
  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        if let text { try await community.settings.setDescription(text) }
        Terminal.result(lines: try await community.settings.description())
      }
    }
  }
}
