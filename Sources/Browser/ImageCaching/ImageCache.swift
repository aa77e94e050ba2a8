/// A point in time or a duration, in milliseconds; points count from 1970 in UTC, as in the browser. Nothing
/// in this module reads a clock: the caller passes the time in.
public typealias Milliseconds = Int64

/// The policy of the image cache: the images to store, their place, and the order of loading. It asks memory
/// first, then the device's storage, then the network (MOM_07).
///
/// It is a pure state machine. Every function takes an event and returns effects, which an interpreter
/// carries out in order and reports on. The interpreter also holds the bytes of the images, in memory one
/// blob per URL; the cache knows only their number.
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
  /// True if the cache was cleared before its index was loaded: the whole index is then dropped.
  var isIndexToBeCleared = false
  /// True if the index has changed since it was written.
  var isIndexChanged = false
  var isIndexTimerRunning = false
  /// The URLs stored since the index was written.
  var unsavedURLs: [String] = []

  /// The URL that each requester shows or waits for.
  var requestedURLs: [RequesterID: String] = [:]
  /// The URLs that are on screen or being loaded.
  var demands: [String: Demand] = [:]
  /// The URLs that wait for the index, in the order of the requests.
  var awaitingIndex: [String] = []
  var adoptedURLs: Set<String> = []
  /// Elements up to this one were made for a session that has ended: what they ask for is shown, and never
  /// stored. `nil` if no session has ended.
  var lastOfEndedSession: RequesterID?

  var queue = FetchQueue()
  var fetchesInFlight = 0
  /// The time until which stale images are not revalidated, after the network was missing.
  var revalidationsRestAfter: Milliseconds?

  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// The bytes of the images in memory.
  public var memoryBytes: Int { memory.totalCost }

  /// The bytes of the images in storage.
  public var storageBytes: Int { index.totalCost }

  /// The time for which changes of the index are collected before it is written, in milliseconds: no image
  /// waits for that.
  public static let indexDelay = 2000

  /// The entries that `.saveIndex` writes, by way of `StoredIndex`: the least recently used first.
  public var storedEntries: [Entry] { index.valuesByUse }
}

extension ImageCache {
  public struct Configuration: Equatable, Sendable {
    /// The limit in bytes. Images on screen stay even beyond it.
    public var memoryLimit: Int
    /// The limit in bytes.
    public var storageLimit: Int
    /// The limit in bytes; a larger image shows, but is neither stored nor kept once it has left the screen.
    public var largestImage: Int
    /// The age from which on an image is stale: it still shows at once, then the server is asked if it has
    /// changed.
    public var freshFor: Milliseconds
    /// The number of images that are fetched at the same time; more wait their turn.
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

    /// Returns true if an image has to be revalidated. A date in the future comes from a clock that was
    /// wrong, so the image's age is unknown.
    func isStale(_ entry: Entry, now: Milliseconds) -> Bool {
      let age = now - entry.fetchedAt
      return !entry.isImmutable && (age < 0 || age >= freshFor)
    }
  }

  /// The metadata of a cached image.
  public struct Entry: Equatable, Sendable {
    public var url: String
    public var bytes: Int
    public var etag: String?
    public var isImmutable: Bool
    /// The time when the server last sent it, or confirmed it unchanged.
    public var fetchedAt: Milliseconds
    /// The time when it was last on screen.
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

  /// The response to a fetch.
  public struct Download: Equatable, Sendable {
    /// 0 if the size isn't known.
    public var bytes: Int
    /// The `ETag` of the response, with its quotes.
    public var etag: String?
    /// `Cache-Control` had `immutable` (RFC 8246): never to be revalidated.
    public var isImmutable: Bool

    /// An image of another server that programs may not read: the browser loads and caches it by itself. It
    /// takes none of our space, and can't be revalidated.
    public static let unreadable = Download(bytes: 0, isImmutable: true)

    public init(bytes: Int, etag: String? = nil, isImmutable: Bool = false) {
      self.bytes = bytes
      self.etag = etag
      self.isImmutable = isImmutable
    }
  }

  /// The reason of a failed fetch.
  public enum Failure: Equatable, Sendable {
    /// No connection.
    case offline
    /// The image doesn't exist, or no longer does: 404, 410.
    case notFound
    /// The server didn't deliver it: any other status, or a timeout.
    case unavailable
    /// The response isn't an image.
    case invalid
  }

  /// An effect for the interpreter, which performs them in the given order.
  public indirect enum Effect: Equatable, Sendable {
    /// Reads the image; the result is `foundInStorage`, or `missingInStorage` if it can't be read.
    case loadFromStorage(String)
    /// Fetches the image, with `If-None-Match` if there is a validator; the result is `fetched`,
    /// `notModified` or `failed`.
    case fetch(String, validator: String?)
    /// Aborts the fetch, without a result.
    case cancelFetch(String)
    /// Shows the blob of the URL, in place of another version that shows.
    case show(String, RequesterID)
    /// Shows that the image could not be loaded.
    case showFailure(RequesterID)
    /// Writes the bytes just fetched to storage; a failure results in `storageFailed`.
    case save(String)
    /// Deletes from storage.
    case remove([String])
    /// Drops the blobs. None of them is on screen.
    case releaseMemory([String])
    /// Starts a timer that results in `indexTimerFired` after `indexDelay`.
    case startIndexTimer
    /// Writes `storedEntries`.
    case saveIndex
    /// Stores these at once, until the next start: the page may close before the index is written.
    case saveJournal([Entry])
  }

  /// The number of images that each level delivered.
  public struct Statistics: Equatable, Sendable {
    public var memoryHits = 0
    public var storageHits = 0
    public var networkFetches = 0
  }
}
