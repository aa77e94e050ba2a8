import Contracts
import Social

/// A screen that another one leads to. Screens use this instead of importing each other.
indirect enum Destination: Equatable, Sendable {
  case tab(Tab)
  case moments(username: String, Origin)
  case viewer(PictureSet)
  /// The menu behind a root.
  case menu
  /// Everything that can be done with a post or a person.
  case options(PostSheet.Subject)
  /// The account switcher, with the keys of the sessions that have posts waiting to be sent.
  case accounts(unsent: [String])
  /// The list of keyboard shortcuts.
  case shortcuts
  case settings
  case notificationSettings
  case editProfile
  case accountPage
  /// The tools of owners and moderators, with the part that shows first.
  case community(CommunityPage.Section)
  /// A post with its conversation; the post itself, or its author's handle, if that is known already.
  /// `replies`: the composer opens with a reply to it.
  case thread(id: String, Post?, handle: String? = nil, replies: Bool = false)
  /// A person's profile, by id or by handle (`anna`, `anna@example.org`), with what is known already.
  case profile(id: String?, handle: String?, Profile?)
  /// A person by handle, with a selection of their posts.
  case posts(of: String, MastodonRequests.Selection)
  /// The album of the person with that handle.
  case album(of: String)
  /// A named album, or the choice of those with a post.
  case scrapbook(ScrapbookStart)
  /// A person's followers, or the people they follow; `id` and `handle` have the same meaning as for a
  /// profile.
  case people(MastodonRequests.PeopleList, id: String?, handle: String)
  /// The first steps of a new member.
  case firstSteps
  /// The guide for putting the app on the home screen.
  case homeScreen
  /// A search, with a term if it isn't empty.
  case search(String)
  /// The posts that the viewer favourited or bookmarked.
  case collection(MastodonRequests.Collection)
  /// A tag without its `#`.
  case tag(String)
  /// The viewer's circles, or the choice of those with a person.
  case circles(with: Profile?)
  /// The timeline of a circle.
  case circle(id: String)
  /// The people of a circle, and its settings.
  case circlePeople(id: String)
  /// The pictures of the server with that base URL; `nil` stands for the server that delivered the app.
  case images(ServerAddress?)
  /// The comments on a picture, with the picture if it is known already.
  case imageComments(id: String, FeedImage?, ServerAddress?)
  case compose(ComposeStart)
  /// Posts of a timeline file.
  case file(FilePosts.Start)
  /// A post of a timeline file with its conversation.
  case fileThread(id: String, FilePosts)
  /// Signing in, on a server that the viewer names or on the one that delivered the app.
  case signIn(isElsewhere: Bool = false)
  /// The landing page, for a stranger with a deferred action.
  case landingPage(DeferredAction)
  /// The return from the server's page that asks the viewer to authorize the app (RFC 6749 section 4.1.2).
  case signedIn(query: String)
}

extension Destination {
  /// True if it covers wide pages too: nothing beside it can be used.
  var coversAll: Bool {
    switch self {
    case .viewer, .compose, .options: true
    default: false
    }
  }

  /// Opens the screen; all screens are registered here. Returns `nil` if only the server knows what is there.
  func open(_ id: Identifier, tab: Tab? = nil, in context: ScreenContext) -> AnyScreenHost? {
    let session = context.session?.key
    switch self {
    case .tab(.home) where context.isMember:
      return ScreenHost<Timeline>(Timeline.State(.home, context), id: id, tab: tab, session: session)
    case .tab(.notifications) where context.isMember:
      return ScreenHost<Notifications>(Notifications.State(context), id: id, tab: tab, session: session)
    case .tab(.mentions) where context.isMember:
      return ScreenHost<Timeline>(Timeline.State(.mentions, context), id: id, tab: tab, session: session)
    case .tab(.me) where context.isMember:
      return ScreenHost<Me>(Me.State(context), id: id, tab: tab, session: session)
    case .tab(.moments):
      return Moments.State(ofTabIn: context).map {
        ScreenHost<Moments>($0, id: id, tab: tab, session: session)
      }
    // The server renders the landing page.
    case .tab, .landingPage: return nil
    case .moments(let username, let origin):
      return ScreenHost<Moments>(
        Moments.State(loading: username, origin: origin).seen(by: context), id: id, tab: tab, session: session
      )
    case .viewer(let pictures):
      return ScreenHost<PictureViewer>(PictureViewer.State(pictures), id: id, session: session)
    case .menu: return ScreenHost<Menu>(Menu.State(context), id: id, session: session)
    case .accounts(let unsent):
      return ScreenHost<AccountSwitcher>(
        AccountSwitcher.State(context, unsent: unsent), id: id, session: session)
    case .options(let subject):
      return ScreenHost<PostSheet>(PostSheet.State(subject, context), id: id, session: session)
    case .shortcuts: return ScreenHost<Shortcuts>(Shortcuts.State(), id: id, session: session)
    case .settings: return ScreenHost<Settings>(Settings.State(context), id: id, session: session)
    case .notificationSettings where context.isMember:
      return ScreenHost<NotificationSettings>(NotificationSettings.State(context), id: id, session: session)
    case .editProfile where context.isMember:
      return ScreenHost<EditProfile>(EditProfile.State(context), id: id, session: session)
    case .accountPage where context.isMember:
      return ScreenHost<AccountPage>(AccountPage.State(context), id: id, session: session)
    case .community(let section) where context.isMember:
      return ScreenHost<CommunityPage>(CommunityPage.State(context, section), id: id, session: session)
    case .thread(let postID, let post, _, let replies):
      return ScreenHost<Thread>(
        Thread.State(postID, post, context, replies: replies), id: id, session: session)
    case .fileThread(let post, let file):
      return ScreenHost<Thread>(Thread.State(post, in: file, context), id: id, session: session)
    case .profile(let person, let handle, let profile):
      return ScreenHost<ProfilePage>(
        ProfilePage.State(id: person, handle: handle, profile, context), id: id, session: session)
    case .posts(let handle, let selection):
      return ScreenHost<ProfilePage>(
        ProfilePage.State(id: nil, handle: handle, nil, context, selection), id: id, session: session)
    case .album(let handle):
      return ScreenHost<Album>(Album.State(handle, context), id: id, session: session)
    case .scrapbook(let start): return start.open(id, session: session, context)
    case .people(let list, let person, let handle) where context.isMember || !list.isPrivate:
      return ScreenHost<People>(
        People.State(list, id: person, handle: handle, context), id: id, session: session)
    case .firstSteps where context.isMember:
      return ScreenHost<FirstSteps>(FirstSteps.State(context), id: id, session: session)
    case .homeScreen:
      return ScreenHost<FirstSteps>(FirstSteps.State(guideIn: context), id: id, session: session)
    case .search(let query): return ScreenHost<Search>(Search.State(query, context), id: id, session: session)
    case .tag(let name):
      return ScreenHost<Timeline>(Timeline.State(.tag(name), context), id: id, session: session)
    case .collection(let collection) where context.isMember:
      return ScreenHost<Timeline>(Timeline.State(.collection(collection), context), id: id, session: session)
    case .circles(let person) where context.isMember:
      return ScreenHost<CircleList>(CircleList.State(person, context), id: id, session: session)
    case .circle(let circle) where context.isMember:
      return ScreenHost<Timeline>(Timeline.State(.circle(circle), context), id: id, session: session)
    case .circlePeople(let circle) where context.isMember:
      return ScreenHost<CirclePage>(CirclePage.State(circle, context), id: id, session: session)
    case .images(let server):
      return ScreenHost<ImageFeed>(
        ImageFeed.State(server, own: context.server, context.session), id: id, session: session)
    case .imageComments(let picture, let image, let server):
      return ScreenHost<ImageComments>(
        ImageComments.State(picture, image, server, context), id: id, session: session)
    case .compose(let start) where context.isMember:
      return ScreenHost<Compose>(Compose.State(start, context), id: id, session: session)
    case .file(let start):
      return ScreenHost<FilePage>(FilePage.State(start, context), id: id, session: session)
    case .compose, .collection, .people, .editProfile, .accountPage, .circles, .circle, .circlePeople,
      .firstSteps,
      .community, .notificationSettings:
      return ScreenHost<SignIn>(SignIn.State(context), id: id, session: session)
    case .signIn(let isElsewhere):
      return ScreenHost<SignIn>(SignIn.State(context, isElsewhere: isElsewhere), id: id, session: session)
    case .signedIn(let query):
      return ScreenHost<SignIn>(SignIn.State(context, returning: query), id: id, session: session)
    }
  }
}
