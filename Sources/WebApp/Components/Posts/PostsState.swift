import Contracts
import Social

/// The common state of all screens with posts: the session, its store, and what is unfolded.
struct PostsState: Equatable, Sendable {
  let origin: Origin
  /// `nil` for a stranger.
  let session: Session?
  /// The timeline file that the posts come from. They can only be read.
  var file: FilePosts?
  /// The kind of list to which the viewer's filters apply; `nil` if they hide nothing there.
  let filters: FilterContext?
  let store: EntityStore
  /// The ids of people that the server left out of its response, once for each request.
  private var missingRelationships: [String] = []
  /// The people whose relationship is known or was requested.
  private var people: [PersonRecord] = []
  /// The ids of posts with an unfolded warning, and of those with uncovered pictures.
  private(set) var unfolded: Set<String> = []
  private(set) var uncovered: Set<String> = []

  init(_ context: ScreenContext, filters: FilterContext? = nil, file: FilePosts? = nil) {
    self.filters = filters
    origin = context.origin
    session = context.session
    // The ids of a file's posts are not the server's.
    store = file == nil ? context.store : EntityStore()
    self.file = file
  }

  var decoder: MastodonDecoder { MastodonDecoder(origin: origin, context: filters) }

  /// Stores the posts of a response that was requested at `time`, and returns its entries.
  @inline(never)
  func receive(_ items: [MastodonDecoder.Item], asked time: Timestamp) -> [EntryList.Item] {
    items.map { receive($0, asked: time) }
  }

  func receive(_ item: MastodonDecoder.Item, asked time: Timestamp) -> EntryList.Item {
    EntryList.Item(
      id: item.entry.id, createdAt: item.entry.createdAt, stored: store.receive(item.entry.post, asked: time),
      repostedBy: item.entry.reposter.map { store.receive(person: $0, asked: time) }, source: item.source)
  }

  /// Handles a tap. `entries`: the entries that the screen shows.
  mutating func tapped(_ tap: PostTap, among entries: [TimelineEntry]) -> [Effect] {
    switch tap {
    case .open(let id):
      return [.open(file.map { .fileThread(id: id, $0) } ?? .thread(id: id, Self.post(id, entries)))]
    case .reveal(let id): return [.reveal(key: "s" + id)]
    case .profile(let id): return [.open(profile(id, entries))]
    case .tag(let name): return [.open(file.map { .file(.posts(.tag(name), $0)) } ?? .tag(name))]
    case .menu(let id): return Self.post(id, entries).map { [.open(.options(.post($0)))] } ?? []
    case .warning(let id):
      guard unfolded.remove(id) == nil else {
        // Folding a long text leaves the viewer far below its beginning, so the app scrolls to the post.
        return entries.first { $0.post.id == id }.map { [.reveal(key: "s" + $0.id)] } ?? []
      }
      unfolded.insert(id)
    case .cover(let id): Self.toggle(id, in: &uncovered)
    case .picture(let id, let index, let isDescribed):
      return open(picture: index, isDescribed, of: Self.post(id, entries))
    case .outbox(let request): return [.outbox(request)]
    case .follow(let id):
      let person = people.first { $0.id == id }?.profile
      return person.map { [store.follow($0).toggled($0)] } ?? []
    case .interact(let interaction, let id): return toggle(interaction, id, entries)
    case .reply(let id):
      guard let me = session?.me else { return [.open(.landingPage(DeferredAction(.reply, id)))] }
      guard let entry = entries.first(where: { $0.post.id == id }) else { return [] }
      return [.open(.compose(ComposeStart(replyTo: entry.post, reposter: entry.reposter, writer: me)))]
    }
    return []
  }

  private func toggle(_ interaction: PostInteraction, _ id: String, _ entries: [TimelineEntry]) -> [Effect] {
    Self.post(id, entries).map { [.perform(.post(interaction), id: id, !interaction.isOn($0))] } ?? []
  }

  /// Returns the ids of people whose relationship isn't known yet, each once, to be requested.
  mutating func requestRelationships(with profiles: [Profile]) -> [String] {
    guard let me = session?.me.id else { return [] }
    var unknown: [String] = []
    for profile in profiles
    where profile.id != me && missingRelationships.count(where: { $0 == profile.id }) < Self.maxTries
      && !people.contains(where: { $0.id == profile.id })
    {
      people.append(store.hold(profile))
      if store.record(of: profile.id) == nil { unknown.append(profile.id) }
    }
    return unknown
  }

  /// The greatest number of requests for one person.
  private static let maxTries = 2

  /// Stores the server's relationships as of `time`; people that it omits are requested once more later.
  mutating func received(_ ids: [String], _ body: [UInt8], _ time: Timestamp) {
    store.receive(relationships: body, decoder, asked: time)
    for id in ids where store.record(of: id) == nil {
      missingRelationships.append(id)
      people.removeAll { $0.id == id }
    }
  }

  private static func post(_ id: String, _ entries: [TimelineEntry]) -> Post? {
    entries.first { $0.post.id == id }?.post
  }

  private static func toggle(_ id: String, in set: inout Set<String>) {
    if set.remove(id) == nil { set.insert(id) }
  }

  /// Returns the profile of the tapped person (an author, a reposter, or a mentioned one), with what is known
  /// about them.
  private func profile(_ id: String, _ entries: [TimelineEntry]) -> Destination {
    if let file {
      return file.posts(by: id).isEmpty
        ? .profile(id: nil, handle: id, nil) : .file(.posts(.person(id), file))
    }
    for entry in entries {
      for profile in [entry.post.author, entry.reposter] {
        if let profile, profile.id == id { return .profile(id: id, handle: profile.handle, profile) }
      }
      if let mention = entry.post.mentions.first(where: { $0.id == id }) {
        return .profile(id: id, handle: mention.handle, nil)
      }
    }
    return .profile(id: id, handle: session?.me.id == id ? session?.me.handle : nil, nil)
  }

  private func open(picture index: Int, _ isDescribed: Bool, of post: Post?) -> [Effect] {
    let pictures = (post?.attachments ?? []).filter { $0.isPicture }.map { $0.picture }
    guard pictures.indices.contains(index) else { return [] }
    return [.open(.viewer(PictureSet(pictures: pictures, index: index, isDescribed: isDescribed)))]
  }
}

extension Post.Attachment {
  /// True if the viewer screen can show it.
  var isPicture: Bool { kind == .image }
}

extension ServerAddress {
  /// The server's name in messages.
  var name: String {
    let bytes = Array(origin.utf8)[...]
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return origin }
    return String(decoding: bytes[(slash + 1)...], as: UTF8.self)
  }
}
