import Contracts
import Markup
import Social

/// A picture with its place above it and its description below.
public struct ImageCell: Equatable, Sendable {
  let image: FeedImage
  /// Of the feed; nil: the one that delivered the app.
  let server: ServerAddress?
  /// It leads to its comments; otherwise, among those, to itself.
  let isInFeed: Bool
  /// It is seen at once.
  let isFirst: Bool

  func html(_ strings: Strings) -> HTML {
    let link = isInFeed ? Links.images(at: server, of: image.id) : SafeURL(image.url)
    let tap = isInFeed ? "image:" + image.id : "picture"
    return HTML { html in
      html.element("article", .class("image"), .data("data-key", image.id), .data("data-tap", tap)) { html in
        if let location = image.location {
          html.element("p", .class("location")) { html in
            Icon.pin.append(to: &html)
            html.element("span", .dir("auto"), text: location)
          }
        }
        html.element("a", .class("photo"), link.map { .href($0) }, .data("data-tap", tap)) { html in
          html.picture(
            Picture(url: image.url), shape: .square, shownSize: "", class: "picture",
            alt: image.description ?? image.location ?? strings[.picture], isFirst: isFirst)
        }
        if let description = image.description {
          html.element("p", .class("description"), .dir("auto"), text: description)
        }
      }
    }
  }
}

/// What stands below the pictures, or below the comments on one.
public indirect enum ImageFoot: Equatable, Sendable {
  case loading
  case more
  case end
  case empty(Phrase)
  /// What could not be loaded is said elsewhere.
  case retry
  case failed(LoadTrouble)

  func html(_ strings: Strings) -> HTML {
    HTML { html in
      html.element("div", .class("foot"), .data("data-key", "foot")) { html in
        switch self {
        case .loading: html.spinner(strings)
        case .more: html.more(strings)
        case .end: break
        case .empty(let phrase): html.element("p", .class("end"), text: strings[phrase])
        case .retry:
          html.element("button", .type("button"), .data("data-tap", "retry"), text: strings[.retry])
        case .failed(let trouble): html.failure(trouble.feedText(strings), strings)
        }
      }
    }
  }
}

extension LoadTrouble {
  /// The answer's body, if its status is one of a success. There are two failures only: no answer, and none to be used.
  static func feedBody(
    of result: Result<Answer, RequestFailure>, _ isSuccess: (Int) -> Bool
  ) -> Result<[UInt8], LoadTrouble> {
    switch result {
    case .failure(.unreachable): .failure(.unreachable)
    case .success(let answer) where isSuccess(answer.status): .success(answer.body)
    default: .failure(.unreadable)
    }
  }

  func feedText(_ strings: Strings) -> String { strings[self == .unreachable ? .noConnection : .invalidData] }
}

extension Origin {
  /// An image feed: of the server with that address, or of the one that delivered the app.
  static func images(of server: ServerAddress?, own: ServerAddress) -> Origin {
    server.map { .other($0) } ?? .own(ServerAddress(own.text + "/essential-feed") ?? own)
  }

  /// What stands before a request's target: URLs of the own server stay relative to its root.
  func url(of request: APIRequest) -> String {
    switch self {
    case .own(let address): address.path + request.target
    case .other(let address): address.text + request.target
    }
  }
}
