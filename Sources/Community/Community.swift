public import Freshness
public import Logging
public import Media
public import Social
public import Storage

/// What a community can do: the server's use cases, without HTTP and without SQL.
public final class Community: Sendable {
  let store: Store
  private let folder: String
  let mediaStore: MediaStore
  let secret: CommunitySecret
  let identifiers: Identifiers
  let clock: @Sendable () -> Timestamp
  let logger: Logger
  let passwords: Passwords
  let throttle: SignInThrottle
  let accesses = AccessCache()
  let pictureWork = PictureWork()
  let audiences = PictureAudiences()
  let uploadPlaces = UploadPlaces()
  let uploadsAtWork = UploadsAtWork()
  let cardWork = CardWork()
  let removalWork = RemovalWork()
  let exportTickets = ExportTickets()
  /// What this process and others of the same community tell each other.
  public let words: Words
  let exportPlaces = ExportPlaces()
  let exportReads = ExportReads()
  let counted = RememberedCount<CommunityStatistics>()

  init(
    store: Store, folder: String, secret: CommunitySecret, passwordCost: PasswordCost,
    clock: @escaping @Sendable () -> Timestamp, logger: Logger
  ) {
    self.store = store
    self.folder = folder
    identifiers = store.identifiers
    self.secret = secret
    mediaStore = MediaStore(folder: DataFolder(folder).media, key: secret.key(for: .pictures))
    self.clock = clock
    self.logger = logger
    passwords = Passwords(cost: passwordCost)
    throttle = SignInThrottle(clock: clock)
    words = Words(store: store)
    words.hear(.attempts) { [throttle] in throttle.take($0) }
    words.hear(.tickets) { [exportTickets] in exportTickets.take($0) }
  }

  /// Opens the community whose data are in that folder.
  ///
  /// - Parameters:
  ///   - mayBegin: creates an empty community if the folder has none.
  ///   - database: a PostgreSQL database, so that only the pictures are in the folder.
  ///   - passwordCost: for passwords that are set from now on.
  ///   - patience: how long a write waits while another program holds the database.
  ///   - schema: what becomes of an older Swiftlet's data.
  /// - Throws: a `DescribedError`.
  public static func open(
    folder: String, database: DatabaseAddress? = nil, mayBegin: Bool = true, passwordCost: PasswordCost = .standard,
    patience: Duration = Store.usualPatience, schema: SchemaPolicy = .migrate, logger: Logger
  ) async throws -> Community {
    let clock = SteadyClock(wall: { Timestamp.now }, logger: logger)
    let community = try await open(
      folder: folder, database: database, mayBegin: mayBegin, passwordCost: passwordCost, patience: patience,
      schema: schema,
      clock: { clock.now }, logger: logger)
    let latest = Identifiers.millisecond(of: community.identifiers.latest)
    clock.expect(notBefore: Timestamp(milliseconds: latest))
    return community
  }

  static func open(
    folder: String, database: DatabaseAddress? = nil, mayBegin: Bool = true, passwordCost: PasswordCost = .least,
    patience: Duration = Store.usualPatience, schema: SchemaPolicy = .migrate,
    clock: @escaping @Sendable () -> Timestamp, logger: Logger
  ) async throws -> Community {
    let store = try await Store.open(
      folder: folder, database: database, patience: patience, mayBegin: mayBegin, schema: schema)
    store.identifiers.observe(try await store.largestIdentifier())
    if store.isReadOnly {
      logger.error("the disk is full: nothing can be written until there is room")
    }
    if let snapshot = store.snapshot {
      logger.notice("schema changed, a copy was kept", metadata: ["copy": "\(snapshot)"])
    }
    let secret = try await CommunitySecret.load(from: store)
    return Community(
      store: store, folder: folder, secret: secret, passwordCost: passwordCost, clock: clock, logger: logger)
  }

  /// Whose page "/" shows: the member who was there first and is not suspended; nil in an empty community.
  public func homeAccount() async throws -> Account? { try await store.firstVisibleMember()?.account }

  /// Whether nobody ever joined, or all are gone.
  public func isEmpty() async throws -> Bool { try await store.firstMember() == nil }

  /// By its username, in whatever case.
  ///
  /// - Returns: `nil` if the account does not exist, is suspended or blocks the asker.
  public func account(_ username: String, asker: Asker?) async throws -> Account? {
    try await store.visibleAccount(named: username, viewer: asker?.account)?.account
  }

  /// The Moments page: the posts of that account and of those whom it follows, newest first, as far as
  /// the asker may see them.
  ///
  /// URLs of pictures are relative to the server's root (`/media/…`).
  /// - Parameters:
  ///   - username: in whatever case.
  ///   - asker: nil: a stranger.
  ///   - id: only posts with a smaller id.
  ///   - limit: how many posts at most; nil: all.
  ///   - hasCovered: also posts with a warning or sensitive pictures, which are to be shown covered.
  /// - Returns: `nil` if the account does not exist, is suspended or blocks the asker.
  public func page(
    of username: String, asker: Asker?, before id: Int64? = nil, limit: Int? = nil, hasCovered: Bool = false
  ) async throws -> [Post]? {
    guard let owner = try await store.visibleAccount(named: username, viewer: asker?.account) else { return nil }
    return try await store.posts(
      MomentsPage(owner: owner.id, asker: asker?.account, before: id, limit: limit, hasCovered: hasCovered))
  }

  /// The posts of a whole page, to be read in parts (`posts(_:of:)`).
  ///
  /// - Returns: `nil` if the account does not exist, is suspended or blocks the asker.
  public func listing(of username: String, asker: Asker?, hasCovered: Bool) async throws -> PageListing? {
    guard let owner = try await store.visibleAccount(named: username, viewer: asker?.account) else { return nil }
    let page = MomentsPage(owner: owner.id, asker: asker?.account, hasCovered: hasCovered)
    return PageListing(ids: try await store.ids(of: page), page: page)
  }

  /// Those of the posts that are on the page still, newest first.
  ///
  /// - Parameter ids: 512 at most.
  public func posts(_ ids: [Int64], of listing: PageListing) async throws -> [Post] {
    try await store.posts(ids, on: listing.page)
  }

  /// Who posted last on the page that everybody may read, the latest first, without their covers.
  public func recentAuthors(ofPage username: String, limit: Int) async throws -> [Account] {
    guard let owner = try await store.visibleAccount(named: username) else { return [] }
    return try await store.authors(of: MomentsPage(owner: owner.id), limit: limit)
  }

  /// Remembers beside the data folder that there is a community in it, so that an empty folder is not taken for a new one.
  public func rememberFolder() { DataFolder(folder).remember() }

  /// What changed when: by this process at once, by another one after the next `refresh`.
  public var revisions: Revisions { store.revisions }

  /// Afterwards `revisions` knows of every change that another process made more than 100 ms ago.
  public func refresh() async { await store.refresh() }

  /// The file behind `/media/{hash}/{name}`, which may be missing, without a check of its audience.
  public func media(hash: String, name: String) -> MediaFile? { mediaStore.file(hash: hash, name: name) }

  /// Ends the work with the database. Nothing may be asked afterwards.
  public func close() async throws {
    await removalWork.close()
    await cardWork.close()
    await pictureWork.close()
    try await store.close()
  }
}
