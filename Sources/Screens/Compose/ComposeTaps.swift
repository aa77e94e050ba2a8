import Social

extension Compose.Action {
  /// nil: the event means nothing here.
  init?(_ event: ScreenEvent) {
    switch event {
    case .appeared: self = .appeared
    case .tapped(let tap): self.init(tap: tap)
    case .typed(let field, let text): self = .typed(field: field, text: text)
    case .answered(let name, let result): self = .answered(name, result)
    default: return nil
    }
  }

  /// Reads what the view wrote into `data-tap`.
  public init?(tap: String) {
    if let verb = Verb(rawValue: tap) {
      switch verb {
      case .back: self = .tappedBack
      case .send: self = .tappedSend
      case .discard: self = .tappedDiscard
      case .restore: self = .tappedRestore
      case .warning: self = .tappedWarning
      case .audience: self = .tappedAudience
      case .outside: self = .tappedOutside
      case .retry: self = .tappedRetry
      }
    } else if let visibility = Visibility.allCases.first(where: { tap == "audience:" + $0.rawValue }) {
      self = .chose(visibility)
    } else {
      return nil
    }
  }

  private enum Verb: String {
    case back, send, discard, restore, warning, audience, outside, retry
  }
}
