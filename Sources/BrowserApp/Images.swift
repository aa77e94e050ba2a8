#if arch(wasm32)
  import CBrowser
  import Caching

  extension Runtime {
    /// Where the index of the stored images is kept.
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
        case .saveIndex:
          pass(Self.imageIndexKey) { key, keyLength in
            pass(StoredIndex.bytes(of: runtime?.images.storedEntries ?? [])) {
              browser_save(key, keyLength, $0, $1)
            }
          }
        }
      }
    }

    /// As `handle`: what the cache wants is done when nothing holds `runtime` any more.
    static func withImages(_ body: (inout ImageCache, Milliseconds) -> [ImageCache.Effect]) {
      perform(runtime?.effects(of: body) ?? [])
    }

    private mutating func effects(
      of body: (inout ImageCache, Milliseconds) -> [ImageCache.Effect]
    ) -> [ImageCache.Effect] { body(&images, Runtime.now) }
  }

  /// The stored index; a length of -1 if there is none.
  @_expose(wasm, "imageIndex") @c public func imageIndex(_ bytes: UnsafeMutableRawPointer?, _ length: Int32) {
    let entries = StoredIndex.entries(in: takeBytes(bytes, length))
    Runtime.withImages { $0.storedIndexLoaded(entries, now: $1) }
  }

  /// An image came near the screen. `width` in CSS px, `ratio` device pixels a CSS px.
  @_expose(wasm, "imageNear") @c public func imageNear(
    _ requester: Int32, _ source: UnsafeMutableRawPointer?, _ sourceLength: Int32,
    _ sourceSet: UnsafeMutableRawPointer?, _ sourceSetLength: Int32, _ width: Double, _ ratio: Double
  ) {
    let source = takeText(source, sourceLength)
    let candidates = SourceSet(parsing: takeText(sourceSet, sourceSetLength))
    let url = candidates.url(shownWidth: width, ratio: ratio, orElse: source)
    Runtime.withImages { $0.want(url, by: requester, now: $1) }
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

  /// -1 bytes: it is not in the storage.
  @_expose(wasm, "imageStored") @c public func imageStored(
    _ url: UnsafeMutableRawPointer?, _ length: Int32, _ bytes: Int32
  ) {
    let url = takeText(url, length)
    Runtime.withImages {
      bytes < 0 ? $0.missingInStorage(url, now: $1) : $0.foundInStorage(url, bytes: Int(bytes), now: $1)
    }
  }

  @_expose(wasm, "imageFetched") @c public func imageFetched(
    _ url: UnsafeMutableRawPointer?, _ length: Int32, _ bytes: Int32, _ etag: UnsafeMutableRawPointer?,
    _ etagLength: Int32, _ isImmutable: Int32
  ) {
    let url = takeText(url, length)
    let etag = etagLength > 0 ? takeText(etag, etagLength) : nil
    Runtime.withImages {
      $0.fetched(
        url, ImageCache.Download(bytes: Int(bytes), etag: etag, isImmutable: isImmutable != 0), now: $1)
    }
  }

  @_expose(wasm, "imageNotModified") @c public func imageNotModified(
    _ url: UnsafeMutableRawPointer?, _ length: Int32
  ) {
    let url = takeText(url, length)
    Runtime.withImages { $0.notModified(url, now: $1) }
  }

  /// 0 offline, 1 not found, 2 unavailable, 3 no image.
  @_expose(wasm, "imageFailed") @c public func imageFailed(
    _ url: UnsafeMutableRawPointer?, _ length: Int32, _ reason: Int32
  ) {
    let url = takeText(url, length)
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
