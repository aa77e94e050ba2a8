import Community
import Social

extension API {
  /// Adds the timelines (docs.joinmastodon.org/methods/timelines).
  mutating func addTimelines(_ community: Community) {
    add(
      .reading(
        "/api/v1/timelines/home", "Posts of the viewer and of those whom they follow", .member(.readStatuses),
        .paging,
        response: .statuses)
    ) { call in
      .entries(try await community.timelines.home(call.viewer, call.cursor()), call)
    }
    add(
      .reading(
        "/api/v1/timelines/public", "Public posts", .everybody(scope: .readStatuses),
        .paging + [
          APIParameter("local", .boolean), APIParameter("remote", .boolean),
          APIParameter("only_media", .boolean),
        ], response: .statuses)
    ) { call in
      // All posts are local.
      if try call.parameters.bool("remote") ?? false { return .emptyList }
      let onlyMedia = try call.parameters.bool("only_media") ?? false
      return .entries(
        try await community.timelines.publicPosts(viewer: call.viewer, onlyMedia: onlyMedia, call.cursor()),
        call)
    }
    add(
      .reading(
        "/api/v1/timelines/tag/:name", "Public posts with a tag", .everybody(scope: .readStatuses),
        .paging + [
          APIParameter("name", .string), APIParameter("local", .boolean), APIParameter("remote", .boolean),
          APIParameter("only_media", .boolean),
        ], response: .statuses)
    ) { call in
      if try call.parameters.bool("remote") ?? false { return .emptyList }
      let onlyMedia = try call.parameters.bool("only_media") ?? false
      return .entries(
        try await community.timelines.tag(
          call.text("name"), viewer: call.viewer, onlyMedia: onlyMedia, call.cursor()),
        call)
    }
  }

  /// Adds the viewer's favourites and bookmarks (docs.joinmastodon.org/methods/favourites, bookmarks).
  mutating func addMarkedPosts(_ community: Community) {
    add(.reading("/api/v1/favourites", "Favourites", .member(.readFavourites), .paging, response: .statuses))
    { call in
      .entries(try await community.timelines.favourites(call.viewer, call.cursor()), call)
    }
    add(.reading("/api/v1/bookmarks", "Bookmarks", .member(.readBookmarks), .paging, response: .statuses)) {
      call in
      .entries(try await community.timelines.bookmarks(call.viewer, call.cursor()), call)
    }
  }
}
