import Contracts
import Social

/// The announcement over the home timeline. The device stores it, so it shows without a network until the
/// viewer dismisses it.
extension App {
  /// The key of the announcement that shows: its id, a line break, and its text.
  static let announcementKey = "announcement"
  /// The key of the dismissed announcement's id, for servers that don't know of it yet.
  private static let dismissedKey = "dismissed announcement"

  var storedAnnouncement: String? { memory[memoryPrefix(of: sessions.currentKey) + Self.announcementKey] }

  /// Shows the announcement of a response, or hides the one that shows.
  @inline(never)
  mutating func receivedAnnouncement(_ body: [UInt8], of session: String) {
    guard let origin = sessions.session(session)?.origin else { return }
    guard let (id, text) = MastodonDecoder(origin: origin).announcement(body) else {
      return showAnnouncement(nil)
    }
    // The dismissal has not reached the server.
    if memory[memoryPrefix(of: session) + Self.dismissedKey] == id {
      return sendDismissal(of: id, in: session)
    }
    showAnnouncement(id + "\n" + text)
  }

  @inline(never)
  mutating func dismissAnnouncement() {
    guard let session = sessions.currentKey, let stored = storedAnnouncement else { return }
    let id = String(decoding: Array(stored.utf8).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    remember(memoryPrefix(of: session) + Self.dismissedKey, id)
    showAnnouncement(nil)
    sendDismissal(of: id, in: session)
  }

  /// Shows what another tab stored: a new announcement, or none after a dismissal.
  @inline(never)
  mutating func announcedElsewhere(in session: String) {
    guard session == sessions.currentKey, environment.announcement != storedAnnouncement else { return }
    environment.announcement = storedAnnouncement
    for screen in stack where screen.tab == .home { screen.isStale = true }
  }

  private mutating func sendDismissal(of id: String, in session: String) {
    // No answer is needed: the next response with the unread number says what the server knows.
    write(CommunityRequests.dismiss(announcement: id), in: session, .nothing)
  }

  private mutating func showAnnouncement(_ stored: String?) {
    guard environment.announcement != stored else { return }
    remember(memoryPrefix(of: sessions.currentKey) + Self.announcementKey, stored)
    environment.announcement = stored
    for screen in stack where screen.tab == .home { screen.isStale = true }
  }
}
