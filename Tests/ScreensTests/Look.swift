import Contracts
import Markup
import Social
import TestSupport
import Testing

@testable import Screens

/// A screen in one of its states. The browser tests measure and compare what is recorded of it
/// (Tests/Browser/test_snapshots.py, test_layout.py), with every size of text, in the dark, and from right to left.
struct Look {
  /// The screen's name, and the state's. Recorded as `Snapshots/<name>.<language>.html`.
  let name: String
  let screen: ScreenState
  /// As the root of this tab, with the tab bar.
  var tab: Tab?

  init(_ name: String, _ screen: ScreenState, root tab: Tab? = nil) {
    self.name = name
    self.screen = screen
    self.tab = tab
  }

  /// Every screen in its states: one more is a line more, in the list of its screen.
  static func all() throws -> [Look] {
    try moments + timeline + thread() + profile + compose + tabs + signIn + images + files + others
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
        "moments-refresh-failed", .moments(Looks.moments(1, .pulledDown, .answered(.posts, .text("", status: 503))))),
      Look("moments-offline", .moments(Looks.moments(6, .tookOver, .answered(.posts, .failure(.unreachable))))),
      Look("moments-menu", .moments(Looks.momentsWriting(.tappedMenu(key: "p7")))),
      Look(
        "moments-writing", .moments(Looks.momentsWriting(Looks.answering, .tappedMenu(key: "p7"), .typedComment("Hi")))),
      Look("moments-asking", .moments(Looks.momentsWriting(.tappedAnswer(key: "p7", comment: "71")))),
    ]
  }

  private static var timeline: [Look] {
    [
      Look("timeline-content", .timeline(StatusSnapshotTests.timeline()), root: .home),
      Look("timeline-loading", .timeline(Looks.home(.appeared)), root: .home),
      Look("timeline-empty", .timeline(Looks.home(.appeared, Looks.answer("[]"))), root: .home),
      Look("timeline-unreachable", .timeline(Looks.home(.appeared, Looks.noAnswer)), root: .home),
      Look("timeline-offline", .timeline(Looks.home(.appeared, Looks.storedCopy, Looks.noAnswer)), root: .home),
      Look("timeline-gap", .timeline(Looks.timelineWithGap()), root: .home),
      Look("timeline-long", .timeline(Looks.home(.appeared, Looks.answer("[\(Looks.longPost)]"))), root: .home),
      Look("timeline-mentions", .timeline(Looks.timeline(.mentions, .appeared, Looks.answer("[]"))), root: .mentions),
      Look("timeline-tag", .timeline(Looks.timeline(.tag("cats"), .appeared, Looks.answer("[]")))),
    ]
  }

  private static func thread() throws -> [Look] {
    try [
      Look("thread", .thread(StatusSnapshotTests.thread())),
      Look("thread-loading", .thread(Looks.thread(.appeared))),
      Look(
        "thread-unreachable",
        .thread(Looks.thread(.appeared, .answered(RequestName(.timeline), .failure(.unreachable))))),
      Look("thread-long", .thread(Looks.thread(.appeared, .answered(RequestName(.timeline), .text(Looks.longPost))))),
    ]
  }

  private static var profile: [Look] {
    [
      Look("profile", .profile(StatusSnapshotTests.profile())),
      Look("profile-loading", .profile(Looks.profile())),
      Look("profile-unreachable", .profile(Looks.profile(.appeared, .answered(.profile, .failure(.unreachable))))),
      Look(
        "profile-empty",
        .profile(Looks.profile(.appeared, Looks.user, .answered(RequestName(.older, "0"), .text("[]"))))),
      Look("profile-long", .profile(Looks.profile(.appeared, .answered(.profile, .text(Looks.longPerson))))),
    ]
  }

  private static var compose: [Look] {
    [
      Look("compose-new", .compose(ComposeTests.store().state)),
      Look("compose-reply", .compose(Looks.composeReply(.tappedAudience))),
      Look("compose-warning", .compose(Looks.composeReply(.tappedWarning))),
      Look("compose-discarded", .compose(Looks.composeReply(.tappedAudience, .tappedDiscard))),
      Look("compose-loading", .compose(Looks.composeEdit(.appeared))),
      Look("compose-unreachable", .compose(Looks.composeEdit(.appeared, Looks.noSource))),
    ]
  }

  private static var tabs: [Look] {
    [
      Look("me", .me(Looks.me(Looks.memberWithMuch)), root: .me),
      Look("me-alone", .me(Looks.me(Statuses.context())), root: .me),
      Look("me-asks", .me(Looks.me(Looks.memberWithMuch, .tappedSignOut)), root: .me),
      Look("welcome-home", .welcome(Welcome.State(.home)), root: .home),
      Look("welcome-mentions", .welcome(Welcome.State(.mentions)), root: .mentions),
      Look("welcome-me", .welcome(Welcome.State(.me)), root: .me),
    ]
  }

  private static var signIn: [Look] {
    [
      Look("sign-in", .signIn(Looks.signIn())),
      Look("sign-in-connecting", .signIn(Looks.signIn(.submitted(address: "b.example")))),
      Look("sign-in-invalid", .signIn(Looks.signIn(.submitted(address: "ftp://x")))),
      Look("sign-in-unreachable", .signIn(Looks.signIn(.submitted(address: "b.example"), Looks.notRegistered))),
      Look("sign-in-returning", .signIn(SignIn.State(Looks.stranger, returning: "code=1"))),
    ]
  }

  private static var images: [Look] {
    [
      Look("image-feed", .imageFeed(Looks.images(.appeared, Looks.pictures))),
      Look("image-feed-loading", .imageFeed(Looks.images())),
      Look("image-feed-empty", .imageFeed(Looks.images(.appeared, Looks.noItems))),
      Look("image-feed-unreachable", .imageFeed(Looks.images(.appeared, Looks.noPictures, .loaded(nil)))),
      Look(
        "image-feed-refresh-failed",
        .imageFeed(Looks.images(.appeared, Looks.pictures, .pulledDown, .answered(RequestName(.timeline), .text("?"))))),
      Look("image-comments", .imageComments(Looks.comments(.appeared, Looks.twoComments, Looks.waitingComment))),
      Look("image-comments-loading", .imageComments(Looks.comments(.appeared))),
      Look("image-comments-empty", .imageComments(Looks.comments(.appeared, Looks.commentsAnswer(#"{"items":[]}"#)))),
      Look("image-comments-invalid", .imageComments(Looks.comments(.appeared, Looks.commentsAnswer("nonsense")))),
    ]
  }

  private static var files: [Look] {
    [
      Look("file-page", .file(FilePageTests.opened().state)),
      Look("file-page-loading", .file(Looks.file(.kept, .appeared))),
      Look("file-page-none", .file(Looks.file(.kept, .appeared, .loaded(nil)))),
      Look("file-page-refused", .file(Looks.file(.given([]), .appeared, .loaded(nil)))),
      Look("thread-file", .thread(Looks.fileThread())),
    ]
  }

  private static var others: [Look] {
    [
      Look("settings", .settings(Settings.State(isRoot: true))),
      Look("settings-invalid-address", .settings(Looks.settings(address: "\"ftp://x", username: "<b>"))),
      Look("settings-invalid-username", .settings(Looks.settings(address: "example.org", username: ""))),
      Look("viewer", .viewer(Viewer.State(.init(pictures: Samples.posts[1].pictures, index: 1)))),
      Look("viewer-single", .viewer(Viewer.State(.init(pictures: [.made()], index: 0)))),
    ]
  }

  /// The states that a screen has to have a look of; the compiler asks every new screen for them. Empty: its content,
  /// whose look has just the screen's name.
  static func required(of screen: ScreenState) -> [String] {
    switch screen {
    case .moments: ["content", "loading", "empty", "unreachable", "offline"]
    case .timeline: ["content", "loading", "empty", "unreachable"]
    case .profile: ["", "loading", "empty", "unreachable"]
    case .thread: ["", "loading", "unreachable"]
    case .imageFeed: ["", "loading", "empty", "unreachable"]
    case .imageComments: ["", "loading", "empty", "invalid"]
    case .file: ["", "loading", "none", "refused"]
    case .compose: ["new", "loading", "unreachable"]
    case .me, .settings, .viewer: [""]
    case .signIn: ["", "connecting", "invalid", "unreachable", "returning"]
    case .welcome: ["home", "mentions", "me"]
    }
  }
}

/// The pages for coming in, which are no screens of the app.
struct AuthLook {
  let name: String
  let page: AuthPage

  static let all: [AuthLook] = [
    AuthLook(name: "auth-authorize", page: AuthPageTests.authorization()),
    AuthLook(name: "auth-authorize-problem", page: AuthPageTests.authorization(problem: .wrongPassword)),
    AuthLook(name: "auth-authorize-member", page: AuthPageTests.authorization(member: "anna")),
    AuthLook(name: "auth-code", page: .code(String(repeating: "aB3-", count: 11), application: "A program")),
    AuthLook(
      name: "auth-join", page: .join(.init(form: .init(action: "/join/x", hidden: []), title: "Choir", isOwner: false))),
    AuthLook(
      name: "auth-set-up",
      page: .join(
        .init(form: .init(action: "/join/x", hidden: []), title: "Choir", isOwner: true, problem: .takenUsername))),
    AuthLook(name: "auth-joined", page: .joined(username: "anna")),
    AuthLook(name: "auth-problem", page: .problem(.unknownProgram, help: .unknownProgramHelp, detail: "redirect_uri")),
  ]
}
