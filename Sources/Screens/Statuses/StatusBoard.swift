import Contracts
import Social

/// What every screen with posts knows and can do: who reads, what is unfolded, which marks are on their way.
///
/// Changes of posts go out as facts, and every screen hears of them, this one as well.
public struct StatusBoard: Equatable, Sendable {
  let origin: Origin
  /// nil: a stranger.
  let session: Session?
  /// The posts are those of a timeline file: they can be read, and no more.
  var file: FilePosts?
  private var wishes = StatusWishes()
  /// Ids of posts whose warning is unfolded, whose pictures are uncovered.
  private(set) var unfolded: Set<String> = []
  private(set) var uncovered: Set<String> = []
  /// The post whose menu is open.
  private(set) var menu: String?
  /// Deleted, or about to be.
  private(set) var removed: Set<String> = []

  init(_ context: ScreenContext, file: FilePosts? = nil) {
    origin = context.origin
    session = context.session
    self.file = file
  }

  var decoder: MastodonDecoder { MastodonDecoder(origin: origin) }

  var serverName: String { origin.address.name }

  func applied(to status: Status) -> Status { wishes.applied(to: status) }

  /// `entries`: what the screen shows.
  mutating func tapped(_ tap: StatusTap, among entries: [TimelineEntry]) -> [Effect] {
    switch tap {
    case .open(let id):
      return [.open(file.map { .fileThread(id: id, $0) } ?? .thread(id: id, Self.status(id, entries)))]
    case .profile(let id): return [.open(profile(id, entries))]
    case .tag(let name): return [.open(file.map { .file(.posts(.tag(name), $0)) } ?? .tag(name))]
    case .menu(let id): menu = menu == id ? nil : id
    case .warning(let id): Self.toggle(id, in: &unfolded)
    case .cover(let id): Self.toggle(id, in: &uncovered)
    case .picture(let id, let index): return open(picture: index, of: Self.status(id, entries))
    case .outbox(let request): return [.outbox(request)]
    case .reply, .mark, .delete, .edit, .compose:
      guard session != nil else { return [.open(.signIn)] }
      return act(tap, among: entries)
    }
    return []
  }

  private mutating func act(_ tap: StatusTap, among entries: [TimelineEntry]) -> [Effect] {
    menu = nil
    switch tap {
    case .compose: return [.open(.compose(ComposeStart()))]
    case .reply(let id):
      guard let entry = entries.first(where: { $0.status.id == id }), let me = session?.me else { return [] }
      return [.open(.compose(ComposeStart(replyTo: entry.status, reposter: entry.reposter, writer: me)))]
    case .mark(let mark, let id):
      guard let status = Self.status(id, entries) else { return [] }
      let (changed, request) = wishes.toggle(mark, of: status)
      return [.tell(.statusChanged(changed))] + (request.map { [.call(mark.name(id), $0)] } ?? [])
    case .delete(let id):
      return Self.status(id, entries).map { [.delete($0)] } ?? []
    case .edit(let id):
      return Self.status(id, entries).map { [.open(.compose(ComposeStart(editing: $0)))] } ?? []
    default: return []
    }
  }

  /// The answer to a mark that was asked for.
  mutating func answered(
    _ name: RequestName, _ result: Result<Answer, RequestFailure>, among entries: [TimelineEntry]
  ) -> [Effect] {
    switch wishes.answered(name, result, decoder) {
    case .nothing: return []
    case .send(let name, let request): return [.call(name, request)]
    case .settled(let status): return [.tell(.statusChanged(status))]
    case .failed(let mark, let id, let isOn):
      let back = Self.status(id, entries).map { mark.set(isOn, on: $0) }
      return (back.map { [.tell(.statusChanged($0))] } ?? []) + [.toast(Toast(mark.trouble))]
    }
  }

  /// Keeps in mind which posts are gone.
  mutating func hear(_ fact: Fact) {
    switch fact {
    case .statusRemoved(let id): removed.insert(id)
    case .statusRestored(let status): removed.remove(status.id)
    default: return
    }
  }

  private static func status(_ id: String, _ entries: [TimelineEntry]) -> Status? {
    entries.first { $0.status.id == id }?.status
  }

  private static func toggle(_ id: String, in set: inout Set<String>) {
    if set.remove(id) == nil { set.insert(id) }
  }

  /// As much as is known of whoever is tapped: an author, a reposter, or somebody who is mentioned.
  private func profile(_ id: String, _ entries: [TimelineEntry]) -> Destination {
    if let file {
      return file.posts(by: id).isEmpty ? .profile(id: nil, handle: id, nil) : .file(.posts(.person(id), file))
    }
    for entry in entries {
      for profile in [entry.status.author, entry.reposter] {
        if let profile, profile.id == id { return .profile(id: id, handle: profile.handle, profile) }
      }
      if let mention = entry.status.mentions.first(where: { $0.id == id }) {
        return .profile(id: id, handle: mention.handle, nil)
      }
    }
    return .profile(id: id, handle: session?.me.id == id ? session?.me.handle : nil, nil)
  }

  private func open(picture index: Int, of status: Status?) -> [Effect] {
    let pictures = (status?.attachments ?? []).filter { $0.isPicture }.map { $0.picture }
    guard pictures.indices.contains(index) else { return [] }
    return [.open(.viewer(Viewer.Start(pictures: pictures, index: index)))]
  }
}

extension Status.Attachment {
  /// It can be opened in the viewer.
  var isPicture: Bool { kind == .image }
}

extension ServerAddress {
  /// What a message calls the server.
  var name: String {
    let bytes = Array(origin.utf8)[...]
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return origin }
    return String(decoding: bytes[(slash + 1)...], as: UTF8.self)
  }
}
