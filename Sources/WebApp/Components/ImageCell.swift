import Contracts
import Localization
import Markup
import Social

/// A picture with its location above and its description below.
struct ImageCell: Equatable, Sendable {
  let image: FeedImage
  /// The address of its comments; `nil` on the page of the comments itself.
  let link: SafeURL?
  let tap: ImageTap
  /// True if it is on the viewer's server, and so are the people and tags that its text mentions.
  let isOwn: Bool
  /// True if it is in sight at once.
  let isFirst: Bool

  func html(_ strings: Strings) -> HTML {
    HTML { html in
      html.element("article", .class("image"), .data("data-key", image.id), .tap(tap)) { html in
        if let author = image.author {
          html.element("p", .class("by")) { $0.face(of: author, leads: isOwn) }
        }
        if let location = image.location {
          html.element("p", .class("location")) { html in
            Icon.mapPin.append(to: &html)
            html.element("span", .dir("auto"), text: location)
          }
        }
        html.element("a", .class("photo"), (link ?? SafeURL(image.url)).map { .href($0) }, .tap(tap)) {
          html in
          html.picture(
            Picture(url: image.url), shape: .square, shownSize: "", class: "picture",
            alt: image.description ?? image.location ?? strings[.picture], isFirst: isFirst)
        }
        if let description = image.description {
          html.element("p", .class("description"), .dir("auto")) { $0.postText(description, isOwn: isOwn) }
        }
      }
    }
  }
}

extension HTML {
  /// Writes a person's picture and name, which link to their profile on the viewer's server.
  mutating func face(of person: Account, leads: Bool) {
    element(
      leads ? "a" : "span", .class(leads ? "writer" : "writer face"),
      leads ? .href(Links.profile(person.username)) : nil,
      leads ? .tap(AppTap.handle(person.username)) : nil
    ) { html in
      html.avatar(of: person, shownSize: "28px")
      html.element("bdi", text: person.nick)
    }
  }
}

/// The taps of screens with pictures of a feed.
enum ImageTap: ScreenTap {
  /// Opens the comments on a picture.
  case image(id: String)
  /// Opens the whole picture.
  case picture
  /// Begins a comment.
  case write

  private enum Verb: String { case image, picture, write }

  var encoded: EncodedTap {
    switch self {
    case .image(let id): EncodedTap(Verb.image.rawValue, id)
    case .picture: EncodedTap(Verb.picture.rawValue)
    case .write: EncodedTap(Verb.write.rawValue)
    }
  }

  init?(_ tap: EncodedTap) {
    switch Verb(rawValue: tap.verb) {
    case .image: self = .image(id: tap.value)
    case .picture: self = .picture
    case .write: self = .write
    case nil: return nil
    }
  }
}

/// A tap on a list of pictures or of comments.
indirect enum ImageListTap: ScreenTap {
  case list(ListTap)
  case image(ImageTap)

  var encoded: EncodedTap {
    switch self {
    case .list(let tap): tap.encoded
    case .image(let tap): tap.encoded
    }
  }

  init?(_ tap: EncodedTap) {
    if let list = ListTap(tap) {
      self = .list(list)
    } else if let image = ImageTap(tap) {
      self = .image(image)
    } else {
      return nil
    }
  }
}

extension LoadFailure {
  /// Returns the body of a successful response. There are only two failures: no response, and an unusable
  /// one.
  static func feedBody(
    of result: Result<Response, RequestFailure>, _ isSuccess: (Int) -> Bool
  ) -> Result<[UInt8], LoadFailure> {
    switch result {
    case .failure(.unreachable): .failure(.unreachable)
    case .success(let response) where isSuccess(response.status): .success(response.body)
    default: .failure(.unreadable)
    }
  }

  var feedMessage: Message { Message(self == .unreachable ? .noConnection : .invalidData) }
}

extension Origin {
  /// Returns the origin of an image feed: that of the given server, or of the one that delivered the app.
  static func images(of server: ServerAddress?, own: ServerAddress) -> Origin {
    server.map { .other($0) } ?? .own(ServerAddress(own.text + "/essential-feed") ?? own)
  }

  /// Returns the address of a request. Addresses of this server stay relative to its root.
  func url(of request: APIRequest) -> String {
    switch self {
    case .own(let address): address.path + request.target
    case .other(let address): address.text + request.target
    }
  }
}
