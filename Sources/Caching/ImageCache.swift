/// A point in time, or a length of it, in milliseconds; points count from 1970 in UTC, as in the browser.
/// Nothing in this module reads a clock: the caller passes the time in.
public typealias Milliseconds = Int64

/// Which images are kept, where, and what is loaded when: memory first, then the device's storage, then
/// the network (MOM_07).
///
/// A pure state machine. Every function says what happened and returns what is to be done about it;
/// an interpreter carries the effects out in their order and reports back. The bytes of the images stay
/// with the interpreter, in memory one blob a URL; only their number is known here.
public struct ImageCache: Sendable {
  /// An element of the document that shows an image.
  public typealias RequesterID = Int32

  public internal(set) var configuration: Configuration
  public internal(set) var statistics = Statistics()

  /// The images whose bytes the interpreter holds; those on screen are pinned.
  var memory = LeastRecentlyUsed<String, Entry>()
  /// The index of the images in storage.
  var index = LeastRecentlyUsed<String, Entry>()
  var isIndexLoaded = false
  /// The cache was cleared before its index came: nothing of it is kept.
  var isIndexToBeCleared = false
  /// The index has changed since it was written.
  var isIndexChanged = false
  var isIndexTimerRunning = false
  /// What was stored since the index was written.
  var unsavedURLs: [String] = []

  /// The URL that each requester wants now.
  var wantedURLs: [RequesterID: String] = [:]
  /// The URLs that are on screen or being loaded.
  var demands: [String: Demand] = [:]
  /// The URLs that wait for the index, in the order of their coming.
  var awaitingIndex: [String] = []
  var adoptedURLs: Set<String> = []
  /// Elements up to this one were made for a session that has ended: what they ask for is shown, and never stored. `nil` if
  /// no session has ended.
  var lastOfEndedSession: RequesterID?

  var queue = FetchQueue()
  var fetchesInFlight = 0
  /// After a failure for want of a network, stale images are not asked about for a while.
  var revalidationsRestAfter: Milliseconds?

  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// What the images in memory take.
  public var memoryBytes: Int { memory.totalCost }

  /// What the images in storage take.
  public var storageBytes: Int { index.totalCost }

  /// How long changes of the index are gathered before it is written, in milliseconds: no image waits for that.
  public static let indexDelay = 2000

  /// What `.saveIndex` is to write, by way of `StoredIndex`: the least recently used first.
  public var storedEntries: [Entry] { index.valuesByUse }
}

extension ImageCache {
  public struct Configuration: Equatable, Sendable {
    /// In bytes. Images on screen are kept even beyond it.
    public var memoryLimit: Int
    /// In bytes.
    public var storageLimit: Int
    /// In bytes; a larger image is shown, but neither stored nor kept once it has left the screen.
    public var largestImage: Int
    /// An older image is still shown at once, then the server is asked whether it changed.
    public var freshFor: Milliseconds
    /// How many images are fetched at the same time; more wait their turn.
    public var fetchesAtOnce: Int

    public init(
      memoryLimit: Int = 24 << 20,
      storageLimit: Int = 96 << 20,
      largestImage: Int = 8 << 20,
      freshFor: Milliseconds = 24 * 60 * 60 * 1000,
      fetchesAtOnce: Int = 6
    ) {
      self.memoryLimit = memoryLimit
      self.storageLimit = storageLimit
      self.largestImage = largestImage
      self.freshFor = freshFor
      self.fetchesAtOnce = fetchesAtOnce
    }

    func isStorable(bytes: Int) -> Bool {
      bytes > 0 && bytes <= largestImage && bytes <= storageLimit
    }

    /// A date in the future comes from a clock that was wrong: nothing is known of that image's age.
    func isStale(_ entry: Entry, now: Milliseconds) -> Bool {
      let age = now - entry.fetchedAt
      return !entry.isImmutable && (age < 0 || age >= freshFor)
    }
  }

  /// What is known of an image that is kept.
  public struct Entry: Equatable, Sendable {
    public var url: String
    public var bytes: Int
    public var etag: String?
    public var isImmutable: Bool
    /// When the server last sent it, or said that it had not changed.
    public var fetchedAt: Milliseconds
    /// When it was last on screen.
    public var usedAt: Milliseconds

    public init(
      url: String, bytes: Int, etag: String?, isImmutable: Bool, fetchedAt: Milliseconds, usedAt: Milliseconds
    ) {
      self.url = url
      self.bytes = bytes
      self.etag = etag
      self.isImmutable = isImmutable
      self.fetchedAt = fetchedAt
      self.usedAt = usedAt
    }
  }

  /// What the network brought.
  public struct Download: Equatable, Sendable {
    /// 0 if they are not known.
    public var bytes: Int
    /// The `ETag` of the response, with its quotes.
    public var etag: String?
    /// `Cache-Control` had `immutable` (RFC 8246): never to be revalidated.
    public var isImmutable: Bool

    /// An image of another server that lets no program read it: the browser loads and keeps it by itself, so that it
    /// takes none of our room, and nobody can ask whether it has changed.
    public static let unreadable = Download(bytes: 0, isImmutable: true)

    public init(bytes: Int, etag: String? = nil, isImmutable: Bool = false) {
      self.bytes = bytes
      self.etag = etag
      self.isImmutable = isImmutable
    }
  }

  /// Why a fetch brought nothing.
  public enum Failure: Equatable, Sendable {
    /// No connection.
    case offline
    /// The image doesn't exist, or no longer does: 404, 410.
    case notFound
    /// The server did not give it: any other status, a timeout.
    case unavailable
    /// Something came, but no image.
    case invalid
  }

  /// What the interpreter is to do, in the order given.
  public indirect enum Effect: Equatable, Sendable {
    /// Read the image; answer with `foundInStorage`, or `missingInStorage` if it can't be had.
    case loadFromStorage(String)
    /// Fetch the image, with `If-None-Match` if there is a validator; answer with `fetched`,
    /// `notModified` or `failed`.
    case fetch(String, validator: String?)
    /// Abort the fetch, and report nothing more of it.
    case cancelFetch(String)
    /// Show the blob of the URL; if another version is shown, replace it.
    case show(String, RequesterID)
    /// Show that the image could not be had.
    case showFailure(RequesterID)
    /// Write the bytes just fetched to storage; answer only if that fails, with `storageFailed`.
    case save(String)
    /// Delete from storage.
    case remove([String])
    /// Drop the blobs. None of them is on screen.
    case releaseMemory([String])
    /// Report `indexTimerFired` after `indexDelay`.
    case startIndexTimer
    /// Write `storedEntries`.
    case saveIndex
    /// Keep these at once and until the next start: the page may go before the index is written.
    case saveJournal([Entry])
  }

  /// How often each level answered.
  public struct Statistics: Equatable, Sendable {
    public var memoryHits = 0
    public var storageHits = 0
    public var networkFetches = 0
  }
}
