import ArgumentParser
import Community
import Social

struct SettingsPicture: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picture", abstract: "The community's picture: a file, or none.")

  @Argument(help: "A picture file, or none.") var file: String?
  @OptionGroup var storage: StorageOptions

  func run() async throws { try await SettingsCover.set(.picture, to: file, storage) }
}

struct SettingsCover: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cover",
    abstract: "The picture over the landing page: a file, or none for that of the first owner.")

  @Argument(help: "A picture file, or none.") var file: String?
  @OptionGroup var storage: StorageOptions

  func run() async throws { try await Self.set(.cover, to: file, storage) }

  /// Sets a picture, and prints its address or `none`.
  static func set(_ kind: CommunityPictureKind, to file: String?, _ storage: StorageOptions) async throws {
    try await reporting {
      try await withCommunity(storage) { community in
        if let file {
          try await community.change(
            SettingsChange(), pictures: [kind: file == "none" ? nil : file], by: nil)
        }
        let pictures = try await community.settings.pictures()
        Terminal.result((kind == .picture ? pictures.picture : pictures.cover)?.url ?? "none")
      }
    }
  }
}
