public import Contracts
public import Social

extension Moments {
  public static func view(_ state: State, _ reader: Reader) -> Page<Cell> {
    let title = state.profile?.nick ?? state.username
    var frame: [Cell] = [.bar(isRoot: state.isRoot), .wheel]
    // Without posts the foot says it, with a button to try again.
    if let notice = state.notice, !state.posts.isEmpty {
      frame.append(.notice(notice, server: state.serverName, username: state.username))
    }
    var cells: [Cell] = [.header(state.profile)]
    for (index, post) in state.posts.prefix(state.shownCount).enumerated() {
      let key = state.key(of: post, at: index)
      cells.append(
        .post(
          PostCell(
            key: key, post: post, origin: state.origin,
            age: post.createdAt.map { Age(of: $0, at: reader.now, minutesEast: reader.minutesEast) },
            isUnfolded: state.unfolded.contains(key), isFirst: index == 0)))
    }
    cells.append(foot(state))
    return Page(
      title: title.isEmpty ? reader.strings[.moments] : title + " · " + reader.strings[.moments],
      status: state.loading == .refresh ? "refreshing" : "", frame: frame, cells: cells)
  }

  private static func foot(_ state: State) -> Cell {
    if state.posts.isEmpty {
      guard state.loading == .no || state.isComplete else { return .foot(.loading) }
      guard let notice = state.notice else { return .foot(.noPosts) }
      return .foot(.failed(notice, server: state.serverName, username: state.username))
    }
    if state.isLoadingMore { return .foot(.loading) }
    guard state.hasMore else { return .foot(.end) }
    return .foot(
      .more(username: state.username, state.origin, count: state.shownCount + pageLength))
  }

  /// A piece of the page.
  public indirect enum Cell: Equatable, Sendable {
    case bar(isRoot: Bool)
    case wheel
    case notice(Notice, server: String, username: String)
    case header(Account?)
    case post(PostCell)
    case foot(Foot)
  }

  public struct PostCell: Equatable, Sendable {
    let key: String
    let post: Post
    let origin: Origin
    let age: Age?
    let isUnfolded: Bool
    let isFirst: Bool
  }

  public indirect enum Foot: Equatable, Sendable {
    case loading
    case more(username: String, Origin, count: Int)
    case end
    case noPosts
    case failed(Notice, server: String, username: String)
  }
}

extension Moments.State {
  /// What a message calls the server.
  var serverName: String {
    let origin = Array(origin.address.origin.utf8)[...]
    guard let slash = origin.lastIndex(of: UInt8(ascii: "/")) else { return self.origin.address.origin }
    return String(decoding: origin[(slash + 1)...], as: UTF8.self)
  }
}
