import Contracts
import Social

/// The posts of a timeline file, as cells show them. A person's id is their handle.
struct FilePosts: Equatable, Sendable {
  /// The selection of a file's posts that a page shows.
  indirect enum Kind: Equatable, Sendable {
    case whole
    /// The posts of the person with this handle.
    case person(String)
    /// The posts with this tag, without its `#`, in lower case.
    case tag(String)
  }

  /// The initial content of a page.
  indirect enum Start: Equatable, Sendable {
    /// The file that the device stores.
    case stored
    /// A file that the viewer has just opened.
    case given([UInt8], name: String = "")
    /// Some posts of a file that is open.
    case posts(Kind, FilePosts)
  }

  /// Sorted as in the file.
  private(set) var all: [Post] = []
  private var indices: [String: Int] = [:]

  static func == (left: FilePosts, right: FilePosts) -> Bool { left.all == right.all }

  mutating func append(_ filePost: TimelineFile.Post) {
    var post = Post(
      id: filePost.id,
      author: Profile(
        id: filePost.handle,
        account: Account(
          username: filePost.handle, nick: filePost.handle, avatar: filePost.avatar.map { Picture(url: $0) })),
      content: .text(filePost.text), createdAt: filePost.createdAt)
    if let id = filePost.replyTo {
      let author = self[id]?.author
      post.replyTo = Post.Reply(id: id, author: author?.id)
      if let author {
        post.mentions = [.init(id: author.id, username: author.id, handle: author.id, url: "")]
      }
    }
    for url in filePost.images {
      post.attachments.append(.init(id: url, kind: .image, picture: Picture(url: url), url: url))
    }
    indices[filePost.id] = all.count
    all.append(post)
  }

  subscript(id: String) -> Post? { indices[id].map { all[$0] } }

  /// Returns the ancestors and replies of a post.
  func thread(around id: String) -> (ancestors: [Post], replies: [Post]) {
    guard let position = indices[id] else { return ([], []) }
    let (ancestors, replies) = ThreadOrder.around(position, in: all.map { ThreadOrder.Node($0) })
    return (ancestors.map { all[$0] }, replies.map { all[$0] })
  }

  func posts(by handle: String) -> [Post] {
    let key = TagKey.lowercased(handle)
    return all.filter { TagKey.lowercased($0.author.id) == key }
  }

  func posts(tagged name: String) -> [Post] {
    all.filter { post in
      guard case .text(let text) = post.content,
        Array(text.utf8).contains(where: { $0 == 0x23 || $0 == 0xEF })
      else { return false }
      return TextEntities(text).tags.contains(name)
    }
  }
}

extension ThreadOrder.Node {
  init(_ post: Post) { self.init(id: post.id, replyTo: post.replyTo?.id, time: post.createdAt) }
}
