import Community
import Contracts
import Media
import Social

extension Community {
  /// Returns the community's description of itself.
  func instance() async throws -> Instance {
    let statistics = try await statistics()
    let registration: Instance.Registration =
      switch try await settings.registrationMode() {
      case .open: .open
      case .invitation: .invitation
      case .closed: .closed
      }
    return Instance(
      title: try await settings.title(), description: try await settings.description(), version: swiftletVersion,
      registration: registration, members: statistics.members, posts: statistics.posts,
      contact: try await accounts.owner(),
      maximumCharacters: CharacterCount.limit, charactersPerLink: CharacterCount.addressLength,
      pictures: Instance.Pictures(
        most: PictureRules.maxOfPost, types: Media.types, maximumBytes: media.limits.maximumBytes,
        maximumPixels: media.limits.maximumPixels, longestDescription: PictureRules.longestDescription))
  }
}
