import Community
import HTTPTypes
import JSON
import Social

extension API {
  /// Adds scrapbooks, the named albums of members. The Mastodon API has nothing like them.
  mutating func addScrapbooks(_ community: Community) {
    schemas["Scrapbook"] = .object([
      .init("id", .identifier), .init("account_id", .identifier), .init("title", .string),
      .init("posts_count", .integer), .init("cover", .nullable(.reference("MediaAttachment"))),
    ])
    add(
      .reading(
        "/api/swiftlet/v1/accounts/:id/scrapbooks", "The named albums of an account",
        .everybody(scope: .readStatuses), response: .scrapbooks, queue: PerKeyQueue())
    ) { call in
      let id = try call.identifier()
      _ = try call.found(try await community.accounts.profile(id, viewer: call.viewer))
      return .scrapbooks(try await community.scrapbooks.all(of: id, viewer: call.viewer), call)
    }
    add(
      .reading(
        "/api/swiftlet/v1/statuses/:id/scrapbooks", "The viewer's named albums with a post",
        .member(.readStatuses), response: .scrapbooks)
    ) { call in
      .scrapbooks(try await community.scrapbooks.all(with: call.identifier(), call.viewer), call)
    }
    add(
      .reading(
        "/api/swiftlet/v1/scrapbooks/:id", "A named album", .everybody(scope: .readStatuses),
        response: .scrapbook)
    ) { call in
      .scrapbook(try await community.scrapbooks.find(call.identifier(), viewer: call.viewer), call)
    }
    addScrapbookPosts(community)
    addScrapbookWriting(community)
  }

  private mutating func addScrapbookWriting(_ community: Community) {
    let path = "/api/swiftlet/v1/scrapbooks"
    let title = [APIParameter("title", .string, isRequired: true)]
    add(
      .storing(
        .post, path, "Make a named album", .member(.writeStatuses), title, response: .scrapbook)
    ) { call in
      let title = try call.parameters.requiredString("title")
      return .scrapbook(try await community.scrapbooks.create(title, call.viewer), call)
    }
    add(
      .storing(
        .put, path + "/:id", "Rename a named album", .member(.writeStatuses), title, response: .scrapbook)
    ) { call in
      let title = try call.parameters.requiredString("title")
      return .scrapbook(
        try await community.scrapbooks.rename(call.identifier(), to: title, call.viewer), call)
    }
    add(
      APIRoute(
        .delete, path + "/:id", "Delete a named album; its posts stay", access: .member(.writeStatuses),
        response: .object([]))
    ) { call in
      try await community.scrapbooks.delete(call.identifier(), call.viewer)
      return .empty
    }
    add(
      APIRoute(
        .post, path + "/:id/download",
        "A ticket for the pictures of a named album: `GET /export/{ticket}` answers it once",
        access: .session(.readStatuses), limit: .exporting, response: .object([.init("ticket", .string)]))
    ) { call in
      let ticket = try await community.exports.ticket(call.viewer, scrapbook: call.identifier())
      return .json { writer in writer.object { $0.texts([("ticket", ticket)]) } }
    }
  }

  private mutating func addScrapbookPosts(_ community: Community) {
    let path = "/api/swiftlet/v1/scrapbooks/:id/statuses"
    add(
      .reading(
        path, "The posts of a named album", .everybody(scope: .readStatuses), .paging, response: .statuses)
    ) { call in
      .entries(
        try await community.scrapbooks.posts(of: call.identifier(), viewer: call.viewer, call.cursor()), call)
    }
    let posts = [APIParameter("status_ids", .array(.string))]
    add(
      APIRoute(
        .post, path, "Add own posts with pictures to a named album", access: .member(.writeStatuses),
        parameters: posts, response: .scrapbook)
    ) { call in
      let id = try call.identifier()
      try await community.scrapbooks.add(call.postIDs(), to: id, call.viewer)
      return .scrapbook(try await community.scrapbooks.find(id, viewer: call.viewer), call)
    }
    add(
      APIRoute(
        .delete, path, "Remove posts from a named album", access: .member(.writeStatuses),
        parameters: posts, response: .scrapbook)
    ) { call in
      let id = try call.identifier()
      try await community.scrapbooks.remove(call.postIDs(), from: id, call.viewer)
      return .scrapbook(try await community.scrapbooks.find(id, viewer: call.viewer), call)
    }
  }
}

extension APICall {
  /// Returns the ids of `status_ids[]`, each once.
  fileprivate func postIDs() throws -> [Int64] {
    var ids: [Int64] = []
    for text in try parameters.strings("status_ids") {
      guard let id = Int64(digits: Array(text.utf8)[...]) else { throw RequestError.recordNotFound }
      if !ids.contains(id) { ids.append(id) }
    }
    return ids
  }
}

extension APIResponse {
  fileprivate static func scrapbook(_ scrapbook: Scrapbook, _ call: APICall<some Sendable>) -> APIResponse {
    .json { writer in call.encoder.scrapbook(scrapbook, &writer) }
  }

  fileprivate static func scrapbooks(
    _ scrapbooks: [Scrapbook], _ call: APICall<some Sendable>
  ) -> APIResponse {
    let encoder = call.encoder
    return .list(scrapbooks) { writer, scrapbook in encoder.scrapbook(scrapbook, &writer) }
  }
}

extension Schema {
  fileprivate static let scrapbook = Schema.reference("Scrapbook")
  fileprivate static let scrapbooks = Schema.array(.scrapbook)
}
