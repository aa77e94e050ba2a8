public import Contracts
public import Social

/// A screen that another one leads to. Screens know this, not each other.
public indirect enum Destination: Equatable, Sendable {
  case tab(Tab)
  case moments(username: String, Origin)
  case viewer(Viewer.Start)
  case settings
  /// A post with all around it; the post itself if it is known already.
  case thread(id: String, Status?)
  /// A person, by id or by handle (`anna`, `anna@example.org`); what is known of them already.
  case profile(id: String?, handle: String?, Profile?)
  /// A tag without its `#`.
  case tag(String)
  /// Of the server with that base URL; nil: of the one that delivered the app.
  case images(ServerAddress?)
  /// The comments on a picture, which may be known already.
  case imageComments(id: String, FeedImage?, ServerAddress?)
  case compose(ComposeStart)
  /// Posts of a timeline file.
  case file(FilePage.Start)
  /// A post of a timeline file with all around it.
  case fileThread(id: String, FilePosts)
  case signIn
  /// Back from the server's question whether the app may act for the person (RFC 6749 section 4.1.2).
  case signedIn(query: String)
}
