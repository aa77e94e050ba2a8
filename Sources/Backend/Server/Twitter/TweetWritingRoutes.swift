import Community
import HTTPTypes
import JSON
import Social
import TwitterContracts

extension API {
  /// Adds the routes that write tweets and interactions (developer.twitter.com, "Post, retrieve and engage
  /// with Tweets"). Ids come in the path, the query or the body.
  mutating func addTweetWriting(_ community: Community) {
    add(
      .twitter(
        .post, "statuses/update", "Publish a tweet", .member(.writeStatuses),
        ["status", "in_reply_to_status_id", "media_ids", "possibly_sensitive", "attachment_url"]
          + .tweetOptions,
        limit: .publishing, response: .tweet)
    ) { call in
      let post = try await call.publish(community)
      return try await call.tweet(TimelineEntry(post), community, call.viewer)
    }
    addTweetMethod("statuses/destroy", "Delete a tweet, or take a repost back", .writeStatuses) { call, id in
      guard let entry = try await community.posts.entry(id, viewer: call.viewer) else {
        throw TwitterError.statusMissing
      }
      guard entry.reposter?.id ?? entry.post.author.id == "\(call.viewer.account)" else {
        throw TwitterError.notYours
      }
      // Encoded before it is gone.
      let response = try await call.tweet(entry, community, call.viewer)
      _ = try await community.posts.delete(id, viewer: call.viewer)
      return response
    }
    addTweetMethod("statuses/retweet", "Repost a tweet", .writeStatuses, limit: .publishing) { call, id in
      guard let post = try await community.posts.entry(id, viewer: call.viewer)?.post else {
        throw TwitterError.statusMissing
      }
      guard !post.interactions.isReposted else { throw TwitterError.alreadyRetweeted }
      do {
        let repost = try await community.posts.repost(id, viewer: call.viewer, visibility: nil)
        return try await call.tweet(repost, community, call.viewer)
      } catch CommunityError.notAllowed { throw TwitterError.notRetweetable }
    }
    addTweetMethod("statuses/unretweet", "Take a repost back", .writeStatuses) { call, id in
      let post = try await community.posts.unrepost(id, call.viewer)
      return try await call.tweet(TimelineEntry(post), community, call.viewer)
    }
    addTweetMethod("favorites/create", "Make a tweet a favourite", .writeFavourites) { call, id in
      guard let post = try await community.posts.entry(id, viewer: call.viewer)?.post else {
        throw TwitterError.statusMissing
      }
      guard !post.interactions.isFavourite else { throw TwitterError.alreadyFavorited }
      let changed = try await community.posts.favourite(id, call.viewer)
      return try await call.tweet(TimelineEntry(changed), community, call.viewer)
    }
    addTweetMethod("favorites/destroy", "Make a tweet no favourite any more", .writeFavourites) { call, id in
      let changed = try await community.posts.unfavourite(id, call.viewer)
      return try await call.tweet(TimelineEntry(changed), community, call.viewer)
    }
  }

  /// Adds a method of one tweet, with its id in the path or in the parameters.
  private mutating func addTweetMethod(
    _ name: String, _ summary: String, _ scope: Scope, limit: RateLimit.Class = .general,
    _ perform: @escaping @Sendable (APICall<Viewer>, _ id: Int64) async throws -> APIResponse
  ) {
    for name in [name, name + "/{id}"] {
      add(
        .twitter(
          .post, name, summary, .member(scope), ["id"] + .tweetOptions, limit: limit, response: .tweet)
      ) { call in
        do { return try await perform(call, call.tweetID()) } catch CommunityError.notFound {
          throw TwitterError.statusMissing
        }
      }
    }
  }
}

extension APICall<Viewer> {
  fileprivate func publish(_ community: Community) async throws -> Post {
    guard parameters["status"] == nil || (try? parameters.string("status")) != nil else {
      throw TwitterError.tooLong
    }
    let pictures = try twitter.list("media_ids").map { text in
      guard let id = Int64(digits: Array(text.utf8)[...]), id > 0 else { throw TwitterError.invalidMedia }
      return id
    }
    var text = twitter.text("status") ?? ""
    if let address = twitter.text("attachment_url") { text += (text.isEmpty ? "" : " ") + address }
    guard !text.isEmpty || !pictures.isEmpty else { throw TwitterError.parameterMissing }
    let replyTo = twitter.number("in_reply_to_status_id").flatMap { $0 > 0 ? $0 : nil }
    if let replyTo, try await community.posts.entry(replyTo, viewer: viewer) == nil {
      throw TwitterError.replyToMissing
    }
    if pictures.isEmpty, try await community.posts.isDuplicate(text, viewer: viewer) {
      throw TwitterError.duplicate
    }
    let draft = PostDraft(
      text: text, isSensitive: twitter.flag("possibly_sensitive") ? true : nil, replyTo: replyTo,
      pictures: pictures.isEmpty ? nil : PictureChoice(ids: pictures))
    do {
      return try await community.posts.publish(draft, viewer: viewer, idempotencyKey: idempotencyKey())
    } catch CommunityError.invalid(_, .textTooLong) {
      throw TwitterError.tooLong
    } catch CommunityError.invalid(
      _, .pictureNotFound)
    { throw TwitterError.mediaMissing } catch CommunityError.invalid(_, .pictureNotReady) {
      throw TwitterError.invalidMedia
    } catch CommunityError.notFound { throw TwitterError.replyToMissing }
  }
}
