import Contracts

/// The cell that was topmost when the page was left, and where its upper edge was, in CSS px below the screen's.
struct PagePlace {
  let screen: Identifier
  let key: String
  let offset: Int
  /// How many more pages of the list are asked for on the way to it.
  var pagesLeft = 10
}

/// Back to where a page stood before it was reloaded, page by page of its list.
extension App {
  mutating func cameBack(to key: String, _ offset: Int) {
    // The timelines keep their places themselves, for longer than the browser's tab is there.
    guard let top = stack.last, top.tab != .home, top.tab != .mentions else { return }
    place = PagePlace(screen: top.id, key: key, offset: offset)
  }

  /// Takes a step on the way. Says false if nothing is left to do now: the page is there, or a response has to come first.
  mutating func goesOnToPlace() -> Bool {
    guard let place, place.pagesLeft > 0, let screen = stack.last, screen.id == place.screen, !screen.list.hasMoved
    else {
      self.place = nil
      return false
    }
    if screen.list.has(place.key) {
      self.place = nil
      perform([.restore(key: place.key, offset: place.offset)], of: screen)
    } else if isWaiting(for: screen.id) {
      return false
    } else {
      self.place?.pagesLeft -= 1
      tell(.reachedEnd, to: screen)
    }
    return true
  }

  private func isWaiting(for screen: Identifier) -> Bool {
    waiting.values.contains {
      switch $0 {
      case .request(screen, _, _), .load(screen, _), .timer(screen, _): true
      default: false
      }
    }
  }
}
