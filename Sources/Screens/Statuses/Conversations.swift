import Contracts
import Social

/// Which lines of a list stand together: posts with what answers them, and the comments under one post.
///
/// Only lines that came together stand together: what is there already, and may have been read, moves for nothing that
/// comes later.
struct Conversations: Equatable, Sendable {
  typealias Item = MastodonDecoder.Item

  /// The device keeps something under it if the reader does not want to be told who commented on what.
  static let hidesCommentsKey = "comments"

  /// The id of the person who reads: where their own comments are they know.
  private let reader: String?
  /// What a line belongs to, by its id. Lines that are not here stand alone.
  private var threads: [String: Thread] = [:]

  enum Thread: Hashable, Sendable {
    /// The id of the line with which it began, as far as those lines go.
    case replies(to: String)
    /// The id of the newest line and that of the post under which all of them stand.
    case comments(newest: String, on: String)
    /// Another line shows the same post, or the post under which this one stands as a comment; or it is the reader's own
    /// comment.
    case again
  }

  init(reader: String?) { self.reader = reader }

  func thread(of line: String) -> Thread? { threads[line] }

  /// Lets lines that came together, newest first, stand together. `shown`: the ids of posts that show in other lines.
  mutating func join(_ lines: [Item], shown: Set<String>) {
    var shown = shown
    var parents: [String: String] = [:]
    var comments: [String: String] = [:]
    var posts: Set<String> = []
    for line in lines { posts.insert(line.entry.status.id) }
    for line in lines {
      let (id, status) = (line.entry.id, line.entry.status)
      let isOwn = reader != nil && line.entry.reposter == nil && status.author.id == reader
      if !shown.insert(status.id).inserted || status.commentOf.map({ isOwn || posts.contains($0) }) ?? false {
        threads[id] = .again
      } else if line.entry.reposter == nil, let post = status.commentOf {
        if comments[post] == nil { comments[post] = id }
        threads[id] = .comments(newest: comments[post] ?? id, on: post)
      } else if line.entry.reposter == nil {
        parents[id] = status.replyTo?.id ?? ""
      }
    }
    for line in lines {
      let id = line.entry.id
      guard let parent = parents[id], parents[parent] != nil else { continue }
      var first = parent
      // What a server says may go round in circles.
      for _ in lines {
        guard let next = parents[first], parents[next] != nil else { break }
        first = next
      }
      threads[id] = .replies(to: first)
      threads[first] = .replies(to: first)
    }
  }

  mutating func removeAll() { threads = [:] }
}
