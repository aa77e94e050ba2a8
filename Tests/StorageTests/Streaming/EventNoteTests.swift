import Social
import Testing

@testable import Storage

@Suite struct EventNoteTests {
  private static let removed = RemovedPost(
    id: 117_684_871_838_847_381, author: 7, visibility: .members, isListed: true, accounts: [8, 9],
    tags: [-5, 6])

  private static let notes: [EventNote] = [
    .published(1), .edited(2), .counted(3), .removed(removed),
    .removed(RemovedPost(id: 4, author: 5, visibility: .direct)), .notified(id: 6, account: 7), .announced(8),
    .announcementRemoved(9), .accessChanged,
  ]

  private func notes(_ message: String) -> [EventNote]? {
    guard case .notes(let notes) = PostgresEvents.item(message) else { return nil }
    return notes
  }

  @Test func `notes are read as they were written`() {
    let messages = PostgresEvents.messages(Self.notes)
    #expect(messages.count == 1)
    #expect(messages.first.flatMap(notes) == Self.notes)
  }

  @Test func `a note is short`() {
    let post = EventNote.published(117_684_871_838_847_381)
    #expect(post.text.utf8.count == 20)
    #expect(
      EventNote.notified(id: 117_684_871_838_847_381, account: 117_684_871_838_847_382).text.utf8.count == 39)
  }

  @Test func `many notes take several messages, each of which the database accepts`() {
    let many = (0..<2000).map { EventNote.published(117_684_871_838_847_381 + $0) }
    let messages = PostgresEvents.messages(many)
    #expect(messages.count > 1 && messages.allSatisfy { $0.utf8.count < 8000 })
    #expect(messages.flatMap { notes($0) ?? [] } == many)
  }

  @Test func `a transaction with very many notes says only that something happened`() {
    let messages = PostgresEvents.messages((0..<50_000).map { .published(117_684_871_838_847_381 + $0) })
    #expect(messages == ["~ *"])
    #expect(notes("~ *") == nil)
  }

  @Test func `notes of a later version are skipped`() {
    #expect(notes("~ u:1 z:2:3 u:x u k t:3") == [.published(1), .accessChanged, .counted(3)])
  }

  @Test func `a transaction without notes sends nothing`() { #expect(PostgresEvents.messages([]).isEmpty) }
}
