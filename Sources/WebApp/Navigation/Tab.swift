import Markup

/// The roots of the app. Each stays as it is while another one shows.
public enum Tab: String, CaseIterable, Sendable {
  case home
  case moments
  case notifications
  /// The notifications of mentions alone, in place of all.
  case mentions
  case me

  /// The tabs that have a place in the tab bar.
  static let bar: [Tab] = [.home, .moments, .notifications, .me]

  /// The tab whose place in the tab bar it has.
  var slot: Tab { self == .mentions ? .notifications : self }

  var route: Route {
    switch self {
    case .home: .home
    case .moments: .moments
    case .notifications: .notifications
    case .mentions: .mentions
    case .me: .me
    }
  }

  /// The address of the root.
  public var path: String { route.url().text }
}
