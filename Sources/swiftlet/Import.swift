import ArgumentParser

struct Import: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Bring in what is elsewhere.", subcommands: [ImportMoments.self, ImportTimeline.self])
}
