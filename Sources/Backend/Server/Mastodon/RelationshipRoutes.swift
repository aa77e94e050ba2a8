import Community
import Contracts
import HTTPTypes
import Localization
import Social

extension API {
  /// Adds the viewer's relationships to others (docs.joinmastodon.org/methods/accounts).
  mutating func addRelationships(_ community: Community) {
    add(
      .reading(
        "/api/v1/accounts/relationships", "How the viewer stands to accounts", .member(.readFollows),
        [APIParameter("id", .array(.string))], response: .array(.relationship))
    ) { call in
      let ids = try call.parameters.identifiers("id", maxCount: 100)
      let relationships = try await community.relationships.of(call.viewer, to: ids)
      return .list(relationships) { writer, relationship in call.encoder.relationship(relationship, &writer) }
    }
    relation("unfollow", "Follow no more", .writeFollows) { id, viewer, _ in
      try await community.relationships.unfollow(id, viewer)
    }
    relation("remove_from_followers", "Let somebody follow no more", .writeFollows) { id, viewer, _ in
      try await community.relationships.removeFollower(id, viewer)
    }
    relation("block", "Block", .writeBlocks) { id, viewer, _ in
      try await community.relationships.block(id, viewer)
    }
    relation("unblock", "Block no more", .writeBlocks) { id, viewer, _ in
      try await community.relationships.unblock(id, viewer)
    }
    relation("unmute", "Mute no more", .writeMutes) { id, viewer, _ in
      try await community.relationships.unmute(id, viewer)
    }
    relation("note", "Keep a private note on somebody", .writeAccounts, [APIParameter("comment", .string)]) {
      id, viewer, parameters in
      try await community.relationships.note(parameters.string("comment") ?? "", on: id, viewer)
    }
    let follow = [
      APIParameter("reblogs", .boolean), APIParameter("notify", .boolean),
      APIParameter("languages", .array(.string)),
    ]
    relation("follow", "Follow", .writeFollows, follow) { id, viewer, parameters in
      guard try parameters.strings("languages").isEmpty else {
        throw RequestError.invalid("languages is not offered by this server")
      }
      return try await community.relationships.follow(
        id, viewer, showsReposts: parameters.bool("reblogs"), notifies: parameters.bool("notify"))
    }
    let mute = [APIParameter("notifications", .boolean), APIParameter("duration", .integer)]
    relation("mute", "Mute", .writeMutes, mute) { id, viewer, parameters in
      let seconds = try parameters.integer("duration") ?? 0
      guard 0...Self.longestMute ~= seconds else { throw RequestError.invalid("Duration is out of range") }
      return try await community.relationships.mute(
        id, viewer, hidesNotifications: parameters.bool("notifications") ?? true,
        duration: seconds == 0 ? nil : .seconds(seconds))
    }
  }

  /// The longest mute, in seconds: a hundred years.
  private static let longestMute: Int64 = 100 * 366 * 86_400

  private mutating func relation(
    _ name: String, _ summary: String, _ scope: Scope, _ parameters: [APIParameter] = [],
    _ perform: @escaping @Sendable (_ id: Int64, _ viewer: Viewer, APIParameters) async throws -> Relationship
  ) {
    add(
      APIRoute(
        .post, "/api/v1/accounts/:id/\(name)", summary, access: .member(scope), parameters: parameters,
        response: .relationship)
    ) { call in .relationship(try await perform(call.identifier(), call.viewer, call.parameters), call) }
  }

  /// Adds the accounts that the viewer has blocked or muted, and the follow requests
  /// (docs.joinmastodon.org/methods/blocks, mutes, follow_requests).
  mutating func addPeopleLists(_ community: Community) {
    add(.reading("/api/v1/blocks", "Blocked accounts", .member(.readBlocks), .paging, response: .accounts)) {
      call in
      .profiles(
        try await community.relationships.blocks(call.viewer, call.cursor(default: 40, maximum: 80)), call)
    }
    add(.reading("/api/v1/mutes", "Muted accounts", .member(.readMutes), .paging, response: .accounts)) {
      call in
      .profiles(
        try await community.relationships.mutes(call.viewer, call.cursor(default: 40, maximum: 80)), call)
    }
    add(
      .reading(
        "/api/v1/follow_requests", "Who wants to follow the viewer", .member(.readFollows), .paging,
        response: .accounts
      )
    ) { call in
      .profiles(
        try await community.relationships.followRequests(call.viewer, call.cursor(default: 40, maximum: 80)),
        call)
    }
    for (name, summary, accept) in [
      ("authorize", "Let somebody follow", true), ("reject", "Let somebody not follow", false),
    ] {
      add(
        APIRoute(
          .post, "/api/v1/follow_requests/:id/\(name)", summary, access: .member(.writeFollows),
          response: .relationship)
      ) { call in
        .relationship(
          try await community.relationships.answerFollowRequest(
            from: call.identifier(), call.viewer, accept: accept),
          call)
      }
    }
  }
}
