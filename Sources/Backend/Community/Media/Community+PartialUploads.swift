import Media
import Social
import Storage

/// Uploads that come in several requests, as clients of the Twitter API send them.
extension Community.Media {
  /// The time for which an unfinished upload is kept, in milliseconds: an hour.
  private static let partialLife: Int64 = 3_600_000
  /// The number of unfinished uploads of an account that are kept beside a new one.
  private static let maxPartial = 3

  /// Announces an upload of that many bytes, and returns its id.
  ///
  /// - Throws: `CommunityError.invalid` if it is empty or too large.
  public func beginUpload(byteCount: Int64, viewer: Viewer) async throws -> Int64 {
    guard byteCount > 0, let size = Int(exactly: byteCount), size <= limits.maxBytes else {
      throw newPictures.reason(for: MediaError.tooLarge(limit: limits.maxBytes))
    }
    let now = clock().milliseconds
    let id = identifiers.next(milliseconds: now)
    do {
      try await mediaStore.begin(
        PartialUpload(id: id, account: viewer.account, byteCount: size),
        removingBefore: Identifiers.first(ofMillisecond: now - Self.partialLife), keeping: Self.maxPartial)
    } catch { throw newPictures.reason(for: error) }
    return id
  }

  /// Removes the parts of uploads that were not finished in time.
  func removePartialUploads() async {
    await mediaStore.removeParts(
      before: Identifiers.first(ofMillisecond: clock().milliseconds - Self.partialLife))
  }

  /// Finds an upload that comes in parts; returns `nil` while some of them are awaited.
  ///
  /// - Throws: `CommunityError.notFound`, also for another member's upload and for one that a post has.
  public func findPartial(_ id: Int64, viewer: Viewer) async throws -> Uploaded? {
    guard await !mediaStore.awaitsParts(of: id, of: viewer.account) else { return nil }
    return try await find(id, viewer: viewer)
  }

  /// Adds a part of an upload. One with the same number replaces the earlier one.
  ///
  /// - Parameters:
  ///   - number: the position among the parts, from 0 to `MediaStore.lastPart`.
  ///   - path: a received file, which is moved away from there.
  /// - Throws: `CommunityError.notFound`, also for another member's upload; `CommunityError.invalid` if the
  ///   parts are larger than announced.
  public func add(part number: Int, at path: String, to id: Int64, viewer: Viewer) async throws {
    guard 0...MediaStore.lastPart ~= number else {
      throw CommunityError.invalid("Validation failed: there is no such part", .unusablePicture)
    }
    do {
      guard try await mediaStore.add(part: number, at: path, to: id, of: viewer.account) else {
        throw CommunityError.notFound
      }
    } catch let error as MediaError { throw newPictures.reason(for: error) }
  }

  /// Makes the picture of an upload whose parts are all there. A second call returns the same picture.
  ///
  /// - Throws: `CommunityError.notFound`, also for another member's upload; `CommunityError.invalid` if the
  ///   parts are fewer than announced, or something else than a picture.
  public func finishUpload(
    _ id: Int64, viewer: Viewer, slot: UploadSlot, timeout: Duration
  ) async throws -> Uploaded {
    let path: String?
    do { path = try await mediaStore.join(partsOf: id, of: viewer.account) } catch {
      throw newPictures.reason(for: error)
    }
    guard let path else { return try await find(id, viewer: viewer) }
    do {
      return try await upload(Upload(path: path, id: id), viewer: viewer, slot: slot, timeout: timeout)
    } catch {
      mediaStore.forget(temporary: path)
      throw error
    }
  }
}
