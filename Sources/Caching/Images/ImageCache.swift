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

  /// The URL that each requester wants now.
  var wantedURLs: [RequesterID: String] = [:]
  /// The URLs that are on screen or being loaded.
  var demands: [String: Demand] = [:]
  /// The URLs that wait for the index, in the order of their coming.
  var awaitingIndex: [String] = []
  var adoptedURLs: Set<String> = []

  var queue = FetchQueue()
  var fetchesInFlight = 0
  /// After a failure for want of a network, stale images are not asked about for a while.
  var revalidationsRestAfter: Milliseconds?

  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// Of the images in memory.
  public var memoryBytes: Int { memory.totalCost }

  /// Of the images in storage.
  public var storageBytes: Int { index.totalCost }

  /// What `.saveIndex` is to write, by way of `StoredIndex`: the least recently used first.
  public var storedEntries: [Entry] { index.valuesByUse }
}

extension ImageCache {
  /// How often each level answered.
  public struct Statistics: Equatable, Sendable {
    public var memoryHits = 0
    public var storageHits = 0
    public var networkFetches = 0
  }
}
