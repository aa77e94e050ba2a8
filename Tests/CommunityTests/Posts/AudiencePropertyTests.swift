import Social
import TestSupport
import Testing

@testable import Community
@testable import Storage

/// Compares what people see by every list with a small model, while members publish, reply, narrow, keep
/// circles, follow and block.
@Suite struct AudiencePropertyTests {
  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func `NEW_17 NEW_18 NEW_22 what anybody sees by any route equals the model`(_ seed: UInt64) async throws {
    try await withTown { town in
      var life = AudienceLife(town: town, chance: SeededGenerator(seed: seed))
      for step in 1...84 {
        try await life.change()
        if step.isMultiple(of: 12) { try await life.compare() }
      }
      #expect(try await town.community.store.mendCounters().isEmpty)
      #expect(
        life.posts.contains { $0.audience == .circles } && life.posts.contains { $0.audience == .direct })
    }
  }
}

/// A post as the model knows it.
private struct ModelPost {
  let id: Int64
  let author: String
  var audience: Visibility
  /// The mentioned members.
  var mentions: Set<String>
  let parent: Int64?
  /// The first post of the conversation.
  let root: Int64
  /// The people of the chosen circles; `nil` for all of `base` but the excepted ones.
  var recipients: Set<String>?
  var excepted: Set<String> = []
  var base = Visibility.circles
}

private struct ModelCircle {
  let id: Int64
  let owner: String
  var people: Set<String>
}

/// A notification of a mention.
private struct ModelNotice: Hashable {
  let account: String
  let actor: String
  let post: Int64
}

private struct AudienceLife {
  let town: Town
  var chance: SeededGenerator
  var posts: [ModelPost] = []
  private var follows: Set<[String]> = []
  private var blocks: Set<[String]> = []
  private var circles: [ModelCircle] = []
  /// The named album of each author, with all their posts.
  private var scrapbooks: [String: Int64] = [:]
  private var notices: Set<ModelNotice> = []

  init(town: Town, chance: SeededGenerator) {
    self.town = town
    self.chance = chance
  }

  private func isBlocked(_ one: String, _ other: String) -> Bool {
    blocks.contains([one, other]) || blocks.contains([other, one])
  }

  /// The rule. A stranger's name is empty.
  private func sees(_ viewer: String, _ post: ModelPost) -> Bool {
    if isBlocked(viewer, post.author) { return false }
    if viewer == post.author || post.mentions.contains(viewer) { return true }
    return switch post.audience {
    case .everybody, .unlisted: true
    case .members: !viewer.isEmpty
    case .followers: follows.contains([viewer, post.author])
    case .circles: self.post(post.root).map { isRecipient(viewer, of: $0) } ?? false
    case .direct: false
    }
  }

  private func isRecipient(_ viewer: String, of root: ModelPost) -> Bool {
    if viewer == root.author { return true }
    if let recipients = root.recipients { return recipients.contains(viewer) }
    return !viewer.isEmpty && !root.excepted.contains(viewer)
      && (root.base == .members || follows.contains([viewer, root.author]))
  }

  private func isListed(_ post: ModelPost, for viewer: String) -> Bool {
    post.audience == .everybody || post.audience == .members && !viewer.isEmpty
  }

  private func post(_ id: Int64?) -> ModelPost? { posts.first { $0.id == id } }

  mutating func change() async throws {
    let (one, other) = (chance.pick(Town.names), chance.pick(Town.names))
    switch chance.below(24) {
    case 0...7: try await publish(by: one, naming: other, replyTo: nil)
    case 20...23: try await changeCircle(of: one, other)
    case 8...12:
      guard let parent = posts.isEmpty ? nil : chance.pick(posts) else { return }
      try await publish(by: one, naming: other, replyTo: parent)
    case 13...15: try await narrow()
    case 16, 17:
      guard one != other, !isBlocked(one, other) else { return }
      try await town.follow(other, by: one)
      follows.insert([one, other])
    case 18:
      guard one != other else { return }
      _ = try await town.community.relationships.block(town.id(other), town.viewer(one))
      blocks.insert([one, other])
      follows.subtract([[one, other], [other, one]])
      notices = notices.filter { Set([$0.account, $0.actor]) != [one, other] }
      for (owner, person) in [(one, other), (other, one)] {
        for index in circles.indices where circles[index].owner == owner {
          circles[index].people.remove(person)
        }
        for index in posts.indices where posts[index].author == owner {
          posts[index].recipients?.remove(person)
        }
      }
    default:
      guard let block = blocks.sorted(by: { $0.joined() < $1.joined() }).first else { return }
      _ = try await town.community.relationships.unblock(town.id(block[1]), town.viewer(block[0]))
      blocks.remove(block)
    }
  }

  /// Makes, fills, empties or deletes one of a member's circles.
  private mutating func changeCircle(of owner: String, _ other: String) async throws {
    let viewer = town.viewer(owner)
    let own = circles.indices.filter { circles[$0].owner == owner }
    guard let index = own.randomElement(using: &chance), own.count > 1 || chance.chance(50) else {
      circles.append(ModelCircle(id: try await town.circle("C", of: owner, []), owner: owner, people: []))
      return
    }
    let id = circles[index].id
    if chance.chance(10) {
      try await town.community.circles.delete(id, viewer)
      circles.remove(at: index)
    } else if circles[index].people.contains(other) {
      try await town.community.circles.remove([town.id(other)], from: id, viewer)
      circles[index].people.remove(other)
    } else if !isBlocked(owner, other) {
      try await town.community.circles.add([town.id(other)], to: id, viewer)
      circles[index].people.insert(other)
    }
  }

  /// Adds some of the author's circles to the post, if there are any.
  private mutating func chooseCircles(_ post: inout ModelPost, _ wanted: Visibility) -> CircleChoice? {
    let own = circles.filter { $0.owner == post.author }
    guard wanted != .direct, chance.chance(60) else { return nil }
    var (shared, excepted): ([ModelCircle], [ModelCircle]) = ([], [])
    for circle in own { if chance.chance(50) { shared.append(circle) } else { excepted.append(circle) } }
    if chance.chance(30) { shared = [] }
    guard let choice = CircleChoice(shared.map(\.id), but: excepted.map(\.id)) else { return nil }
    let others = excepted.reduce(into: Set()) { $0.formUnion($1.people) }
    post.audience = .circles
    if shared.isEmpty {
      (post.base, post.excepted) = (wanted.narrower(.members), others)
    } else {
      post.recipients = shared.reduce(into: Set()) { $0.formUnion($1.people) }.subtracting(others)
    }
    return choice
  }

  private mutating func publish(by author: String, naming other: String, replyTo parent: ModelPost?)
    async throws
  {
    let wanted = chance.pick(Visibility.withoutCircles)
    let isNamed = chance.chance(30)
    var draft = PostDraft(
      text: "needle #topic" + (isNamed ? " @\(other)" : ""), visibility: wanted, replyTo: parent?.id)
    if let parent, !sees(author, parent) {
      await #expect(throws: CommunityError.notFound) {
        try await town.community.posts.publish(draft, viewer: town.viewer(author), idempotencyKey: nil)
      }
      return
    }
    var model = ModelPost(
      id: -1, author: author, audience: parent.map { wanted.narrower($0.audience) } ?? wanted, mentions: [],
      parent: parent?.id, root: parent?.root ?? -1)
    if parent == nil { draft.circles = chooseCircles(&model, wanted) }
    let mentioned: Set<String> = isNamed && !isBlocked(author, other) ? [other] : []
    let isReached = mentioned.allSatisfy { name in
      guard model.audience == .circles, name != author, name != parent?.author else { return true }
      return isRecipient(name, of: self.post(model.root) ?? model)
    }
    guard isReached else {
      await #expect(throws: CommunityError.self) {
        try await town.community.posts.publish(draft, viewer: town.viewer(author), idempotencyKey: nil)
      }
      return
    }
    let post = try await town.community.posts.publish(draft, viewer: town.viewer(author), idempotencyKey: nil)
    #expect(post.visibility == model.audience)
    let id = number(post.id)
    var published = ModelPost(
      id: id, author: author, audience: model.audience, mentions: mentioned, parent: parent?.id,
      root: parent?.root ?? id, recipients: model.recipients, excepted: model.excepted, base: model.base)
    mentionParent(&published)
    posts.append(published)
    try await putIntoAlbum(id, of: author)
    for name in mentioned.union(parent.map { [$0.author] } ?? [])
    where name != author && !isBlocked(name, author) {
      notices.insert(ModelNotice(account: name, actor: author, post: id))
    }
  }

  /// Gives the post a picture, and adds it to its author's album.
  private mutating func putIntoAlbum(_ post: Int64, of author: String) async throws {
    let (community, viewer) = (town.community, town.viewer(author))
    _ = try await community.store.driver.write { connection in
      try connection.execute(
        """
        INSERT INTO attachments (post, position, source, description)
        VALUES (\(post), 0, 'https://example.org/1.jpg', '')
        """)
    }
    if scrapbooks[author] == nil {
      scrapbooks[author] = number(try await community.scrapbooks.create("All", viewer).id)
    }
    guard let scrapbook = scrapbooks[author] else { return }
    try await community.scrapbooks.add([post], to: scrapbook, viewer)
  }

  /// An album shows its visible posts, and is nowhere for those who see none of them.
  private func compareAlbum(
    _ scrapbook: Int64, of author: String, _ visible: [ModelPost], for name: String
  ) async throws {
    let scrapbooks = town.community.scrapbooks
    let viewer = name.isEmpty ? nil : town.viewer(name)
    let shown = visible.filter { $0.author == author }.map(\.id)
    let counts = try await scrapbooks.all(of: town.id(author), viewer: viewer).map(\.postsCount)
    guard !shown.isEmpty || name == author else {
      #expect(counts.isEmpty, "\(name) learns of the album of \(author)")
      await #expect(throws: CommunityError.notFound) {
        try await scrapbooks.posts(of: scrapbook, viewer: viewer, Cursor(limit: 80))
      }
      return
    }
    #expect(counts == [shown.count], "album of \(author) for \(name)")
    let page = try await scrapbooks.posts(of: scrapbook, viewer: viewer, Cursor(limit: 80))
    #expect(page.items.map { number($0.id) } == shown.reversed(), "album of \(author) for \(name)")
  }

  /// The parent's author sees a reply for few.
  private func mentionParent(_ reply: inout ModelPost) {
    guard reply.audience.isNarrower(than: .members), let parent = post(reply.parent) else { return }
    reply.mentions.insert(parent.author)
  }

  private mutating func narrow() async throws {
    guard !posts.isEmpty else { return }
    let (changed, audience) = (chance.pick(posts), chance.pick(Visibility.withoutCircles))
    guard audience.isNarrower(than: changed.audience) else { return }
    let change = PostChange(visibility: audience)
    let post = try await town.community.posts.edit(changed.id, change, viewer: town.viewer(changed.author))
    #expect(post.visibility == audience)
    var ids = [changed.id]
    while let id = ids.popLast() {
      ids += posts.filter { $0.parent == id }.map(\.id)
      guard let index = posts.firstIndex(where: { $0.id == id }),
        audience.isNarrower(than: posts[index].audience)
      else { continue }
      posts[index].audience = audience
      mentionParent(&posts[index])
    }
  }

  func compare() async throws {
    let community = town.community
    for name in [""] + Town.names {
      let viewer = name.isEmpty ? nil : town.viewer(name)
      let visible = posts.filter { sees(name, $0) }
      let all = Cursor(limit: 80)
      for post in posts {
        let found = try await community.posts.find(post.id, viewer: viewer)
        #expect(found?.visibility == (sees(name, post) ? post.audience : nil), "\(name) \(post)")
        let below = try await community.posts.context(of: post.id, viewer: viewer)?.descendants ?? []
        #expect(Set(below.map { number($0.id) }).isSubset(of: visible.map(\.id)), "\(name) \(post)")
      }
      func expect(_ entries: [TimelineEntry], _ route: String, _ isShown: (ModelPost) -> Bool) {
        #expect(
          entries.map { number($0.id) } == visible.filter(isShown).map(\.id).reversed(), "\(route) of \(name)"
        )
      }
      for author in Town.names {
        let page = try await community.timelines.posts(
          of: town.id(author), viewer: viewer, AccountFilter(), all)
        expect(page.items, "profile of \(author)") { $0.author == author }
        if let scrapbook = scrapbooks[author] {
          try await compareAlbum(scrapbook, of: author, visible, for: name)
        }
      }
      let isContinued = { (post: ModelPost) in self.post(post.parent).map { $0.author == post.author } ?? true
      }
      expect(
        try await community.timelines.publicPosts(viewer: viewer, onlyMedia: false, all).items,
        "public timeline"
      ) { isListed($0, for: name) && isContinued($0) }
      expect(try await community.timelines.tag("topic", viewer: viewer, onlyMedia: false, all).items, "tag") {
        isListed($0, for: name)
      }
      let isTagShown = visible.contains { isListed($0, for: name) }
      #expect(
        try await community.search.tags("top", viewer: viewer, limit: 9).isEmpty == !isTagShown,
        "tags of \(name)")
      guard let viewer else { continue }
      let found = try await community.search.posts("needle", viewer: viewer, from: nil, all)
      #expect(found.map { number($0.id) } == visible.map(\.id).reversed(), "search of \(name)")
      let notified = try await community.notifications.list(viewer, NotificationFilter(), all).items
        .filter { $0.kind == .mention }.compactMap { $0.post.map { number($0.id) } }
      #expect(
        Set(notified)
          == Set(notices.filter { $0.account == name }.map(\.post)).intersection(visible.map(\.id)),
        "notifications of \(name)")
      for circle in circles where circle.owner == name {
        let timeline = try await community.circles.timeline(of: circle.id, viewer, all)
        expect(timeline.items, "circle of \(name)") { post in
          guard circle.people.contains(post.author), post.audience != .direct else { return false }
          guard let answered = self.post(post.parent)?.author else { return true }
          return [post.author, name].contains(answered) || circle.people.contains(answered)
        }
      }
      expect(try await community.timelines.home(viewer, all).items, "home") { post in
        guard post.author == name || follows.contains([name, post.author]) else { return false }
        guard let answered = self.post(post.parent)?.author, post.author != name else { return true }
        return [post.author, name].contains(answered) || follows.contains([name, answered])
      }
    }
  }
}
