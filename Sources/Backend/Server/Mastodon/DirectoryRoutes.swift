import Community
import Contracts
import HTTPTypes
import JSON
import Social

extension API {
  /// Adds the posts, tags and accounts to discover without a search (docs.joinmastodon.org/methods/trends,
  /// suggestions, directory).
  mutating func addDirectory(_ community: Community) {
    for path in ["/api/v1/trends/tags", "/api/v1/trends"] {
      add(
        .reading(
          path, "Tags that many people use", .everybody(),
          [.init("limit", .integer), .init("offset", .integer)],
          response: .array(.reference("Tag")))
      ) { call in
        let tags = try await community.trends.tags(
          viewer: call.viewer, offset: call.offset(), limit: call.parameters.limit(default: 10, maximum: 20))
        return .list(tags) { writer, tag in
          call.encoder.tag(
            Post.Tag(name: tag.name, url: ""),
            history: tag.days.map { (start: $0.start, uses: $0.uses, people: $0.people) }, &writer)
        }
      }
    }
    add(
      .reading(
        "/api/v1/trends/statuses", "Public posts that people like", .everybody(),
        [.init("limit", .integer), .init("offset", .integer)], response: .array(.status))
    ) { call in
      let statuses = try await community.trends.posts(
        viewer: call.viewer, offset: call.offset(), limit: call.parameters.limit(default: 20, maximum: 40))
      return .list(statuses) { writer, status in call.posts.write(status, call.encoder, &writer) }
    }
    add(
      .reading(
        "/api/v1/trends/links", "Links that many people publish", .everybody(),
        [.init("limit", .integer), .init("offset", .integer)], response: .array(.reference("PreviewCard")))
    ) { call in
      let links = try await community.trends.links(
        viewer: call.viewer, offset: call.offset(), limit: call.parameters.limit(default: 10, maximum: 20))
      return .list(links) { writer, link in
        call.encoder.card(
          link.card, history: link.days.map { (start: $0.start, uses: $0.uses, people: $0.people) }, &writer)
      }
    }
    for version in ["v1", "v2"] {
      add(
        .reading(
          "/api/\(version)/suggestions", "Whom the viewer might want to follow", .member(.read),
          [.init("limit", .integer)],
          response: version == "v1" ? .accounts : .array(.reference("Suggestion")))
      ) { call in
        let suggestions = try await community.accounts.suggestions(
          call.viewer, limit: call.parameters.limit(default: 40, maximum: 80))
        return .list(suggestions) { writer, suggestion in
          if version == "v1" {
            call.encoder.account(suggestion.profile, &writer)
          } else {
            call.encoder.suggestion(suggestion.profile, isOfFriends: suggestion.isOfFriends, &writer)
          }
        }
      }
    }
    schemas["Suggestion"] = .object([
      .init("source", .string), .init("sources", .array(.string)), .init("account", .account),
    ])
    add(
      .reading(
        "/api/v1/directory", "Members who want to be found", .everybody(scope: .readAccounts),
        [
          .init("limit", .integer), .init("offset", .integer), .init("order", .string),
          .init("local", .boolean),
        ],
        response: .accounts)
    ) { call in
      let order = try call.parameters.string("order") ?? "active"
      guard ["active", "new", ""].contains(order) else {
        throw RequestError.invalid("order is active or new")
      }
      let (offset, limit) = (try call.offset(), try call.parameters.limit(default: 40, maximum: 80))
      let profiles = try await community.accounts.directory(
        isByActivity: order != "new", viewer: call.viewer, offset: offset, limit: limit)
      var response = APIResponse.json { writer in call.encoder.accounts(profiles, &writer) }
      // Mastodon has no links here; with them, our app pages through this list as through all others.
      if profiles.count == limit, offset + limit <= Self.maxOffset {
        let query = "order=\(order == "new" ? "new" : "active")&limit=\(limit)&offset=\(offset + limit)"
        response.fields[.link] = "<\(call.prefix)/api/v1/directory?\(query)>; rel=\"next\""
      }
      return response
    }
  }

  /// The greatest offset of lists without cursors, which is further than people page.
  fileprivate static let maxOffset = 1000
}

extension APICall {
  fileprivate func offset() throws -> Int {
    Int(min(max(try parameters.integer("offset") ?? 0, 0), Int64(API.maxOffset)))
  }
}
