import Social
import TestSupport
import Testing

struct ThreadOrderTests {
  /// Parses `id` and `id<parent`, each with an optional `@time`.
  private static func nodes(_ text: String) -> [ThreadOrder.Node] {
    text.split(separator: " ").map { word in
      let parts = word.split(separator: "@")
      let ids = parts[0].split(separator: "<").map(String.init)
      return ThreadOrder.Node(
        id: ids[0], replyTo: ids.count > 1 ? ids[1] : nil,
        time: parts.count > 1 ? Int64(parts[1]).map { Timestamp(milliseconds: $0) } : nil)
    }
  }

  @Test(
    arguments: [
      // The whole thread under a root, at any depth, by time.
      ("a@1 b<a@4 c<b@2 d@3 e<c@3 f<d@5", 0, [], [2, 4, 1]),
      // A reply's ancestors up to the root, and only the reply's own replies.
      ("a@1 b<a@2 c<b@3 d<c@6 e<c@5 f<d@7 g<b@4", 2, [0, 1], [4, 3]),
      ("a@1 b<a@2", 1, [0], []), ("a@1", 0, [], []),
    ] as [(String, Int, [Int], [Int])])
  func `THR_03 a thread is what leads to the first post and what a reply stands between`(
    text: String, index: Int, ancestors: [Int], replies: [Int]
  ) {
    let found = ThreadOrder.around(index, in: Self.nodes(text))
    #expect(found.ancestors == ancestors)
    #expect(found.replies == replies)
  }

  @Test(
    arguments: [
      // Equal times: in the given order.
      ("a@1 b<a@2 c<a@2 d<a@2", 0, [], [1, 2, 3]),
      // Without a time: after the post before it in the list, even of another thread.
      ("a@1 b<a@5 c<a d<a@3 e<a", 0, [], [3, 4, 1, 2]), ("a b<a c<a@1 d<a", 0, [], [1, 2, 3]),
      ("a@1 x@9 b<a c<a@5", 0, [], [3, 2]),
      // A reply that is dated before its parent.
      ("a@9 b<a@1 c<b@0", 0, [], [2, 1]),
      // A reply to a missing post begins a thread.
      ("b<a@1 c<b@2 d<c@3", 0, [], [1, 2]), ("b<a@1 c<b@2 d<c@3", 1, [0], [2]),
      // A post that replies to itself.
      ("a<a@1 b<a@2", 0, [], [1]), ("a<a@1 b<a@2", 1, [0], []),
      // Cycles: each post once.
      ("a<b@1 b<a@2", 0, [1], []), ("a<b@1 b<a@2", 1, [0], []), ("a<c@1 b<a@2 c<b@3 d<a@4", 0, [1, 2], [3]),
      ("a<b@1 b<a@2 c<a@3 d<c@4", 2, [1, 0], [3]),
      // The same id twice: the first one counts.
      ("a@1 a<b@2 b<a@3 b@4 c<b@5", 0, [], [2, 4]), ("a@1 a<b@2 b<a@3 b@4 c<b@5", 1, [], [2, 4]),
      ("a@1 a<b@2 b<a@3 b@4 c<b@5", 3, [0], [4]),
      // A reply that comes before its parent in the list.
      ("b<a@2 c<b@3 a@1", 2, [], [0, 1]), ("b<a@2 c<b@3 a@1", 1, [2, 0], []),
      ("a@1", 1, [], []), ("a@1", -1, [], []), ("", 0, [], []),
    ] as [(String, Int, [Int], [Int])])
  func `THR_06 unusual threads are shown sensibly`(text: String, index: Int, ancestors: [Int], replies: [Int])
  {
    let found = ThreadOrder.around(index, in: Self.nodes(text))
    #expect(found.ancestors == ancestors)
    #expect(found.replies == replies)
  }

  @Test(
    arguments: [
      // Each reply after its parent, the oldest first.
      ("a@1 b<a@4 c<b@5 d@3 e<c@6 f<d@7 g<a@2 h<b@8", 0, [6, 1, 2, 4, 7], [0, 0, 1, 2, 1]),
      // The opened post's ancestors don't count, and its siblings don't show.
      ("a@1 b<a@2 c<b@6 e<b@5 f<c@7 g<a@4", 1, [3, 2, 4], [0, 0, 1]),
      // Cycles, duplicates, and posts that reply to themselves: each post once.
      ("a<b@1 b<a@2", 0, [1], [0]), ("a@1 b<b@2 c<a@3 c<b@4", 0, [1, 2], [0, 0]),
      ("b<c@1 c<b@2 a@3", 2, [0, 1], [0, 1]),
      ("a@1", 0, [], []), ("a@1", 1, [], []), ("", 0, [], []),
    ] as [(String, Int, [Int], [Int])])
  func `THR_03 a tree has each reply behind its parent`(
    text: String, index: Int, replies: [Int], depths: [Int]
  ) {
    let tree = ThreadOrder.tree(below: index, in: Self.nodes(text))
    #expect(tree.replies == replies)
    #expect(tree.depths == depths)
  }

  @Test(
    arguments: [
      ("a@1 b<b@2 c<b@3", [1, 2], [0, 1]), ("a@1 b<c@3 c<b@2", [2, 1], [0, 1]),
      ("a@1 b<d@4 c<b@3 d<c@2 e<d@5 f<a@6", [3, 1, 2, 4, 5], [0, 1, 2, 1, 0]),
    ] as [(String, [Int], [Int])])
  func `THR_06 of posts that reply to each other in a circle the oldest stands below the opened one`(
    text: String, replies: [Int], depths: [Int]
  ) {
    let tree = ThreadOrder.tree(below: 0, in: Self.nodes(text))
    #expect(tree.replies == replies)
    #expect(tree.depths == depths)
  }

  @Test func `THR_06 each post of a tree stands once, however they reply to each other`() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<400 {
      let count = Int.random(in: 1...12, using: &generator)
      let nodes = (0..<count).map { index in
        ThreadOrder.Node(
          id: "\(index)", replyTo: "\(Int.random(in: 0..<count, using: &generator))",
          time: Timestamp(milliseconds: Int64.random(in: 0..<5, using: &generator)))
      }
      let tree = ThreadOrder.tree(below: 0, in: nodes)
      #expect(tree.replies.sorted() == Array(1..<count) && tree.depths.count == count - 1)
    }
  }

  @Test func `THR_03 a tree a hundred thousand deep needs no stack`() {
    let nodes = (0..<100_000).map { index in
      ThreadOrder.Node(id: "\(index)", replyTo: index == 0 ? nil : "\(index - 1)", time: nil)
    }
    let tree = ThreadOrder.tree(below: 0, in: nodes)
    #expect(tree.replies == Array(1..<100_000) && tree.depths == Array(0..<99_999))
  }

  @Test func `THR_03 a thread of five thousand replies five hundred deep is complete`() {
    var nodes = [ThreadOrder.Node(id: "0", replyTo: nil, time: Timestamp(milliseconds: 0))]
    for index in 1...5000 {
      let parent = index <= 500 ? index - 1 : index % 500
      nodes.append(
        ThreadOrder.Node(id: "\(index)", replyTo: "\(parent)", time: Timestamp(milliseconds: Int64(index))))
    }
    #expect(ThreadOrder.around(0, in: nodes).replies == Array(1...5000))
    #expect(ThreadOrder.around(500, in: nodes).ancestors == Array(0..<500))
    #expect(ThreadOrder.around(0, in: nodes.reversed()).ancestors.count > 0)
  }

  @Test func `THR_03 a chain of a hundred thousand needs no stack`() {
    let nodes = (0..<100_000).map { index in
      ThreadOrder.Node(id: "\(index)", replyTo: index == 0 ? nil : "\(index - 1)", time: nil)
    }
    #expect(ThreadOrder.around(0, in: nodes).replies == Array(1..<100_000))
    #expect(ThreadOrder.around(99_999, in: nodes).ancestors == Array(0..<99_999))
    let circle = nodes.dropFirst() + [ThreadOrder.Node(id: "0", replyTo: "99999", time: nil)]
    #expect(ThreadOrder.around(0, in: Array(circle)).ancestors.count == 99_999)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `THR_06 any graph of replies ends and shows each post once`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let count = 1 + generator.below(30)
    let nodes = (0..<count).map { _ in
      ThreadOrder.Node(
        id: "\(generator.below(count))",
        replyTo: generator.chance(80) ? "\(generator.below(count + 2))" : nil,
        time: generator.chance(70) ? Timestamp(milliseconds: Int64(generator.below(9))) : nil)
    }
    for index in nodes.indices {
      let (ancestors, replies) = ThreadOrder.around(index, in: nodes)
      let ids = (ancestors + replies).map { nodes[$0].id } + [nodes[index].id]
      #expect(Set(ids).count == ids.count)
      if let last = ancestors.last, let opened = nodes.firstIndex(where: { $0.id == nodes[index].id }) {
        #expect(nodes[opened].replyTo == nodes[last].id)
      }
      let times = replies.compactMap { nodes[$0].time }
      #expect(times == times.sorted())
    }
  }
}
