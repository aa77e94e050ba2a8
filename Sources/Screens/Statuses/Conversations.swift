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
  /// Of each conversation the id of the post under which its lines stand as comments; empty: they are replies.
  private(set) var subjects: [String] = []
  /// What a line belongs to, by its id: an index of `subjects`, or `again`. Lines that are not here stand alone.
  private var places: [String: Int] = [:]

  /// Another line shows the same post, or the post under which this one stands as a comment; or it is the reader's own
  /// comment.
  static let again = -1

  init(reader: String?) { self.reader = reader }

  func place(of line: String) -> Int? { places[line] }

  /// Lets lines that came together, newest first, stand together. `shown`: by their ids, posts that show in other lines.
  mutating func join(_ lines: [Item], shown: [String: Int]) {
    var new: Set<String> = []
    var parents: [String: String] = [:]
    var comments: [String: Int] = [:]
    var posts: Set<String> = []
    for line in lines { posts.insert(line.entry.status.id) }
    for line in lines {
      let (id, status) = (line.entry.id, line.entry.status)
      let isOwn = reader != nil && line.entry.reposter == nil && status.author.id == reader
      let isShown = shown[status.id] != nil || !new.insert(status.id).inserted
      if isShown || status.commentOf.map({ isOwn || posts.contains($0) }) ?? false {
        places[id] = Self.again
      } else if line.entry.reposter == nil, let post = status.commentOf {
        let place = comments[post] ?? begin(on: post)
        (comments[post], places[id]) = (place, place)
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
      let place = places[first] ?? begin(on: "")
      (places[id], places[first]) = (place, place)
    }
  }

  private mutating func begin(on subject: String) -> Int {
    subjects.append(subject)
    return subjects.count - 1
  }

  mutating func removeAll() { (subjects, places) = ([], [:]) }
}
