import Community
import Contracts
import JSON
import Social

extension API {
  /// Adds the routes that read posts (docs.joinmastodon.org/methods/statuses).
  mutating func addStatuses(_ community: Community) {
    add(
      .reading(
        "/api/v1/statuses", "Several posts", .everybody(scope: .readStatuses),
        [APIParameter("id", .array(.string))], response: .statuses)
    ) { call in
      let ids = try call.parameters.identifiers("id", maxCount: 100)
      return .statuses(try await community.posts.find(ids, viewer: call.viewer), call)
    }
    add(.reading("/api/v1/statuses/:id", "A post", .everybody(scope: .readStatuses), response: .status)) {
      call in
      .entry(try call.found(try await community.posts.entry(call.identifier(), viewer: call.viewer)), call)
    }
    add(
      .reading(
        "/api/v1/statuses/:id/context", "What a post replies to, and its replies",
        .everybody(scope: .readStatuses),
        response: .reference("Context"), queue: PerKeyQueue())
    ) { call in
      let context = try call.found(
        try await community.posts.context(of: call.identifier(), viewer: call.viewer))
      // A long conversation keeps a processor busy for a while: not one that serves others.
      return try await offload { APIResponse.context(context, call) }
    }
    addStatusPeople(community)
    addStatusVersions(community)
  }

  private mutating func addStatusPeople(_ community: Community) {
    add(
      .reading(
        "/api/v1/statuses/:id/favourited_by", "Whose favourite a post is", .everybody(scope: .readStatuses),
        .paging,
        response: .accounts)
    ) { call in
      let id = try await call.visiblePost(community)
      return .profiles(
        try await community.posts.favouritedBy(
          id, viewer: call.viewer, call.cursor(default: 40, maximum: 80)), call)
    }
    add(
      .reading(
        "/api/v1/statuses/:id/reblogged_by", "Who reposted a post", .everybody(scope: .readStatuses), .paging,
        response: .accounts)
    ) { call in
      let id = try await call.visiblePost(community)
      return .profiles(
        try await community.posts.repostedBy(id, viewer: call.viewer, call.cursor(default: 40, maximum: 80)),
        call)
    }
  }

  private mutating func addStatusVersions(_ community: Community) {
    add(
      .reading(
        "/api/v1/statuses/:id/history", "All versions of a post", .everybody(scope: .readStatuses),
        response: .array(.reference("StatusEdit")))
    ) { call in
      let id = try call.identifier()
      let status = try call.found(try await community.posts.find(id, viewer: call.viewer))
      let edits = try await community.posts.history(id, viewer: call.viewer)
      return .list(edits) { writer, edit in
        call.encoder.edit(
          content: edit.content, mentions: status.mentions, warning: edit.warning,
          isSensitive: edit.isSensitive,
          at: edit.createdAt, author: edit.author, attachments: edit.attachments,
          pollTitles: edit.pollTitles, location: edit.location, &writer)
      }
    }
    add(
      .reading(
        "/api/v1/statuses/:id/source", "What was typed", .member(.readStatuses),
        response: .reference("StatusSource"))
    ) { call in
      let source = try await community.posts.source(call.identifier(), viewer: call.viewer)
      return .json { writer in
        call.encoder.source(id: source.id, text: source.text, warning: source.warning, &writer)
      }
    }
    add(
      .reading(
        "/api/v1/statuses/:id/card", "What the link of a post leads to", .everybody(scope: .readStatuses),
        response: .nullable(.reference("PreviewCard")))
    ) { call in
      let status = try call.found(try await community.posts.find(call.identifier(), viewer: call.viewer))
      return .json { writer in call.encoder.card(status.linkPreview, &writer) }
    }
  }
}

extension APIResponse {
  fileprivate static func context(_ context: PostContext, _ call: APICall<some Sendable>) -> APIResponse {
    let encoder = call.encoder
    return .json { writer in
      encoder.context(ancestors: context.ancestors, descendants: context.descendants, &writer) {
        writer, status in
        call.posts.write(status, encoder, &writer)
      }
    }
  }
}

extension APICall<Viewer?> {
  /// Returns the id of a post that the viewer may see; throws 404 for all others.
  fileprivate func visiblePost(_ community: Community) async throws -> Int64 {
    let id = try identifier()
    _ = try found(try await community.posts.find(id, viewer: viewer))
    return id
  }
}
