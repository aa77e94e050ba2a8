import Community
import Contracts
import HTTPTypes
import JSON
import Social

extension API {
  /// Adds the conversations of direct posts (docs.joinmastodon.org/methods/conversations).
  mutating func addConversations(_ community: Community) {
    let conversation = Schema.object([
      .init("id", .identifier), .init("unread", .boolean), .init("accounts", .accounts),
      .init("last_status", .nullable(.status)),
    ])
    add(
      .reading(
        "/api/v1/conversations", "Direct posts, by what they belong to", .member(.readStatuses), .paging,
        response: .array(conversation))
    ) { call in
      let page = try await community.conversations.list(call.viewer, call.cursor())
      return .page(page) { writer, conversation in call.write(conversation, &writer) }
    }
    add(
      APIRoute(
        .post, "/api/v1/conversations/:id/read", "Mark a conversation as read",
        access: .member(.writeConversations),
        response: conversation)
    ) { call in
      let read = try await community.conversations.read(call.identifier(), call.viewer)
      return .json { writer in call.write(read, &writer) }
    }
    add(
      APIRoute(
        .delete, "/api/v1/conversations/:id", "Take a conversation out of the list",
        access: .member(.writeConversations), response: .object([]))
    ) { call in
      try await community.conversations.hide(call.identifier(), call.viewer)
      return .empty
    }
  }
}

extension APICall {
  fileprivate func write(_ conversation: DirectConversation, _ writer: inout JSONWriter) {
    encoder.conversation(conversation, &writer) { writer, status in posts.write(status, encoder, &writer) }
  }
}
