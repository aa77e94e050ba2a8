import Contracts
import Social

/// The names of those who like the posts of a Moments page. An event has numbers only, because blocks decide
/// which names a viewer sees. So the names are requested, and are those of a fresh page.
extension App {
  /// The number of accounts in a response, at most (Mastodon API, statuses/:id/favourited_by).
  private static let maxLikers = 80

  /// Returns true if a Moments page shows another number of likes. It may be another one for ever, as some of
  /// those who like a post may be hidden.
  private func lacksLikers(_ counts: PostCounts, _ screen: AnyScreenHost) -> Bool {
    guard screen.session == live.session, let page = screen as? ScreenHost<Moments> else { return false }
    return page.state.records.contains {
      $0.post.id == counts.id && $0.post.likes.count != counts.favourites
    }
  }

  /// Asks for the names in a moment: notifications of that moment bring some.
  mutating func askLikersLater(of counts: PostCounts) {
    guard stack.contains(where: { lacksLikers(counts, $0) }) else { return }
    if live.counted.isEmpty { startCount(after: LiveConnection.countPause) }
    live.counted.removeAll { $0.id == counts.id }
    live.counted.append(counts)
  }

  /// Asks who likes the posts whose numbers have changed, if they show. Other pages load when they show.
  mutating func askLikers() {
    let counted = live.counted
    live.counted = []
    guard let session = live.session else { return }
    for counts in counted {
      var isWanted = false
      for screen in stack where lacksLikers(counts, screen) {
        if screen === stack.last || screen === splitViewList {
          isWanted = true
        } else {
          send(.missedEvents, to: screen)
        }
      }
      if isWanted {
        let request = MastodonRequests.people(.likedBy, of: counts.id, page: "limit=\(Self.maxLikers)")
        write(request, in: session, .likers(session, post: counts.id, at: now))
      }
    }
  }

  @inline(never)
  mutating func received(
    likersOf post: String, in session: String, _ result: Result<Response, RequestFailure>,
    asked time: Timestamp
  ) {
    guard let origin = sessions.session(session)?.origin,
      case .success(let body) = LoadFailure.body(of: result)
    else { return }
    var likers: [Account] = []
    guard MastodonDecoder(origin: origin).people(body: body, { likers.insert($0.account, at: 0) }) else {
      return
    }
    let isComplete = likers.count < Self.maxLikers
    broadcast(.likersArrived(post: post, likers, isComplete: isComplete, at: time), in: session)
  }
}
