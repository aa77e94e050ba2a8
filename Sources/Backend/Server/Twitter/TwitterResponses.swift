import Community
import JSON
import Social
import TwitterContracts

extension APICall {
  /// Returns an encoder that knows how the viewer stands to the people of a response.
  func twitterEncoder(
    _ community: Community, _ viewer: Viewer?, entries: [TimelineEntry] = [], profiles: [Profile] = [],
    options: TweetOptions = TweetOptions()
  ) async throws -> TwitterEncoder {
    var encoder = TwitterEncoder(prefix: prefix)
    guard let viewer else { return encoder }
    if !entries.isEmpty, !options.hasTrimmedUser {
      // The cached follows are all that a tweet tells of its users.
      let people = entries.map(\.post.author.id) + entries.compactMap(\.reposter?.id)
      let ids = Set(people).compactMap { Int64($0) }
      for relationship in try await community.relationships.follows(of: viewer, to: ids) {
        encoder.relationships[relationship.id] = relationship
      }
    }
    if !profiles.isEmpty {
      let ids = Set(profiles.map(\.id)).compactMap { Int64($0) }.sorted()
      for relationship in try await community.relationships.of(viewer, to: ids) {
        encoder.relationships[relationship.id] = relationship
      }
    }
    if options.hasOwnRepost {
      let reposted = entries.map(\.post).filter(\.interactions.isReposted).compactMap { Int64($0.id) }
      for (post, repost) in try await community.posts.ownReposts(of: reposted, viewer) {
        encoder.ownReposts["\(post)"] = "\(repost)"
      }
    }
    return encoder
  }

  func tweets(
    _ entries: [TimelineEntry], _ community: Community, _ viewer: Viewer?
  ) async throws -> APIResponse {
    let options = twitter.tweetOptions
    let encoder = try await twitterEncoder(community, viewer, entries: entries, options: options)
    return .list(entries, bytesEach: 4096) { writer, entry in
      posts.write(entry, encoder, options, &writer)
    }
  }

  func tweet(_ entry: TimelineEntry, _ community: Community, _ viewer: Viewer?) async throws -> APIResponse {
    let options = twitter.tweetOptions
    let encoder = try await twitterEncoder(community, viewer, entries: [entry], options: options)
    return .json { writer in posts.write(entry, encoder, options, &writer) }
  }

  /// - Parameter isPlain: True without the newest tweet, as after a change of a relationship.
  func twitterUser(
    _ profile: Profile, _ community: Community, _ viewer: Viewer?, isPlain: Bool = false
  ) async throws -> APIResponse {
    let people = TwitterPeople(
      encoder: try await twitterEncoder(community, viewer, profiles: [profile]), parameters: twitter,
      latest: isPlain ? [:] : try await latest(of: [profile], community, viewer), isInList: false)
    return .json { writer in people.write(profile, &writer) }
  }

  /// Returns an encoder of people with the newest tweet of each, unless the request leaves them out.
  func twitterPeople(
    _ profiles: [Profile], _ community: Community, _ viewer: Viewer?
  ) async throws -> TwitterPeople {
    TwitterPeople(
      encoder: try await twitterEncoder(community, viewer, profiles: profiles), parameters: twitter,
      latest: try await latest(of: profiles, community, viewer), isInList: true)
  }

  private func latest(
    of profiles: [Profile], _ community: Community, _ viewer: Viewer?
  ) async throws -> [Int64: TimelineEntry] {
    guard !twitter.flag("skip_status"), !profiles.isEmpty else { return [:] }
    return try await community.timelines.newestPosts(of: profiles.compactMap { Int64($0.id) }, viewer: viewer)
  }
}

/// Encodes people with their newest tweets.
struct TwitterPeople {
  let encoder: TwitterEncoder
  let parameters: TwitterParameters
  /// The newest tweets, by the ids of their authors.
  let latest: [Int64: TimelineEntry]
  let isInList: Bool

  func write(_ profile: Profile, _ writer: inout JSONWriter) {
    let hasEntities = parameters.flag(
      "include_user_entities", default: parameters.flag("include_entities", default: true))
    encoder.user(
      profile, hasEntities: hasEntities, isInList: isInList, latest: Int64(profile.id).flatMap { latest[$0] },
      options: parameters.tweetOptions, &writer)
  }
}
