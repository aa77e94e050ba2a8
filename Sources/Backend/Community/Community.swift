public import Invalidation
public import Logging
import Media
import Social
public import Storage

/// The server's use cases, without HTTP and without SQL.
public final class Community: Sendable {
  let store: Store
  let folder: String
  let mediaStore: MediaStore
  let secret: CommunitySecret
  let identifiers: Identifiers
  let clock: @Sendable () -> Timestamp
  let logger: Logger
  let passwords: Passwords
  let throttle: SignInThrottle
  let accesses = AccessCache()
  let pictureQueue = PictureQueue()
  let newPictures: NewPictures
  let unusedPictures: UnusedPictures
  let audiences = PictureAudiences()
  let uploadSlots = UploadSlots()
  let uploadsAtWork = UploadsAtWork()
  let linkPreviewQueue = LinkPreviewQueue()
  let pushQueue = PushQueue()
  let sealedTokens: SealedSecrets
  let signingSecrets: SealedSecrets
  /// `nil` until it can be stored, on a full disk.
  let vapidKey: VAPIDKey?
  let removalWork = RemovalWork()
  let exportTickets = ExportTickets()
  /// The messages between this process and others of the same community.
  public let messages: MessageBus
  public let demoProgress = DemoProgress()
  let exportSlots = ExportSlots()
  let exportReads = ExportReads()
  let counted = CachedCount<CommunityStatistics>()
  let closing = CachedClosing()
  let backupRuns: BackupRuns
  /// The mails that wait to be sent.
  public let mail: MailQueue

  init(
    store: Store, folder: String, secret: CommunitySecret, vapidKey: VAPIDKey?, passwordCost: PasswordCost,
    clock: @escaping @Sendable () -> Timestamp, logger: Logger
  ) {
    self.store = store
    self.folder = folder
    self.vapidKey = vapidKey
    sealedTokens = SealedSecrets(path: DataFolder(folder).pushKey)
    signingSecrets = SealedSecrets(path: DataFolder(folder).signingKey)
    backupRuns = BackupRuns(folder: DataFolder(folder).backups)
    identifiers = store.identifiers
    self.secret = secret
    mediaStore = MediaStore(folder: DataFolder(folder).media, key: secret.key(for: .pictures))
    unusedPictures = UnusedPictures(store: store, mediaStore: mediaStore, queue: pictureQueue, logger: logger)
    newPictures = NewPictures(
      mediaStore: mediaStore, queue: pictureQueue, unusedPictures: unusedPictures, logger: logger)
    self.clock = clock
    self.logger = logger
    mail = MailQueue(logger: logger)
    passwords = Passwords(cost: passwordCost)
    throttle = SignInThrottle(clock: clock)
    messages = MessageBus(store: store)
    messages.subscribe(.attempts) { [throttle] in throttle.receive($0) }
    messages.subscribe(.tickets) { [exportTickets] in exportTickets.receive($0) }
  }

  /// Opens the community whose data are in a folder.
  ///
  /// - Parameters:
  ///   - mayBegin: creates an empty community if the folder has none.
  ///   - database: the address of a PostgreSQL database. The folder then holds only the pictures.
  ///   - passwordCost: the cost of hashing new passwords.
  ///   - timeout: how long a write waits while another process holds the database.
  ///   - schema: how to treat the data of an older Swiftlet.
  /// - Throws: A `DescribedError`.
  public static func open(
    folder: String, database: DatabaseAddress? = nil, mayBegin: Bool = true,
    passwordCost: PasswordCost = .ofBuild,
    timeout: Duration = Store.standardTimeout, schema: SchemaPolicy = .migrate, logger: Logger
  ) async throws -> Community {
    let clock = SteadyClock(wall: { Timestamp.now }, logger: logger)
    let community = try await open(
      folder: folder, database: database, mayBegin: mayBegin, passwordCost: passwordCost, timeout: timeout,
      schema: schema,
      clock: { clock.now }, logger: logger)
    let latest = Identifiers.millisecond(of: community.identifiers.latest)
    clock.expect(notBefore: Timestamp(milliseconds: latest))
    return community
  }

  static func open(
    folder: String, database: DatabaseAddress? = nil, mayBegin: Bool = true,
    passwordCost: PasswordCost = .least,
    timeout: Duration = Store.standardTimeout, schema: SchemaPolicy = .migrate,
    clock: @escaping @Sendable () -> Timestamp, logger: Logger
  ) async throws -> Community {
    let store = try await Store.open(
      folder: folder, database: database, timeout: timeout, mayBegin: mayBegin, schema: schema)
    store.identifiers.observe(try await store.largestIdentifier())
    if store.isReadOnly {
      logger.error("the disk is full: nothing can be written until there is room")
    }
    if let snapshot = store.snapshot {
      logger.notice("schema changed, a copy was kept", metadata: ["copy": "\(snapshot)"])
    }
    let secret = try await CommunitySecret.load(from: store)
    return Community(
      store: store, folder: folder, secret: secret, vapidKey: try await VAPIDKey.load(from: store),
      passwordCost: passwordCost, clock: clock, logger: logger)
  }

  /// Returns true if the community never had members or has lost all of them.
  public func isEmpty() async throws -> Bool { try await store.firstMember() == nil }

  public func statistics() async throws -> CommunityStatistics {
    try await counted.value {
      let (members, posts) = try await store.statistics()
      return CommunityStatistics(members: members, posts: posts)
    }
  }

  /// Notes beside the data folder that it contains a community, so that an empty folder isn't mistaken for a
  /// new one.
  public func rememberFolder() { DataFolder(folder).remember() }

  /// The revisions of all data. Changes of this process count at once, those of others after the next
  /// `refresh`.
  public var revisions: Revisions { store.revisions }

  /// Waits until `revisions` includes all changes that other processes made more than 100 ms ago.
  public func refresh() async { await store.refresh() }

  /// Deletes the files that an interruption, a full disk or a backup left behind. Call it at the start, and
  /// now and then.
  public func removeUnusedPictures() async throws { try await unusedPictures.removeNow() }

  /// Closes the database. The community can't be used afterwards.
  public func close() async throws {
    mail.close()
    await removalWork.close()
    await pushQueue.close()
    await linkPreviewQueue.close()
    await pictureQueue.close()
    try await store.close()
  }
}
