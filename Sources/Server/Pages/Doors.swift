import Community
import Screens
import Social

extension Community {
  /// How many faces the front door shows.
  private static let mostFaces = 7

  /// What a stranger sees before coming in; nil as long as nobody is here. Its people are those who posted last on the
  /// page that everybody may read.
  func door() async throws -> Door? {
    guard let owner = try await homeAccount() else { return nil }
    let others = try await recentAuthors(ofPage: owner.username, limit: Self.mostFaces)
    let people = ([owner] + others.filter { $0.username != owner.username }).prefix(Self.mostFaces)
    let joining: Door.Joining =
      switch try await registrationMode() {
      case .open: .open
      case .invitation: .invitation
      case .closed: .closed
      }
    let line = try await description().split(separator: "\n").first.map(String.init) ?? ""
    return Door(title: try await title(), line: line, people: Array(people), joining: joining)
  }
}
