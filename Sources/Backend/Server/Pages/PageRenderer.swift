public import Contracts
public import Localization
public import Screens
public import Social

/// Renders the HTML of a page: a pure function, called outside the threads that serve requests.
///
/// It must put `assets.text(named: "app.css")` into the page unchanged, because the page's policy allows no
/// other style sheet.
public typealias PageRenderer = @Sendable (PageRequest) -> [UInt8]

/// The content and context of a page.
public struct PageRequest: Sendable {
  public enum Kind: Sendable {
    /// A person's Moments page with its newest posts. If the page goes on, the list has more posts than are
    /// shown. `isHome`: at the site's root, which has no link back.
    case moments(Account, [MomentsPost], isHome: Bool)
    /// A Moments page on another server, which only the app can fill.
    case remoteMoments(username: String, ServerAddress)
    /// A Moments page that the app fills from its stored responses, for use without a network.
    case shell
    /// The screen of this path, which the app fills. `isMember`: the viewer has signed in.
    case addressed(path: String, isMember: Bool)
    /// The landing page, for a stranger who wanted to do something.
    case landingPage(SignInReason)
    /// The landing page of a closed community, at any address.
    case membersOnly
    /// The settings. `unreadableAddress` is the text typed as another server's address, if it isn't one.
    case settings(unreadableAddress: String?)
    /// The page or person doesn't exist, or (500 and above) the server failed.
    case failure(status: Int)
  }

  public let kind: Kind
  /// The number of posts that the viewer wants to see at once (`?show=`), at least five.
  public let shown: Int
  public let language: Language
  public let now: Timestamp
  public let assets: Assets
  /// The server's public URL: `https://example.org`, without a slash at the end.
  public let base: String
  /// The username of the Moments page at the site's root; `nil` if the community has no members yet.
  public let home: String?
  /// The content of the landing page; `nil` for members.
  public let preview: CommunityPreview?
  public let appearance: Appearance
}
