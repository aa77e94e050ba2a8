import Contracts

/// The cell that was topmost when the page was left, and the position of its upper edge, in CSS px below the
/// screen's.
struct PagePosition {
  let screen: Identifier
  let key: String
  let offset: Int
  /// The number of list pages that may still be requested on the way to it.
  var pagesLeft = 10
}

/// Restores the reading position of a page after a reload, page by page of its list.
extension App {
  mutating func pageRestored(at key: String, _ offset: Int) {
    // The timelines store their positions themselves, for longer than the browser's tab exists.
    guard let top = stack.last, top.tab != .home, top.tab != .mentions else { return }
    positionToRestore = PagePosition(screen: top.id, key: key, offset: offset)
  }

  /// Takes a step on the way. Returns false if nothing is left to do now: the cell shows, or a response has
  /// to come first.
  mutating func continueToPosition() -> Bool {
    guard let position = positionToRestore, position.pagesLeft > 0, let screen = stack.last,
      screen.id == position.screen, !screen.list.hasMoved
    else {
      positionToRestore = nil
      return false
    }
    if screen.list.has(position.key) {
      positionToRestore = nil
      perform([.restore(key: position.key, offset: position.offset)], of: screen)
    } else if isWaiting(for: screen.id) {
      return false
    } else {
      positionToRestore?.pagesLeft -= 1
      send(.reachedEnd, to: screen)
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
