import Community
import Contracts
import Media
import Social

extension Community {
  /// Returns the community's description of itself. Of a closed one, strangers learn neither the numbers nor
  /// the owner.
  func instance(_ viewer: Viewer?) async throws -> Instance {
    let isHidden = viewer == nil ? try await isClosed() : false
    let statistics = try await isHidden ? CommunityStatistics(members: 0, posts: 0) : statistics()
    let registration: Instance.Registration =
      switch try await settings.registrationMode() {
      case .open: .open
      case .approval: .approval
      case .invitation: .invitation
      case .closed: .closed
      }
    var instance = Instance(
      title: try await settings.title(), description: try await settings.description(),
      version: swiftletVersion,
      registration: registration, members: statistics.members, posts: statistics.posts,
      contact: try await isHidden ? nil : accounts.owner(),
      maxCharacters: CharacterCount.limit, charactersPerLink: CharacterCount.addressLength,
      pictures: Instance.Pictures(
        most: PictureRules.maxOfPost, types: Media.types, maxBytes: media.limits.maxBytes,
        maxPixels: media.limits.maxPixels, longestDescription: PictureRules.longestDescription),
      polls: Instance.Polls(
        mostOptions: PollRules.options.upperBound, longestOption: PollRules.longestOption,
        expiration: PollRules.expiration))
    instance.rules = try await settings.rules()
    let pictures = try await settings.pictures()
    instance.thumbnail = (pictures.cover ?? pictures.picture)?.url
    instance.pushKey = push.publicKey
    if !isHidden { instance.email = try await settings.contact() }
    return instance
  }
}
