import Social
import Storage
import TestSupport
import Testing

@testable import Community

/// Compares what people see by every list with a small model, while members publish, reply, narrow, follow and block.
@Suite struct AudiencePropertyTests {
  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func `NEW_17 what anybody sees by any route equals the model`(_ seed: UInt64) async throws {
    try await withTown { town in
      var life = AudienceLife(town: town, chance: SeededGenerator(seed: seed))
      for step in 1...60 {
        try await life.change()
        if step.isMultiple(of: 12) { try await life.compare() }
      }
      #expect(try await town.community.store.mendCounters().isEmpty)
      #expect(Set(life.posts.map(\.audience)).count == Visibility.allCases.count)
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
}

private struct AudienceLife {
  let town: Town
  var chance: SeededGenerator
  var posts: [ModelPost] = []
  private var follows: Set<[String]> = []
  private var blocks: Set<[String]> = []

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
    case .direct: false
    }
  }

  private func isListed(_ post: ModelPost, for viewer: String) -> Bool {
    post.audience == .everybody || post.audience == .members && !viewer.isEmpty
  }

  private func post(_ id: Int64?) -> ModelPost? { posts.first { $0.id == id } }

  mutating func change() async throws {
    let (one, other) = (chance.pick(Town.names), chance.pick(Town.names))
    switch chance.below(20) {
    case 0...7: try await publish(by: one, naming: other, replyTo: nil)
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
    default:
      guard let block = blocks.sorted(by: { $0.joined() < $1.joined() }).first else { return }
      _ = try await town.community.relationships.unblock(town.id(block[1]), town.viewer(block[0]))
      blocks.remove(block)
    }
  }

  private mutating func publish(by author: String, naming other: String, replyTo parent: ModelPost?) async throws {
    let wanted = chance.pick(Visibility.allCases)
    let isNamed = chance.chance(30)
    let draft = PostDraft(
      text: "needle #topic" + (isNamed ? " @\(other)" : ""), visibility: wanted, replyTo: parent?.id)
    if let parent, !sees(author, parent) {
      await #expect(throws: CommunityError.notFound) {
        try await town.community.posts.publish(draft, viewer: town.viewer(author), idempotencyKey: nil)
      }
      return
    }
    let post = try await town.community.posts.publish(draft, viewer: town.viewer(author), idempotencyKey: nil)
    let audience = parent.map { wanted.narrower($0.audience) } ?? wanted
    #expect(post.visibility == audience)
    var model = ModelPost(
      id: number(post.id), author: author, audience: audience,
      mentions: isNamed && !isBlocked(author, other) ? [other] : [], parent: parent?.id)
    mentionParent(&model)
    posts.append(model)
  }

  /// The parent's author sees a reply for few.
  private func mentionParent(_ reply: inout ModelPost) {
    guard reply.audience == .followers || reply.audience == .direct, let parent = post(reply.parent) else { return }
    reply.mentions.insert(parent.author)
  }

  private mutating func narrow() async throws {
    guard !posts.isEmpty else { return }
    let (changed, audience) = (chance.pick(posts), chance.pick(Visibility.allCases))
    guard audience.isNarrower(than: changed.audience) else { return }
    let change = PostChange(visibility: audience)
    let post = try await town.community.posts.edit(changed.id, change, viewer: town.viewer(changed.author))
    #expect(post.visibility == audience)
    var ids = [changed.id]
    while let id = ids.popLast() {
      ids += posts.filter { $0.parent == id }.map(\.id)
      guard let index = posts.firstIndex(where: { $0.id == id }), audience.isNarrower(than: posts[index].audience)
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
          entries.map { number($0.id) } == visible.filter(isShown).map(\.id).reversed(), "\(route) of \(name)")
      }
      for author in Town.names {
        let page = try await community.timelines.posts(of: town.id(author), viewer: viewer, AccountFilter(), all)
        expect(page.items, "profile of \(author)") { $0.author == author }
      }
      let isContinued = { (post: ModelPost) in self.post(post.parent).map { $0.author == post.author } ?? true }
      expect(
        try await community.timelines.publicPosts(viewer: viewer, onlyMedia: false, all).items, "public timeline"
      ) { isListed($0, for: name) && isContinued($0) }
      expect(try await community.timelines.tag("topic", viewer: viewer, onlyMedia: false, all).items, "tag") {
        isListed($0, for: name)
      }
      let isTagShown = visible.contains { isListed($0, for: name) }
      #expect(
        try await community.search.tags("top", viewer: viewer, limit: 9).isEmpty == !isTagShown, "tags of \(name)")
      guard let viewer else { continue }
      let found = try await community.search.posts("needle", viewer: viewer, from: nil, all)
      #expect(found.map { number($0.id) } == visible.map(\.id).reversed(), "search of \(name)")
      expect(try await community.timelines.home(viewer, all).items, "home") { post in
        guard post.author == name || follows.contains([name, post.author]) else { return false }
        guard let answered = self.post(post.parent)?.author, post.author != name else { return true }
        return [post.author, name].contains(answered) || follows.contains([name, answered])
      }
    }
  }
}
