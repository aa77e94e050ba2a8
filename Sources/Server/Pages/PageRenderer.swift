public import Contracts
public import Screens
public import Social

/// Makes the HTML of a page: a pure function, called off the threads that serve requests.
///
/// The style sheet that it puts into the page must be `assets.text(named: "app.css")`, unchanged:
/// the page's policy lets no other one work.
public typealias PageRenderer = @Sendable (PageRequest) -> [UInt8]

/// What a page is to show.
public struct PageRequest: Sendable {
  public enum Kind: Sendable {
    /// A person's Moments page: its newest posts, more of them than are shown if there are more.
    /// `isHome`: at the site's root, from which nothing leads back.
    case moments(Account, [Post], isHome: Bool)
    /// A page that only the app can fill: it is on another server.
    case remoteMoments(username: String, ServerAddress)
    /// A Moments page that the app fills from what it keeps, when there is no network.
    case shell
    /// What the app fills: the screen that this path names. `isMember`: the reader has signed in.
    case addressed(path: String, isMember: Bool)
    /// The front door, for a stranger who wanted to do something.
    case door(DoorWish)
    /// There is no account yet.
    case emptyCommunity
    /// The settings; what was typed as another server's address, if it is none.
    case settings(unreadableAddress: String?)
    /// There is no such page or person, or (500 and above) the server failed.
    case failure(status: Int)
  }

  public let kind: Kind
  /// How many posts the reader asked to see at once (`?show=`), at least five.
  public let shown: Int
  public let language: Language
  public let now: Timestamp
  public let assets: Assets
  /// Where the world reaches this server: `https://example.org`, without a slash at the end.
  public let base: String
  /// The username of whose Moments the root of the site shows; nil: nobody is here yet.
  public let home: String?
  /// What strangers see of the community; nil for members.
  public let door: Door?
  public let appearance: Appearance
}
