import ArgumentParser
import Community
import Social

struct SettingsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract:
      "Show or change settings: who reads, who joins, who sees new posts, title, texts, contact, room.",
    discussion: """
      Without a value, a setting is shown; without a setting, all are.

      Examples:
        swiftlet settings privacy members
        swiftlet settings registration
        swiftlet settings registration open
        swiftlet settings title "The Hill Choir"

      \(ExitStatus.table)
      """,
    subcommands: [
      SettingsList.self, SettingsPrivacy.self, SettingsRegistration.self, SettingsInvitations.self,
      SettingsAudience.self, SettingsTitle.self, SettingsDescription.self, SettingsContact.self,
      SettingsRules.self,
      SettingsAbout.self, SettingsPrivacyPolicy.self, SettingsPicture.self, SettingsCover.self,
      SettingsQuota.self, SettingsXAuth.self, SettingsBasic.self,
    ], defaultSubcommand: SettingsList.self)
}

struct SettingsList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "All settings, a line each.")

  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        let settings = community.settings
        let values = [
          ("privacy", try await settings.privacy().rawValue),
          ("registration", try await settings.registrationMode().rawValue),
          ("invitations", try await settings.invitationPolicy().rawValue),
          ("audience", try await settings.defaultAudience().rawValue),
          ("title", try await settings.title()),
          ("description", try await settings.description()),
          ("contact", try await settings.contact()),
          ("quota", try await settings.pictureQuota().map { "\($0)" } ?? "none"),
          ("xauth", try await settings.allowsXAuth() ? "on" : "off"),
          ("basic", try await settings.allowsBasic() ? "on" : "off"),
        ]
        for (name, value) in values { Terminal.result(columns: [name, value]) }
        if try await settings.isPrivacyUndecided() { Terminal.error(SettingsPrivacy.question) }
      }
    }
  }
}

struct SettingsPrivacy: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "privacy",
    abstract:
      "Who may read the community: open (everybody) or members (strangers see only the landing page).",
    discussion: """
      Until you choose, a new community that everybody can join is open, and one that needs an invitation is for
      members. A change counts for a running server at once.
      """)

  /// The question to the owner of a community that was open before this setting existed.
  static let question = """
    Everybody can read this community. Is that right? `swiftlet settings privacy open` keeps it so, \
    `swiftlet settings privacy members` shows it to members only.
    """

  @Argument(help: "open or members.")
  var privacy: String?

  @OptionGroup var storage: StorageOptions

  mutating func validate() throws {
    guard let privacy, CommunityPrivacy(rawValue: privacy) == nil else { return }
    throw ValidationError("Privacy is open or members.")
  }

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        if let privacy = privacy.flatMap({ CommunityPrivacy(rawValue: $0) }) {
          try await community.change { $0.privacy = privacy }
        }
        Terminal.result(try await community.settings.privacy().rawValue)
      }
    }
  }
}

struct SettingsRegistration: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "registration",
    abstract: "Who may join: open, approval (everybody may ask), invitation (with a link) or closed.")

  @Argument(help: "open, approval, invitation or closed.")
  var mode: String?

  @OptionGroup var storage: StorageOptions

  mutating func validate() throws {
    guard let mode, RegistrationMode(rawValue: mode) == nil else { return }
    throw ValidationError("Registration is open, approval, invitation or closed.")
  }

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        if let mode = mode.flatMap({ RegistrationMode(rawValue: $0) }) {
          try await community.change { $0.registration = mode }
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
          try await community.change { $0.invitations = policy }
        }
        Terminal.result(try await community.settings.invitationPolicy().rawValue)
      }
    }
  }
}

struct SettingsAudience: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audience",
    abstract:
      "Who sees new posts of members who have chosen nothing: public, unlisted, members or private (followers)."
  )

  @Argument(help: "public, unlisted, members or private.")
  var audience: String?

  @OptionGroup var storage: StorageOptions

  mutating func validate() throws {
    guard let audience else { return }
    guard let known = Visibility(rawValue: audience), known != .direct, known != .circles else {
      throw ValidationError("The audience is public, unlisted, members or private.")
    }
  }

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        if let audience = audience.flatMap({ Visibility(rawValue: $0) }) {
          try await community.change { $0.audience = audience }
        }
        Terminal.result(try await community.settings.defaultAudience().rawValue)
      }
    }
  }
}

extension Community {
  /// Changes a setting as the operator.
  func change(_ edit: (inout SettingsChange) -> Void) async throws {
    var change = SettingsChange()
    edit(&change)
    try await self.change(change, by: nil)
  }
}
