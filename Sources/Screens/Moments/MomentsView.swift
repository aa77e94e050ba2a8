public import Contracts
public import Social

extension Moments {
  public static func view(_ state: State, _ reader: Reader) -> Page<Cell> {
    let title = state.profile?.nick ?? state.username
    var frame: [Cell] = [.bar(isRoot: state.isRoot, writes: state.isOwnPage), .wheel]
    // Without posts the foot says it, with a button to try again.
    if let notice = state.notice, !state.posts.isEmpty {
      frame.append(.notice(notice, server: state.serverName, username: state.username))
    }
    if let commenting = state.writing.commenting {
      frame.append(.commentBar(receiver: commenting.receiver?.nick, draft: commenting.draft))
    }
    if let comment = state.writing.asked { frame.append(.askedComment(comment.text)) }
    var cells: [Cell] = [.header(state.profile)]
    for (index, post) in state.posts.prefix(state.shownCount).enumerated() where !state.isRemoved(post) {
      let key = state.key(of: post, at: index)
      cells.append(
        .post(
          PostCell(
            key: key, post: state.overlaid(post), origin: state.origin,
            age: post.createdAt.map { Age(of: $0, at: reader.now, minutesEast: reader.minutesEast) },
            isUnfolded: state.unfolded.contains(key), isFirst: index == 0, actions: state.actions(of: post, key))))
    }
    cells.append(foot(state))
    return Page(
      title: title.isEmpty ? reader.strings[.moments] : title + " · " + reader.strings[.moments],
      status: status(state), frame: frame, cells: cells)
  }

  private static func status(_ state: State) -> String {
    var words = state.loading == .refresh ? "refreshing" : ""
    if let commenting = state.writing.commenting, !commenting.canSend {
      words += words.isEmpty ? "unsendable" : " unsendable"
    }
    return words
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
    /// `writes`: with the camera, which leads to a new post.
    case bar(isRoot: Bool, writes: Bool)
    case wheel
    case notice(Notice, server: String, username: String)
    case header(Account?)
    case post(PostCell)
    case foot(Foot)
    /// For a comment; with the text that its field had at first.
    case commentBar(receiver: String?, draft: String)
    /// The question about an own comment.
    case askedComment(String)
  }

  public struct PostCell: Equatable, Sendable {
    let key: String
    let post: Post
    let origin: Origin
    let age: Age?
    let isUnfolded: Bool
    let isFirst: Bool
    /// nil: nobody can do anything with it here.
    let actions: Actions?
  }

  /// What the person who looks can do with a post.
  struct Actions: Equatable, Sendable {
    let isLiked: Bool
    let isOwn: Bool
    /// nil: Like and Comment are not shown.
    let menu: Menu?
    /// The id of what the comment bar answers.
    let answered: String?
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
  func isRemoved(_ post: Post) -> Bool { post.id.map { writing.removed.contains($0) } ?? false }

  func actions(of post: Post, _ key: String) -> Moments.Actions? {
    guard post.id != nil, offersActions else { return nil }
    let isAnswered = writing.commenting?.key == key
    return Moments.Actions(
      isLiked: isLiked(post), isOwn: isOwn(post.sender), menu: writing.menu?.key == key ? writing.menu : nil,
      answered: isAnswered ? writing.commenting?.answered : nil)
  }

  /// What a message calls the server.
  var serverName: String {
    let origin = Array(origin.address.origin.utf8)[...]
    guard let slash = origin.lastIndex(of: UInt8(ascii: "/")) else { return self.origin.address.origin }
    return String(decoding: origin[(slash + 1)...], as: UTF8.self)
  }
}
