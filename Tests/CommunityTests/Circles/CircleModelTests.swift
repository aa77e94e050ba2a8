import Social
import TestSupport
import Testing

@testable import Community

/// The timeline of a circle against a model of a few lines, whatever members do.
@Suite struct CircleModelTests {
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `NEW_18 A circle's timeline and home are what a model says`(_ seed: UInt64) async throws {
    try await withTown { town in
      var model = CircleModel(town: town, chance: SeededGenerator(seed: seed))
      for _ in 0..<120 { try await model.change() }
      for policy in Circle.RepliesPolicy.allCases {
        for isExclusive in [false, true] {
          _ = try await town.community.circles.update(
            model.circle, CircleDraft(repliesPolicy: policy, isExclusive: isExclusive), town.viewer("ada"))
          let expected = model.circleTimeline(policy)
          #expect(
            try await model.walked { try await town.community.circles.timeline(of: model.circle, $0, $1) }
              == expected)
          #expect(
            try await model.walked { try await town.community.timelines.home($0, $1) }
              == model.home(isExclusive: isExclusive))
        }
      }
    }
  }
}

private struct CircleModel {
  struct Posted {
    let id: String
    let author: String
    let visibility: Visibility
    let answers: String?
  }

  let town: Town
  var chance: SeededGenerator
  var circle: Int64 = 0
  var people: Set<String> = []
  var follows: Set<String> = []
  var posts: [Posted] = []

  /// One random action: ada keeps a circle, follows and unfollows; everybody posts and replies.
  mutating func change() async throws {
    if circle == 0 { circle = try await town.circle("Family", of: "ada", []) }
    let (ada, name) = (town.viewer("ada"), chance.pick(Town.names))
    switch chance.below(10) {
    case 0:
      if people.insert(name).inserted {
        try await town.community.circles.add([town.id(name)], to: circle, ada)
      }
    case 1:
      people.remove(name)
      try await town.community.circles.remove([town.id(name)], from: circle, ada)
    case 2 where name != "ada":
      follows.insert(name)
      try await town.follow(name, by: "ada")
    case 3 where name != "ada":
      follows.remove(name)
      _ = try await town.community.relationships.unfollow(town.id(name), ada)
    default:
      let answered =
        chance.chance(40) ? posts.filter { $0.visibility == .everybody }.randomElement(using: &chance) : nil
      let visibility =
        answered == nil ? chance.pick([Visibility.everybody, .everybody, .unlisted, .followers]) : .everybody
      let draft = PostDraft(text: "x", visibility: visibility, replyTo: answered.map { number($0.id) })
      let post = try await town.community.posts.publish(draft, viewer: town.viewer(name), idempotencyKey: nil)
      posts.append(Posted(id: post.id, author: name, visibility: visibility, answers: answered?.author))
    }
  }

  private func sees(_ post: Posted) -> Bool {
    post.visibility != .followers || post.author == "ada" || follows.contains(post.author)
  }

  func circleTimeline(_ policy: Circle.RepliesPolicy) -> [String] {
    posts.reversed().filter { post in
      guard people.contains(post.author), sees(post) else { return false }
      guard let answers = post.answers, answers != post.author, answers != "ada" else { return true }
      return policy != .none && people.contains(answers) || policy == .followed && follows.contains(answers)
    }.map(\.id)
  }

  func home(isExclusive: Bool) -> [String] {
    posts.reversed().filter { post in
      if post.author == "ada" { return true }
      guard follows.contains(post.author), sees(post), !isExclusive || !people.contains(post.author) else {
        return false
      }
      return post.answers.map { $0 == post.author || $0 == "ada" || follows.contains($0) } ?? true
    }.map(\.id)
  }

  /// Reads a whole timeline in pages of seven.
  func walked(
    _ page: (Viewer, Cursor) async throws -> ListPage<TimelineEntry>
  ) async throws -> [String] {
    var (ids, cursor): ([String], Cursor) = ([], Cursor(limit: 7))
    while true {
      let page = try await page(town.viewer("ada"), cursor)
      ids += page.items.map(\.id)
      guard let older = page.older else { return ids }
      cursor.maxID = older
    }
  }
}
