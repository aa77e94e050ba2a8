#if arch(wasm32)
  import CBrowser
  import ImageCaching
  import Social

  extension Runtime {
    /// The key under which the index of the stored images is stored.
    static let imageIndexKey = "image index"

    private static func perform(_ effects: [ImageCache.Effect]) {
      for effect in effects {
        switch effect {
        case .loadFromStorage(let url): pass(url) { browser_load_image($0, $1) }
        case .fetch(let url, let validator):
          pass(url) { url, urlLength in
            pass(validator) { browser_fetch_image(url, urlLength, $0, $1) }
          }
        case .cancelFetch(let url): pass(url) { browser_cancel_image($0, $1) }
        case .show(let url, let requester): pass(url) { browser_show_image($0, $1, requester) }
        case .showFailure(let requester): browser_fail_image(requester)
        case .save(let url): pass(url) { browser_save_image($0, $1) }
        case .remove(let urls): for url in urls { pass(url) { browser_remove_image($0, $1) } }
        case .releaseMemory(let urls): for url in urls { pass(url) { browser_release_image($0, $1) } }
        case .saveJournal(let entries):
          pass(StoredIndex.bytes(of: entries)) { browser_save_image_journal($0, $1) }
        case .startIndexTimer: browser_start_image_timer(Int32(ImageCache.indexDelay))
        case .saveIndex: save(StoredIndex.bytes(of: runtime?.images.storedEntries ?? []), Self.imageIndexKey)
        }
      }
    }

    /// Performs the cache's effects once nothing holds `runtime` any more, as `handle` does.
    static func withImages(_ body: (inout ImageCache, Milliseconds) -> [ImageCache.Effect]) {
      perform(runtime?.effects(of: body) ?? [])
    }

    static func endSessionOfImages(last: Int32) {
      withImages { cache, _ in cache.sessionEnded(lastRequester: last) }
    }

    private mutating func effects(
      of body: (inout ImageCache, Milliseconds) -> [ImageCache.Effect]
    ) -> [ImageCache.Effect] { body(&images, Runtime.now) }
  }

  /// Receives the stored index, and the journal of images stored after it was written. A missing one has the
  /// length -1.
  @_expose(wasm, "imageIndex") @c public func imageIndex(
    _ bytes: UnsafeMutableRawPointer?, _ length: Int32, _ journal: UnsafeMutableRawPointer?,
    _ journalLength: Int32
  ) {
    let entries = StoredIndex.entries(in: takeBytes(bytes, length))
    let journal = StoredIndex.entries(in: takeBytes(journal, journalLength))
    Runtime.withImages { $0.storedIndexLoaded(entries, journal: journal, now: $1) }
  }

  /// An image came near the screen. `width` in CSS px, `ratio` device pixels a CSS px.
  @_expose(wasm, "imageTimerFired") @c public func imageTimerFired() {
    Runtime.withImages { cache, _ in cache.indexTimerFired() }
  }

  @_expose(wasm, "imagesHidden") @c public func imagesHidden() {
    Runtime.withImages { cache, _ in cache.pageHidden() }
  }

  @_expose(wasm, "imageNear") @c public func imageNear(
    _ requester: Int32, _ source: UnsafeMutableRawPointer?, _ sourceLength: Int32,
    _ sourceSet: UnsafeMutableRawPointer?, _ sourceSetLength: Int32, _ width: Double, _ ratio: Double
  ) {
    let source = takeText(source, sourceLength)
    let candidates = SourceSet(parsing: takeText(sourceSet, sourceSetLength))
    let url = candidates.url(shownWidth: width, ratio: ratio, orElse: source)
    Runtime.withImages { $0.request(url, by: requester, now: $1) }
  }

  /// Receives the size in pixels of an image that had no size in the markup. Its element gets the layout of
  /// other images of that size.
  @_expose(wasm, "imageMeasured") @c public func imageMeasured(
    _ requester: Int32, _ width: Int32, _ height: Int32
  ) {
    guard let size = PixelSize(width: Int(width), height: Int(height)) else { return }
    let box = PictureLayout.box(for: size)
    browser_size_image(requester, Int32(box.width), Int32(box.height))
  }

  @_expose(wasm, "imageLeft") @c public func imageLeft(_ requester: Int32) {
    Runtime.withImages { $0.leave(requester, now: $1) }
  }

  @_expose(wasm, "imageRetry") @c public func imageRetry(_ requester: Int32) {
    Runtime.withImages { $0.retry(requester, now: $1) }
  }

  @_expose(wasm, "imageAdopt") @c public func imageAdopt(_ url: UnsafeMutableRawPointer?, _ length: Int32) {
    let url = takeText(url, length)
    Runtime.withImages { $0.adopt(url, now: $1) }
  }

  @_expose(wasm, "imageBroken") @c public func imageBroken(_ url: UnsafeMutableRawPointer?, _ length: Int32) {
    let url = takeText(url, length)
    Runtime.withImages { $0.couldNotShow(url, now: $1) }
  }

  /// Receives the size of a stored image; -1 bytes if it isn't in storage.
  @_expose(wasm, "imageStored") @c public func imageStored(
    _ url: UnsafeMutableRawPointer?, _ length: Int32, _ bytes: Int32
  ) {
    let url = takeText(url, length)
    Runtime.withImages {
      bytes < 0 ? $0.missingInStorage(url, now: $1) : $0.foundInStorage(url, bytes: Int(bytes), now: $1)
    }
  }

  /// Receives a fetched image; 0 bytes if it is on the device anyway.
  @_expose(wasm, "imageFetched") @c public func imageFetched(
    _ url: UnsafeMutableRawPointer?, _ length: Int32, _ bytes: Int32, _ etag: UnsafeMutableRawPointer?,
    _ etagLength: Int32, _ isImmutable: Int32
  ) {
    let url = takeText(url, length)
    let etag = etagLength > 0 ? takeText(etag, etagLength) : nil
    let download =
      bytes > 0
      ? ImageCache.Download(bytes: Int(bytes), etag: etag, isImmutable: isImmutable != 0) : .unreadable
    Runtime.withImages { $0.fetched(url, download, now: $1) }
  }

  @_expose(wasm, "imageNotModified") @c public func imageNotModified(
    _ url: UnsafeMutableRawPointer?, _ length: Int32
  ) {
    let url = takeText(url, length)
    Runtime.withImages { $0.notModified(url, now: $1) }
  }

  /// Receives the reason of a failure: 0 offline, 1 not found, 2 unavailable, 3 not an image, 4
  /// `couldNotRead`.
  @_expose(wasm, "imageFailed") @c public func imageFailed(
    _ url: UnsafeMutableRawPointer?, _ length: Int32, _ reason: Int32
  ) {
    let url = takeText(url, length)
    if reason == 4 { return Runtime.withImages { $0.couldNotRead(url, now: $1) } }
    let failure: ImageCache.Failure =
      switch reason {
      case 0: .offline
      case 1: .notFound
      case 2: .unavailable
      default: .invalid
      }
    Runtime.withImages { $0.failed(url, reason: failure, now: $1) }
  }

  @_expose(wasm, "imageNotSaved") @c public func imageNotSaved(
    _ url: UnsafeMutableRawPointer?, _ length: Int32
  ) {
    let url = takeText(url, length)
    Runtime.withImages { cache, _ in cache.storageFailed(url) }
  }
#endif
