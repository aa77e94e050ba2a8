import Community
import Screens
import Social

extension Community {
  /// The number of faces on the landing page.
  private static let maxFaces = 7

  /// Returns the content of the landing page for strangers; `nil` as long as the community has no members. It
  /// shows the people who posted last on the public page; a closed community shows no people.
  func preview() async throws -> CommunityPreview? {
    guard let owner = try await moments.home() else { return nil }
    let isClosed = try await isClosed()
    let others = try await isClosed ? [] : moments.recentAuthors(ofPage: owner.username, limit: Self.maxFaces)
    let people =
      isClosed ? [] : ([owner] + others.filter { $0.username != owner.username }).prefix(Self.maxFaces)
    let joining: CommunityPreview.Joining =
      switch try await settings.registrationMode() {
      case .open: .open
      case .approval: .approval
      case .invitation: .invitation
      case .closed: .closed
      }
    let line = try await settings.description().split(separator: "\n").first.map(String.init) ?? ""
    let rules = try await settings.rules().map(\.text)
    let hasTexts = try await settings.hasTexts()
    let pictures = try await settings.pictures()
    return CommunityPreview(
      title: try await settings.title(), line: line, people: Array(people), joining: joining,
      isClosed: isClosed,
      rules: rules, hasAbout: hasTexts || !rules.isEmpty, picture: pictures.picture,
      cover: pictures.cover, sendsMail: mail.isOn)
  }
}
