import Community
import Contracts
import HTTPTypes
import JSON
import Localization
import Social

extension API {
  /// Adds the routes that write posts (docs.joinmastodon.org/methods/statuses).
  mutating func addStatusWriting(_ community: Community) {
    let text = [
      // Some clients send values that are fixed here: the text is plain, and the post goes to no other
      // server. `local_only` is a fork's way to say that strangers see nothing of it.
      APIParameter("content_type", .string), APIParameter("local_only", .boolean),
      APIParameter("federated", .boolean), APIParameter("preview", .boolean),
      APIParameter("quote_approval_policy", .string),
      APIParameter("status", .string), APIParameter("spoiler_text", .string),
      APIParameter("sensitive", .boolean),
      APIParameter("language", .string), APIParameter("media_ids", .array(.string)),
      APIParameter("media_attributes", .any), APIParameter("poll", .any),
      APIParameter("in_reply_to_id", .identifier), APIParameter("visibility", .string),
      APIParameter("location", .string), APIParameter("reminded_ids", .array(.string)),
    ]
    add(
      APIRoute.storing(
        .post, "/api/v1/statuses", "Publish a post", .member(.writeStatuses),
        text + [
          APIParameter("scheduled_at", .string), APIParameter("comment", .boolean),
          APIParameter("circle_ids", .array(.string)), APIParameter("excluded_circle_ids", .array(.string)),
        ], limit: .publishing,
        response: .status)
    ) { call in
      try call.refuseWhatIsNotOffered()
      let draft = PostDraft(
        text: try call.parameters.string("status") ?? "",
        warning: try call.parameters.string("spoiler_text") ?? "",
        isSensitive: try call.parameters.bool("sensitive"),
        visibility: try call.parameters.audience(), circles: try call.parameters.circleChoice(),
        widest: try call.parameters.bool("local_only") == true ? .members : .everybody,
        language: try call.parameters.language("language"),
        replyTo: try call.parameters.identifier("in_reply_to_id"),
        isComment: try call.parameters.bool("comment") ?? false,
        pictures: try call.parameters.pictureChoice(),
        poll: try call.parameters.poll(), location: try call.parameters.string("location"),
        reminded: try call.parameters.identifiers("reminded_ids"))
      return .status(
        try await community.posts.publish(draft, viewer: call.viewer, idempotencyKey: call.idempotencyKey()),
        call)
    }
    add(
      APIRoute.storing(
        .put, "/api/v1/statuses/:id", "Change a post", .member(.writeStatuses), text, limit: .publishing,
        response: .status)
    ) { call in
      try call.refuseWhatIsNotOffered()
      try await call.refuseAnotherPlace(community)
      // Missing values stay unchanged.
      let change = PostChange(
        text: try call.parameters.string("status"), warning: try call.parameters.string("spoiler_text"),
        isSensitive: try call.parameters.bool("sensitive"),
        language: try call.parameters.language("language"),
        pictures: try call.parameters.pictureChoice(), visibility: try await call.narrowedAudience(community),
        poll: try call.parameters.poll(), location: try call.parameters.string("location"),
        reminded: try call.parameters.identifiers("reminded_ids"))
      return .status(try await community.posts.edit(call.identifier(), change, viewer: call.viewer), call)
    }
    add(
      APIRoute(
        .delete, "/api/v1/statuses/:id", "Delete a post", access: .member(.writeStatuses),
        parameters: [APIParameter("delete_media", .boolean)], response: .status)
    ) { call in
      // Clients that publish it again use the same `media_ids`
      // (docs.joinmastodon.org/methods/statuses#delete).
      let keepsPictures = try call.parameters.bool("delete_media") != true
      let status = try await community.posts.delete(
        call.identifier(), keepsPictures: keepsPictures, viewer: call.viewer)
      return .json { writer in call.encoder.deletedStatus(status, &writer) }
    }
  }
}

extension APICall<Viewer> {
  /// Refuses scheduled posts and the like, which aren't supported. Without them the post wouldn't be as its
  /// author meant it.
  fileprivate func refuseWhatIsNotOffered() throws {
    if try parameters.string("scheduled_at")?.isEmpty == false {
      throw RequestError.invalid("Scheduled posts are not offered by this server")
    }
    if let type = try parameters.string("content_type"), !type.isEmpty, type != "text/plain" {
      throw RequestError.invalid("Posts are plain text here: content_type can only be text/plain")
    }
    if try parameters.bool("preview") == true {
      throw RequestError.invalid("Previews are not offered by this server")
    }
  }

  /// Refuses a change of the parent, which is fixed. Some clients repeat the present value, which is
  /// accepted.
  fileprivate func refuseAnotherPlace(_ community: Community) async throws {
    guard let replyTo = try parameters.identifier("in_reply_to_id"),
      let status = try await community.posts.find(identifier(), viewer: viewer)
    else { return }
    if status.replyTo?.id != String(replyTo) {
      throw RequestError.invalid("What a post answers can't be changed")
    }
  }

  /// Returns the wanted audience of a post that is changed; `nil` to leave it. A client that repeats the name
  /// that it got for the present audience leaves it: `private` doesn't narrow a post for members, `followers`
  /// does.
  fileprivate func narrowedAudience(_ community: Community) async throws -> Visibility? {
    guard let name = try parameters.string("visibility"), let wanted = try parameters.audience(),
      let status = try await community.posts.find(identifier(), viewer: viewer)
    else { return nil }
    return name == status.visibility.mastodonName ? nil : wanted
  }
}

extension APIParameters {
  /// Returns an audience; `nil` if the parameter is missing. `followers` is another name for `private`. Only
  /// a post can be for circles.
  func visibility(_ name: String) throws -> Visibility? {
    let visibility = try anyAudience(name)
    guard visibility != .circles else { throw RequestError.invalid("Visibility is not included in the list") }
    return visibility
  }

  /// Returns the audience of a post; `nil` if the parameter is missing.
  fileprivate func audience() throws -> Visibility? { try anyAudience("visibility") }

  private func anyAudience(_ name: String) throws -> Visibility? {
    guard let text = try string(name), !text.isEmpty else { return nil }
    if text == "followers" { return .followers }
    guard let visibility = Visibility(rawValue: text) else {
      throw RequestError.invalid("Visibility is not included in the list")
    }
    return visibility
  }

  /// Returns the circles of a new post; `nil` without any. An id that isn't a number gets a 404.
  fileprivate func circleChoice() throws -> CircleChoice? {
    let names = ["circle_ids", "excluded_circle_ids"]
    let lists = try names.map { name in
      try strings(name).filter { !$0.isEmpty }.map { text in
        guard let id = Int64(digits: Array(text.utf8)[...]) else { throw RequestError.recordNotFound }
        return id
      }
    }
    return CircleChoice(lists[0], but: lists[1])
  }

  /// Returns a BCP 47 tag; `nil` if it is missing or empty. From a system's locale it takes the language:
  /// `en_US` becomes `en`.
  func language(_ name: String) throws -> String? {
    guard let locale = try string(name), !locale.isEmpty else { return nil }
    let tag = locale.contains("_") ? String(locale.prefix { $0 != "_" }) : locale
    let isTag =
      1...35 ~= tag.utf8.count
      && tag.utf8.allSatisfy { byte in
        0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20 || byte == UInt8(ascii: "-")
      }
    guard isTag else { throw RequestError.invalid("Language is not a language tag") }
    return tag
  }
}
