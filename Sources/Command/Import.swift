import ArgumentParser

struct Import: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Import a Moments page or a timeline file.",
    subcommands: [ImportMoments.self, ImportTimeline.self])
}
