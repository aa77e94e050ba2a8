import Contracts
import Social

/// A Moments post that a session's store holds. Moments pages keep references to it, so all of them show the
/// same.
///
/// Only the store writes to it.
final class MomentsRecord: Equatable, @unchecked Sendable {
  /// The newest response, with what has arrived since, and without the viewer's changes.
  fileprivate(set) var post: MomentsPost
  /// The time of the request for it.
  fileprivate(set) var asked: Timestamp

  init(_ post: MomentsPost, asked time: Timestamp) { (self.post, asked) = (post, time) }

  static func == (left: MomentsRecord, right: MomentsRecord) -> Bool {
    left === right || left.post == right.post
  }
}

/// A like, a comment or an edit of which the app learned alone. An older response lacks it.
struct MomentsArrival: Equatable, Sendable {
  indirect enum Kind: Equatable, Sendable {
    /// A like of the post with this id.
    case like(String, Account)
    /// The accounts that like the post with this id; all of them if `isComplete`.
    case likers(String, [Account], isComplete: Bool)
    /// A comment, and the id of the post or comment that it answers.
    case comment(Comment, under: String)
    /// The new text and pictures of a post or comment.
    case edit(MomentsPost)
  }

  let kind: Kind
  let at: Timestamp
}

/// Moments posts: each once, the newest response, and all that has arrived since. Those without an id belong
/// to one page.
extension EntityStore {
  /// Stores the posts of a response that was requested at `time`. Newer ones stay.
  func receive(_ posts: [MomentsPost], asked time: Timestamp) -> [MomentsRecord] {
    var records: [MomentsRecord] = []
    for post in posts { records.append(receive(post, asked: time)) }
    return records
  }

  func receive(_ post: MomentsPost, asked time: Timestamp) -> MomentsRecord {
    if bytes >= limit { evict() }
    let post = arrivals.isEmpty ? post : withArrivals(post, asked: time)
    guard let id = post.id else { return MomentsRecord(post, asked: time) }
    guard let index = momentsIndices[id] else {
      let new = MomentsRecord(post, asked: time)
      bytes += post.estimatedBytes
      momentsIndices[id] = moments.count
      moments.append(new)
      return new
    }
    let stored = moments[index]
    if time >= stored.asked {
      stored.asked = time
      show(post, in: stored)
    }
    return stored
  }

  /// Makes the viewer's like a part of the post once a server has confirmed it.
  func confirm(_ change: MemberActionChange, by me: Account) {
    guard change.isConfirmed, case .post(.favourite) = change.action, let index = momentsIndices[change.id]
    else { return }
    var post = moments[index].post
    post.setLike(of: me, change.isOn)
    show(post, in: moments[index])
  }

  private func show(_ post: MomentsPost, in stored: MomentsRecord) {
    if post == stored.post { return }
    stored.post = post
    bytes += post.estimatedBytes
    hasChanged = true
  }

  /// Returns a post from a response that was requested at `time`, with what it lacks.
  @inline(never)
  private func withArrivals(_ post: MomentsPost, asked time: Timestamp) -> MomentsPost {
    var post = post
    for arrival in arrivals where arrival.at >= time { post.add(arrival.kind) }
    return post
  }

  /// Adds a like, a comment or an edit to its post, wherever that shows. What is newer stays: the names of
  /// those who like a post are as old as the request for them.
  @inline(never)
  func arrived(_ kind: MomentsArrival.Kind, at time: Timestamp) {
    var position = arrivals.count
    while position > 0, arrivals[position - 1].at > time { position -= 1 }
    let newer = Array(arrivals[position...])
    arrivals.insert(MomentsArrival(kind: kind, at: time), at: position)
    if arrivals.count > RecentChanges.maxCount { arrivals.removeFirst() }
    for stored in moments {
      if case .likers = kind, stored.asked > time { continue }
      var post = stored.post
      post.add(kind)
      for arrival in newer { post.add(arrival.kind) }
      show(post, in: stored)
    }
  }

  /// Adds what a change means for Moments pages: a comment or an edit of the viewer, and what others did.
  @inline(never)
  func showOnMoments(_ change: Change) {
    switch change {
    case .itemSent(let item, .some(let post), _, let time):
      if !item.isNewPost {
        arrived(.edit(MomentsPost(post)), at: time)
      } else if let draft = item.draft, let answered = draft.replyTo?.id {
        // As the viewer has typed it.
        arrived(.comment(Comment(post, text: draft.text), under: answered), at: time)
      }
    case .entryArrived(let item, let time):
      if item.entry.reposter == nil { arrived(item.entry.post, at: time) }
    case .likersArrived(let post, let likers, let isComplete, let time):
      arrived(.likers(post, likers, isComplete: isComplete), at: time)
    case .notificationArrived(let notification, _, let time):
      guard let post = notification.post else { return }
      switch notification.kind {
      case .mention: arrived(post, at: time)
      case .favourite: arrived(.like(post.id, notification.actor.account), at: time)
      default: return
      }
    default: return
    }
  }

  private func arrived(_ post: Post, at time: Timestamp) {
    guard let answered = post.replyTo?.id else { return }
    arrived(.comment(Comment(post, text: post.content.plainText), under: answered), at: time)
  }

  /// Stores a post whose author has changed it just now.
  func receive(changed post: Post, asked time: Timestamp) {
    receive(post, asked: time)
    arrived(.edit(MomentsPost(post)), at: time)
  }

  /// Gives a member's Moments posts, likes and comments their new name and picture.
  func rename(_ account: Account) {
    for stored in moments {
      var post = stored.post
      post.rename(account)
      show(post, in: stored)
    }
  }
}

extension MomentsPost {
  /// Creates the form of a post that Moments pages show, without likes and comments.
  init(_ post: Post) {
    self.init(
      id: post.id, sender: post.author.account, text: post.content.plainText, warning: post.warning,
      isSensitive: post.isSensitive, pictures: post.attachments.filter { $0.isPicture }.map { $0.picture },
      createdAt: post.createdAt, location: post.location, language: post.language, editedAt: post.editedAt,
      linkPreview: post.linkPreview.map { LinkPreview(url: $0.url, title: $0.title, picture: $0.picture) },
      visibility: post.visibility, circles: post.circles, hasPoll: post.hasPoll)
  }

  fileprivate mutating func add(_ kind: MomentsArrival.Kind) {
    switch kind {
    case .like(let id, let account): if id == self.id { setLike(of: account, true) }
    case .likers(let id, let likers, let isComplete): if id == self.id { like(likers, isComplete) }
    case .comment(var comment, let answered):
      guard let target = target(of: answered), !comments.contains(where: { $0.id == comment.id })
      else { return }
      comment.replyTo = target.reply
      comments.append(comment)
    case .edit(let post): edit(post)
    }
  }

  /// Sets who likes the post, in the order that it has. If these aren't all, the others stay.
  private mutating func like(_ likers: [Account], _ isComplete: Bool) {
    if isComplete { likes.removeAll { like in !likers.contains { $0.username == like.username } } }
    for liker in likers { setLike(of: liker, true) }
  }

  /// Applies new contents of the post, or of one of its comments. Pictures that are the same stay as they
  /// are, because this API knows more sizes of them.
  private mutating func edit(_ post: MomentsPost) {
    if post.id == id {
      (text, warning, isSensitive, location) = (post.text, post.warning, post.isSensitive, post.location)
      (language, editedAt, linkPreview) = (post.language, post.editedAt, post.linkPreview)
      (visibility, circles, hasPoll) = (post.visibility, post.circles, post.hasPoll)
      if pictures.map({ $0.url }) != post.pictures.map({ $0.url }) { pictures = post.pictures }
    } else if let index = comments.firstIndex(where: { $0.id == post.id }) {
      (comments[index].text, comments[index].language) = (post.text, post.language)
    }
  }

  fileprivate mutating func rename(_ account: Account) {
    if sender.username == account.username { sender = account }
    for index in likes.indices where likes[index].username == account.username { likes[index] = account }
    for index in comments.indices where comments[index].sender.username == account.username {
      comments[index].sender = account
    }
  }
}

extension Comment {
  fileprivate init(_ post: Post, text: String) {
    self.init(
      id: post.id, sender: post.author.account, text: text,
      picture: post.attachments.first { $0.isPicture }?.picture, createdAt: post.createdAt,
      language: post.language)
  }
}
