import Contracts
import Markup
import Social
import TestSupport
import Testing

@testable import Localization
@testable import Screens

/// A screen in one of its states. The browser tests lay out and compare its recorded markup
/// (Tests/Browser/test_screens.py, test_layout.py): in every size of text, dark, and right to left.
struct Look {
  /// The name of screen and state. The markup is recorded as `Snapshots/<name>.html`.
  let name: String
  /// The screen, as the root of a tab with the tab bar, or without.
  let screen: AnyScreenHost

  init<S: Screen>(_ name: String, _ screen: LookState<S>, root tab: Tab? = nil) {
    self.name = name
    self.screen = ScreenHost<S>(screen.state, id: 1, tab: tab)
  }

  /// Every screen in its states. A new state is a new line in its screen's list.
  static func all() throws -> [Look] {
    try moments + timeline + notifications + thread() + profile + people + firstSteps + search + compose
      + ownAccount + album
      + tabs + signIn
      + images + files + others
  }

  private static var moments: [Look] {
    [
      Look("moments-root", .moments(Looks.momentsRoot()), root: .moments),
      Look("moments-content", .moments(Looks.momentsContent())),
      Look("moments-loading", .moments(Moments.State(loading: "ada", origin: .own(.made())))),
      Look("moments-empty", .moments(TestStore.loaded([]).state)),
      Look("moments-unreachable", .moments(Looks.momentsUnreachable())),
      Look("moments-refreshing", .moments(Looks.moments(7, .pulledDown, .reachedEnd))),
      Look(
        "moments-refresh-failed",
        .moments(Looks.moments(1, .pulledDown, .received(.posts, .text("", status: 503), at: noon)))),
      Look(
        "moments-offline",
        .moments(Looks.moments(6, .hydrated, .received(.posts, .failure(.unreachable), at: noon)))),
      Look("moments-menu", .moments(Looks.momentsWriting(.tapped(.menu(key: "p7"))))),
      Look(
        "moments-writing",
        .moments(
          Looks.momentsWriting(
            Looks.answering, .tapped(.menu(key: "p7")), .typed(field: "comment", text: "Hi")))),
      Look(
        "moments-writing-picture",
        .moments(
          Looks.momentsWriting(
            Looks.answering, .typed(field: "comment", text: "Look"), .picked("1-a"),
            .pictureChanged(id: "1-a", .sending)))),
      Look(
        "moments-completing",
        .moments(Looks.momentsWriting(Looks.answering, .typed(field: "comment", text: "Hello @bo")))),
      Look("moments-waiting", .moments(Looks.ownMoments(Looks.refused, SamplePosts.item()))),
      Look("moments-asking", .moments(Looks.momentsWriting(.tapped(.reply(key: "p7", comment: "71"))))),
    ]
  }

  private static var timeline: [Look] {
    [
      Look("timeline-content", .timeline(PostSnapshotTests.timeline()), root: .home),
      Look("timeline-loading", .timeline(Looks.home(.appeared)), root: .home),
      Look("timeline-empty", .timeline(Looks.home(.appeared, Looks.answer("[]"))), root: .home),
      Look("timeline-unreachable", .timeline(Looks.home(.appeared, Looks.noAnswer)), root: .home),
      Look(
        "timeline-offline", .timeline(Looks.home(.appeared, Looks.storedCopy, Looks.noAnswer)), root: .home),
      Look(
        "timeline-conversations", .timeline(Looks.home(.appeared, Looks.answer(Looks.conversations))),
        root: .home),
      Look("timeline-gap", .timeline(Looks.timelineWithGap()), root: .home),
      Look("timeline-news", .timeline(Looks.news()), root: .home),
      Look(
        "timeline-long", .timeline(Looks.home(.appeared, Looks.answer("[\(Looks.longPost)]"))), root: .home),
      Look("timeline-cards", .timeline(Looks.home(.appeared, Looks.answer(Looks.cards))), root: .home),
      Look(
        "timeline-mentions", .timeline(Looks.timeline(.mentions, .appeared, Looks.answer("[]"))),
        root: .mentions),
      Look(
        "timeline-bookmarks",
        .timeline(Looks.timeline(.collection(.bookmarks), .appeared, Looks.answer("[]")))),
      Look(
        "timeline-favourites",
        .timeline(Looks.timeline(.collection(.favourites), .appeared, Looks.answer("[]")))),
      Look("timeline-tag", .timeline(Looks.timeline(.tag("cats"), .appeared, Looks.answer("[]")))),
    ]
  }

  private static var notifications: [Look] {
    [
      Look("notifications", .notifications(Looks.notifications()), root: .notifications),
      Look("notifications-unfolded", .notifications(Looks.unfoldedNotifications()), root: .notifications),
      Look("notifications-kind", .notifications(Looks.followerNotifications()), root: .notifications),
      Look("notifications-parents", .notifications(Looks.answeredPosts()), root: .notifications),
      Look("notifications-offer", .notifications(Looks.offeredPush()), root: .notifications),
      Look("notifications-loading", .notifications(Notices.state(.appeared)), root: .notifications),
      Look("notifications-empty", .notifications(Notices.shown([], marker: 1)), root: .notifications),
      Look("notifications-unreachable", .notifications(Looks.unreachableNotifications), root: .notifications),
      Look("notifications-offline", .notifications(Looks.keptNotifications), root: .notifications),
    ]
  }

  private static func thread() throws -> [Look] {
    try [
      Look("thread", .thread(PostSnapshotTests.thread())),
      Look("thread-loading", .thread(Looks.thread(.appeared))),
      Look(
        "thread-unreachable",
        .thread(Looks.thread(.appeared, .received(.post, .failure(.unreachable), at: noon)))),
      Look("thread-deep", .thread(Looks.deepThread())),
      Look("thread-awaiting", .thread(Looks.thread(.appeared, Looks.aReply))),
      Look("thread-gone", .thread(Looks.thread(.appeared, Looks.aReply, Looks.nothingAround))),
      Look(
        "thread-long", .thread(Looks.thread(.appeared, .received(.post, .text(Looks.longPost), at: noon)))),
    ]
  }

  private static var profile: [Look] {
    [
      Look("profile", .profile(PostSnapshotTests.profile())),
      Look("profile-pinned", .profile(Looks.pinnedProfile())),
      Look("profile-note", .profile(Looks.notedProfile())),
      Look("profile-followed", .profile(Looks.followedProfile())),
      Look("profile-media", .profile(Looks.mediaOfProfile())),
      Look("profile-loading", .profile(Looks.profile())),
      Look(
        "profile-unreachable",
        .profile(Looks.profile(.appeared, .received(.profile, .failure(.unreachable), at: noon)))
      ),
      Look(
        "profile-empty",
        .profile(
          Looks.profile(
            .appeared, Looks.user, .received(.pinned, .text("[]"), at: noon),
            .received(.newest(.posts), .text("[]"), at: noon)))),
      Look("profile-blocked", .profile(Looks.blockedProfile())),
      Look(
        "profile-long",
        .profile(Looks.profile(.appeared, .received(.profile, .text(Looks.longPerson), at: noon)))),
    ]
  }

  private static var album: [Look] {
    [
      Look("album", .album(AlbumTests.shown().state)),
      Look("album-pictures", .album(Looks.picturesOfAlbum())),
      Look("album-loading", .album(Looks.album(.appeared))),
      Look("album-empty", .album(Looks.album(.appeared, AlbumTests.profile, Looks.noAlbumPosts))),
      Look(
        "album-unreachable",
        .album(Looks.album(.appeared, .received(.profile, .failure(.unreachable), at: noon)))),
      Look("album-scrapbooks", .album(Looks.scrapbooks())),
      Look("scrapbook", LookState<ScrapbookPage>(state: ScrapbookTests.page().state)),
      Look("scrapbook-selecting", LookState<ScrapbookPage>(state: Looks.selecting())),
      Look("scrapbook-tools", LookState<ScrapbookPage>(state: Looks.scrapbook(.tapped(.tools)))),
      Look("scrapbook-rename", LookState<ScrapbookPage>(state: Looks.scrapbook(.tapped(.rename)))),
      Look(
        "scrapbook-empty",
        LookState<ScrapbookPage>(
          state: Looks.scrapbook(.pulledDown, .received(.newest, .text("[]"), at: noon)))),
      Look("scrapbook-choice", LookState<ScrapbookChoice>(state: Looks.scrapbookChoice())),
    ]
  }

  private static var people: [Look] {
    [
      Look("people", .people(Looks.people(.appeared, Looks.fourPeople, Looks.relationships))),
      Look("people-loading", .people(Looks.people(.appeared))),
      Look("people-empty", .people(Looks.people(.appeared, Looks.nobody))),
      Look("people-hidden", .people(Looks.people(.appeared, Looks.notTold))),
      Look("people-unreachable", .people(Looks.people(.appeared, Looks.noPeople))),
      Look("people-muted", .people(Looks.silenced(.muted, Looks.fourPeople))),
      Look("people-blocked", .people(Looks.silenced(.blocked, Looks.nobody))),
      Look("people-offline", .people(Looks.people(.appeared, Looks.keptPeople, Looks.noPeople))),
      Look("people-requests", .people(Looks.ownPeople(.appeared, Looks.twoRequests, Looks.fourPeople))),
      Look(
        "people-accounts", .people(Looks.ownPeople(.appeared, Looks.fourPeople, .tapped(.act(.accounts, ""))))
      ),
    ]
  }

  private static var firstSteps: [Look] {
    [
      Look("first-steps-profile", LookState<FirstSteps>(state: FirstStepsTests.state())),
      Look("first-steps-people", LookState<FirstSteps>(state: Looks.peopleToFollow())),
      Look(
        "first-steps-home-screen",
        LookState<FirstSteps>(state: FirstStepsTests.state(memory: [FirstSteps.memoryKey: "3"]))),
      Look(
        "first-steps-guide",
        LookState<FirstSteps>(state: FirstSteps.State(guideIn: SamplePosts.context(isRoot: false)))),
    ]
  }

  private static var search: [Look] {
    [
      Look("search", LookState<Search>(state: Looks.search("fig", Looks.found))),
      Look("search-recent", LookState<Search>(state: Looks.search("", nil))),
      Look(
        "search-people", LookState<Search>(state: Looks.search("fig", Looks.found, .tapped(.show(.people))))),
      Look(
        "search-none-of-these",
        LookState<Search>(state: Looks.search("fig", SearchTests.found(people: [3]), .tapped(.show(.posts))))),
      Look("search-nothing", LookState<Search>(state: Looks.search("fig", SearchTests.found()))),
      Look("search-unreachable", LookState<Search>(state: Looks.search("fig", .failure(.unreachable)))),
    ]
  }

  private static var tabs: [Look] {
    [
      Look("me", .me(Looks.me(Looks.memberWithMuch)), root: .me),
      Look("me-alone", .me(Looks.me(SamplePosts.context())), root: .me),
      Look("me-asks", .me(Looks.me(Looks.memberWithMuch, .tapped(.signOut))), root: .me),
      Look("side-menu", LookState<Menu>(state: Menu.State(SamplePosts.context()))),
      Look("side-menu-stranger", LookState<Menu>(state: Menu.State(Looks.stranger))),
      Look("accounts", .accounts(Looks.accounts())),
      Look("accounts-asks", .accounts(Looks.accounts(.tapped(.init(.remove, "1"))))),
      Look("accounts-unsent", .accounts(Looks.accounts(unsent: ["2"], .tapped(.init(.remove, "2"))))),
      Look("keys", LookState<Shortcuts>(state: Shortcuts.State())),
      Look("options", LookState<PostSheet>(state: Looks.options())),
      Look("options-own", LookState<PostSheet>(state: Looks.options(isOwn: true))),
      Look("options-followed", LookState<PostSheet>(state: Looks.options(Looks.followed))),
      Look("options-mute", LookState<PostSheet>(state: Looks.options(.tapped(.mute)))),
      Look("options-note", LookState<PostSheet>(state: Looks.options(Looks.followed, .tapped(.note)))),
      Look("options-report", LookState<PostSheet>(state: Looks.options(.tapped(.report)))),
      Look("options-unfollow", LookState<PostSheet>(state: Looks.unfollow)),
      Look(
        "welcome-home", .welcome(LandingPage.State(.home, Looks.preview(.open, line: "We sing."))),
        root: .home),
      Look(
        "welcome-notifications", .welcome(LandingPage.State(.notifications, Looks.preview(.invitation))),
        root: .notifications),
      Look(
        "welcome-mentions", .welcome(LandingPage.State(.mentions, Looks.preview(.closed))), root: .mentions),
      Look("welcome-me", .welcome(LandingPage.State(.me)), root: .me),
      Look(
        "welcome-wish",
        .welcome(
          LandingPage.State(.home, reason: SignInReason(.like, name: "Anna"), Looks.preview(.invitation))),
        root: .home),
    ]
  }

  private static var signIn: [Look] {
    [
      Look("sign-in", .signIn(Looks.signIn())),
      Look("sign-in-connecting", .signIn(Looks.signIn(.submitted(address: "b.example")))),
      Look("sign-in-invalid", .signIn(Looks.signIn(.submitted(address: "ftp://x")))),
      Look(
        "sign-in-unreachable",
        .signIn(Looks.signIn(.submitted(address: "b.example"), Looks.notRegistered, Looks.notFound))),
      Look("sign-in-here", .signIn(Looks.signInHere(.appeared))),
      Look("sign-in-trouble", .signIn(Looks.signInHere(.appeared, Looks.notRegistered))),
      Look("sign-in-returning", .signIn(SignIn.State(Looks.stranger, returning: "code=1"))),
    ]
  }

  private static var images: [Look] {
    [
      Look("image-feed", .imageFeed(Looks.images(.appeared, Looks.pictures))),
      Look("image-feed-loading", .imageFeed(Looks.images())),
      Look("image-feed-empty", .imageFeed(Looks.images(.appeared, Looks.noItems))),
      Look(
        "image-feed-unreachable",
        .imageFeed(Looks.images(.appeared, Looks.noPictures, .loaded(nil, at: noon)))),
      Look(
        "image-feed-refresh-failed",
        .imageFeed(
          Looks.images(.appeared, Looks.pictures, .pulledDown, .received(.newest, .text("?"), at: noon)))),
      Look(
        "image-comments", .imageComments(Looks.comments(.appeared, Looks.twoComments, Looks.waitingComment))),
      Look("image-comments-loading", .imageComments(Looks.comments(.appeared))),
      Look(
        "image-comments-empty",
        .imageComments(Looks.comments(.appeared, Looks.commentsAnswer(#"{"items":[]}"#)))),
      Look(
        "image-comments-invalid", .imageComments(Looks.comments(.appeared, Looks.commentsAnswer("nonsense")))),
    ]
  }

  private static var files: [Look] {
    [
      Look("file-page", .file(FilePageTests.opened().state)),
      Look("file-page-loading", .file(Looks.file(.stored, .appeared))),
      Look("file-page-none", .file(Looks.file(.stored, .appeared, .loaded(nil)))),
      Look("file-page-refused", .file(Looks.file(.given([]), .appeared, .loaded(nil)))),
      Look("thread-file", .thread(Looks.fileThread())),
    ]
  }

  private static var others: [Look] {
    [
      Look("settings", .settings(Settings.State(isRoot: true))),
      Look("settings-member", .settings(Settings.State(SamplePosts.context()))),
      Look("notification-settings", .notificationSettings(NotificationSettingsTests.off().state)),
      Look("notification-settings-on", .notificationSettings(Looks.notificationSettings(.granted))),
      Look(
        "notification-settings-quiet",
        .notificationSettings(
          Looks.notificationSettings(.granted, quiet: NotificationSettingsTests.night))),
      Look("notification-settings-denied", .notificationSettings(Looks.notificationSettings(.denied))),
      Look(
        "notification-settings-home-screen",
        .notificationSettings(Looks.notificationSettings(.needsHomeScreen))),
      Look(
        "notification-settings-sign-in",
        .notificationSettings(NotificationSettingsTests.state(scopes: "read"))),
      Look("settings-invalid-address", .settings(Looks.settings(address: "\"ftp://x", username: "<b>"))),
      Look("settings-invalid-username", .settings(Looks.settings(address: "example.org", username: ""))),
      Look("viewer", .viewer(PictureViewer.State(PictureSet(pictures: Samples.posts[1].pictures, index: 1)))),
      Look("viewer-single", .viewer(PictureViewer.State(PictureSet(pictures: [.made()], index: 0)))),
    ]
  }

  /// The states that each screen must have a look of. The empty name is the screen with content, whose look
  /// has just the screen's name.
  static let required: [String: [String]] = [
    "moments": ["content", "loading", "empty", "unreachable", "offline"],
    "timeline": ["content", "loading", "empty", "unreachable"],
    "notifications": [
      "", "unfolded", "kind", "parents", "offer", "loading", "empty", "unreachable", "offline",
    ],
    "profile": ["", "loading", "empty", "unreachable", "pinned", "note", "followed", "media", "blocked"],
    "album": ["", "pictures", "scrapbooks", "loading", "empty", "unreachable"],
    "scrapbook": ["", "selecting", "tools", "rename", "empty"], "scrapbook-choice": [""],
    "thread": ["", "loading", "unreachable", "deep", "awaiting", "gone"],
    "people": [
      "", "loading", "empty", "hidden", "unreachable", "offline", "requests", "accounts", "muted", "blocked",
    ],
    "first-steps": ["profile", "people", "home-screen", "guide"],
    "search": ["", "recent", "people", "none-of-these", "nothing", "unreachable"],
    "image-feed": ["", "loading", "empty", "unreachable"],
    "image-comments": ["", "loading", "empty", "invalid"],
    "file-page": ["", "loading", "none", "refused"],
    "compose": ["new", "loading", "unreachable", "pictures", "describing", "location", "remind"],
    "edit-profile": ["", "loading", "unreachable", "choosing", "cutting"],
    "account-page": ["", "loading", "unreachable", "asks"], "circle-list": ["", "empty"], "circle-page": [""],
    "community-page": ["", "warning", "loading", "invitations", "members", "settings"],
    "me": [""], "accounts": ["", "asks", "unsent"], "side-menu": ["", "stranger"],
    "keys": [""], "options": ["", "own", "followed", "mute", "note", "report", "unfollow"],
    "settings": ["", "member"],
    "notification-settings": ["", "on", "quiet", "denied", "home-screen", "sign-in"],
    "viewer": [""], "sign-in": ["", "connecting", "invalid", "unreachable", "returning", "here", "trouble"],
    "welcome": ["home", "notifications", "mentions", "me", "wish"],
  ]
}
