import Storage
import Testing

@testable import Community

@Suite struct StreamNoteTests {
  @Test func `only the last of equal notes of numbers counts`() {
    let items: [EventFeed.Item] = [
      .notes([.counted(1), .published(2), .counted(1)]), .interrupted, .notes([.counted(1), .edited(2)]),
      .notes([.edited(2)]),
    ]
    let merged = StreamNews.merged(items.map { StreamNews($0) }).map { news -> [EventNote]? in
      if case .notes(let notes) = news { notes.map(\.note) } else { nil }
    }
    #expect(merged == [[.published(2)], nil, [.counted(1), .edited(2)], [.edited(2)]])
  }
}
