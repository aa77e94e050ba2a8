import Social

/// The store's bounds: records that no screen shows take no more than a budget. The least recently loaded goes
/// first.
extension EntityStore {
  /// A record that no screen shows.
  private struct Idle {
    /// The time of the request for it, in milliseconds.
    let asked: Int64
    let bytes: Int

    init(_ asked: Timestamp, _ bytes: Int) {
      // The device stores times of cached responses, and its storage may be damaged.
      self.asked = min(max(asked.milliseconds, 0), 1 << 60)
      self.bytes = bytes
    }
  }

  /// Drops records until at least a quarter of the budget is free. Posts that a list holds stay, and so do
  /// those with a change that waits, the authors of all of them, and people that a screen holds.
  @inline(never)
  func evict() {
    var (shownPosts, idlePosts) = ([PostRecord](), [PostRecord]())
    for index in posts.indices {
      if isKnownUniquelyReferenced(&posts[index]), !changes.isWaiting(posts[index].id) {
        idlePosts.append(posts[index])
      } else {
        shownPosts.append(posts[index])
      }
    }
    var (shownMoments, idleMoments) = ([MomentsRecord](), [MomentsRecord]())
    for index in moments.indices {
      if isKnownUniquelyReferenced(&moments[index]), !changes.isWaiting(moments[index].post.id ?? "") {
        idleMoments.append(moments[index])
      } else {
        shownMoments.append(moments[index])
      }
    }
    var idle: [Idle] = []
    for stored in idlePosts {
      idle.append(Idle(stored.asked, stored.post.estimatedBytes + stored.post.author.estimatedBytes))
    }
    for stored in idleMoments { idle.append(Idle(stored.asked, stored.post.estimatedBytes)) }
    var oldest = Self.oldest(idle, fitting: budget / 2)
    var (authors, shownAuthors) = (Set<String>(), Set<String>())
    for stored in shownPosts { shownAuthors.insert(stored.post.author.id) }
    posts = shownPosts
    for stored in idlePosts where Idle(stored.asked, 0).asked > oldest { posts.append(stored) }
    moments = shownMoments
    for stored in idleMoments where Idle(stored.asked, 0).asked > oldest { moments.append(stored) }

    for stored in posts { authors.insert(stored.post.author.id) }
    var (shown, keptPeople, idlePeople) = (0, [PersonRecord](), [PersonRecord]())
    for index in people.indices {
      let isHeld = !isKnownUniquelyReferenced(&people[index])
      let stored = people[index]
      if isHeld || shownAuthors.contains(stored.id) { shown += stored.estimatedBytes }
      if isHeld || authors.contains(stored.id) {
        keptPeople.append(stored)
      } else {
        idlePeople.append(stored)
      }
    }
    idle = []
    for stored in idlePeople { idle.append(Idle(stored.lastAsked, stored.estimatedBytes)) }
    oldest = Self.oldest(idle, fitting: budget / 4)
    people = keptPeople
    for stored in idlePeople where Idle(stored.lastAsked, 0).asked > oldest { people.append(stored) }

    countAgain()
    for stored in shownPosts { shown += stored.post.estimatedBytes }
    for stored in shownMoments { shown += stored.post.estimatedBytes }
    limit = shown + budget
    forgetRemovals()
  }

  /// Computes the indices and the number of bytes.
  private func countAgain() {
    (indices, momentsIndices, personIndices, bytes) = ([:], [:], [:], 0)
    for (index, stored) in posts.enumerated() {
      indices[stored.id] = index
      bytes += stored.post.estimatedBytes
    }
    for (index, stored) in moments.enumerated() {
      if let id = stored.post.id { momentsIndices[id] = index }
      bytes += stored.post.estimatedBytes
    }
    for (index, stored) in people.enumerated() {
      personIndices[stored.id] = index
      bytes += stored.estimatedBytes
    }
  }

  /// Returns the time after which records were requested that fit into `budget` together.
  private static func oldest(_ idle: [Idle], fitting budget: Int) -> Int64 {
    var (low, high): (Int64, Int64) = (-1, -1)
    for record in idle { high = max(high, record.asked) }
    while low < high {
      let middle = low + (high - low) / 2
      var sum = 0
      for record in idle where record.asked > middle { sum += record.bytes }
      if sum <= budget { high = middle } else { low = middle + 1 }
    }
    return high
  }
}

// Estimates of the bytes that a value takes with its texts.

extension Post {
  var estimatedBytes: Int { 1_500 + content.byteCount + 600 * attachments.count }
}

extension MomentsPost {
  var estimatedBytes: Int {
    800 + text.utf8.count + 600 * pictures.count + 500 * comments.count + 20 * likes.count
  }
}

extension Profile {
  var estimatedBytes: Int { 1_000 + bio.byteCount + 300 * fields.count }
}

extension PersonRecord {
  static let emptyBytes = 200

  var estimatedBytes: Int { Self.emptyBytes + (profile?.estimatedBytes ?? 0) }
  /// The time of the newest request that brought the profile or the relationship.
  fileprivate var lastAsked: Timestamp { asked > relationshipAsked ? asked : relationshipAsked }
}

extension Content {
  fileprivate var byteCount: Int {
    switch self {
    case .text(let text), .html(let text): text.utf8.count
    }
  }
}
