import Testing

@testable import Storage

@Suite struct ConversationOrderTests {
  private func order(_ answers: [(Int64, Int64)]) -> [Int64] {
    Conversation.inOrder(answers.map { Conversation.Reply(id: $0.0, replyTo: $0.1) }, under: 1)
  }

  @Test func `A reply stands right behind its parent, before younger replies to the same post`() {
    #expect(order([]) == [])
    #expect(order([(2, 1), (3, 1), (4, 2), (5, 3), (6, 4), (7, 2)]) == [2, 4, 6, 7, 3, 5])
    #expect(order([(3, 1), (2, 1), (9, 3), (4, 3)]) == [2, 3, 4, 9])
  }

  @Test func `Ten thousand replies, each to the one before, take no stack`() {
    let chain = (2...10_000).map { (Int64($0), Int64($0 - 1)) }
    #expect(order(chain) == chain.map(\.0))
  }
}
