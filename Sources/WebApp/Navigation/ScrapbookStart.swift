import Contracts
import Markup
import Social

/// A screen about named albums, which another screen leads to.
indirect enum ScrapbookStart: Equatable, Sendable {
  /// A named album of the person with that handle, with what is known already.
  case page(id: String, handle: String, Scrapbook?)
  /// The choice of the viewer's named albums for own posts with these ids.
  case choice([String])

  /// Opens the screen.
  @inline(never)
  func open(_ id: Identifier, session: String?, _ context: ScreenContext) -> AnyScreenHost? {
    switch self {
    case .page(let scrapbook, let handle, let known):
      return ScreenHost<ScrapbookPage>(
        ScrapbookPage.State(scrapbook, of: handle, known, context), id: id, session: session)
    case .choice(let posts):
      return ScreenHost<ScrapbookChoice>(ScrapbookChoice.State(posts, context), id: id, session: session)
    }
  }

  /// The address of the screen; `nil` if it has none of its own.
  var url: SafeURL? {
    @inline(never) get {
      guard case .page(let id, let handle, _) = self else { return nil }
      return Links.scrapbook(id, of: handle)
    }
  }
}
