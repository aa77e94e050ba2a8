import ArgumentParser
import Community

struct SettingsTitle: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "title", abstract: "What the community is called.")

  @Argument var title: String?
  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        if let title { try await community.change { $0.title = title } }
        Terminal.result(try await community.settings.title())
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
        if let text { try await community.change { $0.description = text } }
        Terminal.result(lines: try await community.settings.description())
      }
    }
  }
}

struct SettingsContact: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contact",
    abstract: "The e-mail address of who runs the community. An empty text removes it.")

  @Argument var address: String?
  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        if let address { try await community.change { $0.contact = address } }
        Terminal.result(try await community.settings.contact())
      }
    }
  }
}

struct SettingsQuota: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quota",
    abstract: "How many megabytes of pictures each member may upload: a number, or none.")

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
        if let megabytes { try await community.change { $0.pictureQuota = .some(Int(megabytes)) } }
        Terminal.result(try await community.settings.pictureQuota().map { "\($0)" } ?? "none")
      }
    }
  }
}

struct SettingsXAuth: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "xauth",
    abstract: "Whether clients of the Twitter API may sign members in with their passwords: on, or off.",
    discussion: """
      Such clients learn the passwords of their members (xAuth). Without a need, leave it off: others open a
      page of the server to sign in.
      """)

  @Argument(help: "on or off.")
  var value: String?

  @OptionGroup var storage: StorageOptions

  mutating func validate() throws {
    guard let value, value != "on", value != "off" else { return }
    throw ValidationError("xauth is on or off.")
  }

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        if let value { try await community.change { $0.allowsXAuth = value == "on" } }
        Terminal.result(try await community.settings.allowsXAuth() ? "on" : "off")
      }
    }
  }
}

struct SettingsBasic: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "basic",
    abstract: "Whether clients of the Twitter API may send app passwords with every request: on, or off.",
    discussion: """
      Members make such a password for each client (HTTP Basic), by the API or with `swiftlet user app-password`.
      Turned off, none of them is good for anything. Use it only where the server is reached by https.
      """)

  @Argument(help: "on or off.")
  var value: String?

  @OptionGroup var storage: StorageOptions

  mutating func validate() throws {
    guard let value, value != "on", value != "off" else { return }
    throw ValidationError("basic is on or off.")
  }

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        if let value { try await community.change { $0.allowsBasic = value == "on" } }
        Terminal.result(try await community.settings.allowsBasic() ? "on" : "off")
      }
    }
  }
}

struct SettingsRules: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "The rules of the community, an argument each; one empty argument removes them.",
    discussion: """
      Members name a rule in a report. A rule that is written differently is a new one.

      Example:
        swiftlet settings rules "Be kind." "No photos of others without asking."
      """)

  @Argument var rules: [String] = []
  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        if !rules.isEmpty { try await community.change { $0.rules = rules.joined(separator: "\n") } }
        for rule in try await community.settings.rules() { Terminal.result(columns: [rule.text]) }
      }
    }
  }
}

struct SettingsAbout: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "about", abstract: "A long text about the community. An empty text removes it.")

  @Argument var text: String?
  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        if let text { try await community.change { $0.about = text } }
        Terminal.result(lines: try await community.settings.text(.about).text)
      }
    }
  }
}

struct SettingsPrivacyPolicy: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "privacy-policy", abstract: "What becomes of members' data. An empty text removes it.")

  @Argument var text: String?
  @OptionGroup var storage: StorageOptions

  func run() async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        if let text { try await community.change { $0.privacyPolicy = text } }
        Terminal.result(lines: try await community.settings.text(.privacyPolicy).text)
      }
    }
  }
}
