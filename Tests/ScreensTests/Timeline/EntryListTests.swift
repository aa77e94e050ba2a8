import Social
import TestSupport
import Testing

@testable import Screens

/// Tests a list against a model: each item once, sorted, and a gap wherever items may be missing.
struct EntryListTests {
  /// A server with ascending ids, and a list that gets pages late and from anywhere.
  private struct Model {
    /// The server's ids, newest first.
    var server: [Int]
    var list = EntryList(in: EntityStore())
    /// The next older item of each item, if a page has shown that nothing is missing between them.
    var next: [Int: Int] = [:]
    var known: Set<Int> = []
    var own: Set<Int> = []
    /// The pages that haven't arrived yet.
    var late: [[Int]] = []

    func page(before id: Int?, _ length: Int) -> [Int] {
      Array(server.drop { line in id.map { line >= $0 } ?? false }.prefix(length))
    }

    mutating func learn(_ page: [Int]) {
      known.formUnion(page)
      for (line, below) in zip(page, page.dropFirst()) { next[line] = below }
    }

    mutating func publish(_ count: Int, _ generator: inout SeededGenerator) {
      for _ in 0..<count {
        server.insert((server.first ?? 0) + Int.random(in: 1...12, using: &generator), at: 0)
      }
    }

    mutating func merge(_ page: [Int]) {
      list.merge(SamplePosts.items(page))
      learn(page)
    }

    /// Refreshes as a timeline does: loads pages from the top until they meet known items, up to a limit.
    mutating func refresh(_ length: Int) {
      var news = page(before: nil, length)
      for _ in 0..<3 where !list.meets(SamplePosts.items(news)) { news += page(before: news.last, length) }
      merge(news)
    }

    mutating func step(_ generator: inout SeededGenerator) {
      let length = Int.random(in: 1...5, using: &generator)
      switch Int.random(in: 0..<9, using: &generator) {
      case 0: publish(Int.random(in: 1...9, using: &generator), &generator)
      case 1, 2: refresh(length)
      case 3:
        publish(1, &generator)
        // Others' posts may arrive before the response to the member's own.
        let id = server[0]
        if Bool.random(using: &generator) { publish(Int.random(in: 1...9, using: &generator), &generator) }
        if Bool.random(using: &generator) { refresh(length) }
        list.insertOwn(SamplePosts.items([id])[0])
        known.insert(id)
        own.insert(id)
      case 4:
        guard let last = list.lastID.flatMap({ Int($0) }) else { return }
        let page = page(before: last, length)
        list.append(SamplePosts.items(page))
        learn([last] + page)
      case 5, 6:
        guard let gap = list.gaps.filter({ !$0.isSuspected }).randomElement(using: &generator),
          let id = Int(gap.id)
        else { return }
        let page = page(before: id, length)
        list.fill(gap: gap.id, with: SamplePosts.items(page))
        learn([id] + page)
      case 7:
        let start = Int.random(in: 0..<server.count, using: &generator)
        late.append(Array(server[start...].prefix(length)))
      default:
        guard let index = late.indices.randomElement(using: &generator) else { return }
        merge(late.remove(at: index))
      }
    }

    func check(_ step: Int) {
      let lines = known.sorted(by: >)
      #expect(list.entries.map(\.id) == lines.map { "\($0)" }, "step \(step)")
      let missing = zip(lines, lines.dropFirst()).filter { next[$0] != $1 }.map(\.0)
      #expect(Set(list.gaps.map(\.id)) == Set(missing.map { "\($0)" }), "step \(step)")
      #expect(list.gaps.count == missing.count)
      let suspected = Set(list.gaps.filter(\.isSuspected).compactMap { Int($0.id) })
      #expect(suspected.isSubset(of: own))
      let keys = lines.flatMap { line in
        missing.contains(line) && !suspected.contains(line) ? ["s\(line)", "gap \(line)"] : ["s\(line)"]
      }
      #expect(list.keys == keys, "step \(step)")
      #expect(list.rows.count == keys.count)
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `TWT_03 each line stands once, by its id, with a gap wherever some may be missing and nowhere else`(
    seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    var model = Model(server: (0..<30).map { 100 - $0 })
    for step in 0..<60 {
      model.step(&generator)
      model.check(step)
    }
    // After a refresh, only visible gaps are open.
    model.refresh(5)
    model.check(60)
    #expect(!model.list.gaps.contains { $0.isSuspected })
    // Filling every gap yields all items.
    var rounds = 0
    while let gap = model.list.gaps.first, let id = Int(gap.id), rounds < 1_000 {
      let page = model.page(before: id, 5)
      model.list.fill(gap: gap.id, with: SamplePosts.items(page))
      model.learn([id] + page)
      rounds += 1
    }
    model.check(61)
    let oldest = model.known.min() ?? 0
    #expect(model.known.sorted(by: >) == model.server.filter { $0 >= oldest })
  }

  @Test func `TWT_03 ids of one length sort as texts, longer ones are newer`() {
    #expect(EntryList.isNewer("10", than: "9") && !EntryList.isNewer("9", than: "10"))
    #expect(EntryList.isNewer("110", than: "109") && !EntryList.isNewer("110", than: "110"))
    #expect(EntryList.isNewer("01HB", than: "01HA"))
  }

  @Test func `TWT_03 a page that reaches over a gap below keeps the one where it ends`() {
    var list = EntryList(in: EntityStore())
    list.merge(SamplePosts.items([50, 49]))
    list.merge(SamplePosts.items([40, 39]))
    list.merge(SamplePosts.items([10]))
    #expect(list.gaps.map(\.id) == ["49", "39"])
    list.fill(gap: "49", with: SamplePosts.items([48, 47, 40, 39, 38]))
    #expect(list.keys == ["s50", "s49", "s48", "s47", "s40", "s39", "s38", "gap 38", "s10"])
  }

  @Test func `TWT_03 a line that a page no longer has is gone, one's own new one excepted`() {
    var list = EntryList(in: EntityStore())
    list.merge(SamplePosts.items([9, 7, 5, 3, 1]))
    list.merge(SamplePosts.items([8, 7, 3]))
    #expect(list.keys == ["s9", "s8", "s7", "s3", "s1"])
    list.insertOwn(SamplePosts.items([6])[0])
    list.merge(SamplePosts.items([9, 8, 7, 3]))
    #expect(list.keys == ["s9", "s8", "s7", "s6", "s3", "s1"], "the server's lists may be a moment late")
    list.merge(SamplePosts.items([9, 8, 7, 6, 3]))
    list.merge(SamplePosts.items([9, 8, 7, 3]))
    #expect(list.keys == ["s9", "s8", "s7", "s3", "s1"])
  }

  @Test func `TWT_03 what the device cached restores nothing between the server's lines`() {
    var list = EntryList(in: EntityStore())
    list.merge(SamplePosts.items([9, 7, 5]))
    list.merge(SamplePosts.items([9, 8, 7, 6, 5, 4, 3]), isCached: true)
    #expect(list.keys == ["s9", "s7", "s5", "s4", "s3"])
  }

  @Test func `TWT_03 an empty page closes a gap`() {
    var list = EntryList(in: EntityStore())
    list.merge(SamplePosts.items([50]))
    list.merge(SamplePosts.items([10]))
    list.fill(gap: "50", with: [])
    #expect(list.keys == ["s50", "s10"])
  }
}
