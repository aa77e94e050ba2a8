import Community
import Contracts
import Media
import Social

extension Community {
  /// Returns the community's description of itself.
  func instance() async throws -> Instance {
    let statistics = try await statistics()
    let registration: Instance.Registration =
      switch try await registrationMode() {
      case .open: .open
      case .invitation: .invitation
      case .closed: .closed
      }
    return Instance(
      title: try await title(), description: try await description(), version: swiftletVersion,
      registration: registration, members: statistics.members, posts: statistics.posts,
      contact: try await accounts.owner(),
      maximumCharacters: CharacterCount.limit, charactersPerLink: CharacterCount.addressLength,
      pictures: Instance.Pictures(
        most: PictureRules.maxOfPost, types: Self.pictureTypes, maximumBytes: pictureLimits.maximumBytes,
        maximumPixels: pictureLimits.maximumPixels, longestDescription: PictureRules.longestDescription))
  }
}
