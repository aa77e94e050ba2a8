import Community

extension API {
  /// Adds the Mastodon client API, except for signing in (docs.joinmastodon.org/methods).
  mutating func addMastodon(_ community: Community, limits: ServerLimits) {
    addMastodonSchemas()
    addInstance(community)
    addDiscovery(community)
    addAccounts(community)
    addOwnAccount(community)
    addRelationships(community)
    addPeopleLists(community)
    addMedia(community, limits)
    addStatuses(community)
    addStatusWriting(community)
    addStatusActions(community)
    addPolls(community)
    addAlbums(community)
    addScrapbooks(community)
    addTimelines(community)
    addCircles(community)
    addMarkedPosts(community)
    addNotifications(community)
    addPush(community)
    addConversations(community)
    addMarkers(community)
    addAnnouncements(community)
    addSearch(community)
    addDirectory(community)
    addReports(community)
    addAdminAccounts(community)
    addAdminReports(community)
    addWhatIsEmpty(community)
  }
}
