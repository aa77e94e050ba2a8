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
}
