import Logging
public import Media
public import Social
import Storage

/// A picture that a member uploads.
public struct Upload: Sendable {
  /// The path of the received file, which is moved away from there.
  public var path: String
  /// The path of a preview picture, which is shown first.
  public var thumbnail: String?
  public var attributes: PictureAttributes
  /// The same key for every retry of an upload, at most 200 characters; `nil` if the client sent none.
  public var idempotencyKey: String?
  /// The id that the client was told before; `nil` if it gets one now.
  public var id: Int64?

  public init(
    path: String, thumbnail: String? = nil, attributes: PictureAttributes = PictureAttributes(),
    idempotencyKey: String? = nil, id: Int64? = nil
  ) {
    self.id = id
    self.path = path
    self.thumbnail = thumbnail
    self.attributes = attributes
    self.idempotencyKey = idempotencyKey
  }
}

/// An uploaded picture that no post has yet.
public struct Uploaded: Equatable, Sendable {
  public enum State: Equatable, Sendable {
    /// The copies are not made yet.
    case waiting
    case done
    /// The picture can't be used. The sentence says why.
    case failed(String)
  }

  /// The attachment, without addresses while it waits.
  public var attachment: Post.Attachment
  public var state: State

  init(_ record: UploadRecord) {
    attachment = record.attachment
    state =
      switch record.state {
      case .waiting: .waiting
      case .done: .done
      case .failed(let reason): .failed(reason)
      }
  }
}

extension Community {
  public var media: Media {
    Media(
      store: store, clock: clock, identifiers: identifiers, mediaStore: mediaStore,
      pictureQueue: pictureQueue,
      newPictures: newPictures, unusedPictures: unusedPictures, audiences: audiences,
      uploadSlots: uploadSlots,
      uploadsAtWork: uploadsAtWork, settings: settings, logger: logger)
  }

  /// The pictures of members: uploads, files and their audiences.
  public struct Media: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let identifiers: Identifiers
    let mediaStore: MediaStore
    let pictureQueue: PictureQueue
    let newPictures: NewPictures
    let unusedPictures: UnusedPictures
    let audiences: PictureAudiences
    let uploadSlots: UploadSlots
    let uploadsAtWork: UploadsAtWork
    let settings: Community.Settings
    let logger: Logger
  }
}

extension Community.Media {
  /// Reserves a slot for an upload, before its first byte is read.
  ///
  /// - Throws: An error that is `Unavailability.busy` if too many uploads are in progress.
  public func uploadSlot(_ viewer: Viewer) throws -> UploadSlot { try uploadSlots.take(for: viewer.account) }

  /// Returns a new path for a received file. Files that are left there are deleted when the server starts.
  public func uploadPath() throws -> String { try mediaStore.temporaryPath() }

  /// The accepted media types, for clients.
  public static var types: [String] { PictureFormat.allCases.map(\.rawValue) + ["image/heif"] }

  public var limits: MediaLimits { mediaStore.limits }

  /// Stores an uploaded picture and makes its copies. When this returns, the upload survives a power cut. If
  /// an unattached upload with the same key exists, it gets the new description and is returned.
  ///
  /// - Parameters:
  ///   - slot: held until the copies are made.
  ///   - timeout: the maximum wait for the copies, which are made in any case.
  /// - Throws: `CommunityError.invalid` if the picture isn't accepted.
  public func upload(
    _ upload: Upload, viewer: Viewer, slot: UploadSlot, timeout: Duration
  ) async throws -> Uploaded {
    let change = try upload.attributes.checked()
    let key = try IdempotencyKey.checked(upload.idempotencyKey)
    if let known = try await known(upload, viewer: viewer, key) { return known }
    let size = try await newPictures.look(at: upload.path)
    let quota = try await settings.pictureQuota()
    let now = clock().milliseconds
    let id = upload.id ?? identifiers.next(milliseconds: now)
    let (store, identifiers, mediaStore) = (store, identifiers, mediaStore)
    do { try await mediaStore.receive(upload.path, as: id) } catch { throw newPictures.reason(for: error) }
    do {
      let known = try await newPictures.make(
        upload.thumbnail, for: .member(viewer.account)
      ) {
        [self] thumbnails -> Int64? in
        let (known, unused) = try await store.write { transaction -> (Int64?, [String]) in
          // The same upload arrived at the same time.
          if let key, let known = try transaction.upload(idempotencyKey: key, of: viewer.account, now: now) {
            return (known, [])
          }
          let unused = try Self.makeRoom(
            for: thumbnails.reduce(size) { $0 + $1.byteSize }, uploads: 1, of: viewer.account, quota,
            transaction)
          let thumbnail = try thumbnails.first.map {
            try transaction.addMedia($0, id: identifiers.next(milliseconds: now), mediaStore.has)
          }
          try transaction.insert(
            UploadDraft(
              id: id, account: viewer.account, byteSize: size, description: change.description ?? "",
              focus: change.focus, thumbnail: thumbnail, createdAt: now, key: key))
          return (nil, unused)
        }
        unusedPictures.discard(unused)
        if known != nil { try await unusedPictures.removeUnknown(thumbnails.map(\.hash)) }
        return known
      }
      if let known {
        await mediaStore.forget(received: [id])
        return try await find(known, viewer: viewer)
      }
    } catch {
      await mediaStore.forget(received: [id])
      throw error
    }
    let work = beginProcessing(id, slot: slot)
    _ = await work?.isDone(within: timeout)
    let record = try await find(id, viewer: viewer)
    guard case .failed(let reason) = record.state else { return record }
    try await remove(upload: id, viewer: viewer)
    throw CommunityError.invalid("Validation failed: " + reason, .unusablePicture)
  }

  /// Returns the earlier upload with that key, with the new description. A failed one is removed.
  private func known(_ upload: Upload, viewer: Viewer, _ key: String?) async throws -> Uploaded? {
    guard let key else { return nil }
    let now = clock().milliseconds
    let id = try await store.write { try $0.upload(idempotencyKey: key, of: viewer.account, now: now) }
    guard let id else { return nil }
    let known = try await change(upload: id, upload.attributes, thumbnail: upload.thumbnail, viewer: viewer)
    guard case .failed = known.state else { return known }
    try await remove(upload: id, viewer: viewer)
    return nil
  }

  /// - Throws: `CommunityError.notFound`, also for another member's upload and for one that a post has.
  public func find(_ id: Int64, viewer: Viewer) async throws -> Uploaded {
    guard let found = try await store.upload(id, of: viewer.account) else { throw CommunityError.notFound }
    return Uploaded(found)
  }

  /// Changes the description, focal point or preview of an upload.
  ///
  /// - Parameter thumbnail: the path of a preview picture, which is shown first.
  /// - Throws: `CommunityError.notFound`, also for another member's upload and for one that a post has;
  ///   `CommunityError.invalid`.
  public func change(
    upload id: Int64, _ attributes: PictureAttributes, thumbnail: String?, viewer: Viewer
  ) async throws -> Uploaded {
    let change = try attributes.checked()
    _ = try await find(id, viewer: viewer)
    let quota = try await settings.pictureQuota()
    let (now, store, identifiers, mediaStore) = (clock().milliseconds, store, identifiers, mediaStore)
    let unused = try await newPictures.make(thumbnail, for: .member(viewer.account)) {
      thumbnails in
      try await store.write { transaction -> [String] in
        let old = try transaction.uploads([id], of: viewer.account)[id]?.thumbnail
        let unused = try thumbnails.first.map {
          try Self.makeRoom(for: $0.byteSize, uploads: 0, of: viewer.account, quota, transaction)
        }
        let media = try thumbnails.first.map {
          try transaction.addMedia($0, id: identifiers.next(milliseconds: now), mediaStore.has)
        }
        guard try transaction.change(upload: id, of: viewer.account, change, thumbnail: media) else {
          throw CommunityError.notFound
        }
        guard media != nil, old != media else { return unused ?? [] }
        return try transaction.removeUnused([old].compactMap(\.self)) + (unused ?? [])
      }
    }
    unusedPictures.discard(unused)
    return try await find(id, viewer: viewer)
  }

  /// Removes an upload with its picture.
  ///
  /// - Throws: `CommunityError.notFound`, also for another member's upload and for one that a post has.
  public func remove(upload id: Int64, viewer: Viewer) async throws {
    let unused = try await store.write { transaction in
      guard let upload = try transaction.uploads([id], of: viewer.account)[id] else {
        throw CommunityError.notFound
      }
      return try Self.remove([upload], transaction)
    }
    await unusedPictures.forget(received: [id])
    unusedPictures.discard(unused)
  }

  /// Removes the uploads that no post used within a day.
  ///
  /// - Returns: The number of removed uploads.
  @discardableResult
  func removeOldUploads() async throws -> Int {
    let end = clock().milliseconds - PictureRules.unattachedLife
    var count = 0
    while true {
      let (ids, unused) = try await store.write { transaction in
        let old = try transaction.uploads(before: end, limit: 100)
        return (old.map(\.id), try Self.remove(old, transaction))
      }
      await unusedPictures.forget(received: ids)
      unusedPictures.discard(unused)
      count += ids.count
      guard !ids.isEmpty else { return count }
    }
  }

  /// Resumes uploads that were interrupted when the server stopped, or that failed for now (a full disk, a
  /// locked database). Call it at the start, and now and then.
  ///
  /// - Parameter isStart: true also resumes uploads that another server of the community may be processing.
  ///   False leaves them to it for ten minutes.
  public func resumeUploads(isStart: Bool = true) async throws {
    let received = await mediaStore.fileWork.run { [mediaStore] in
      if isStart { mediaStore.sweep() }
      return mediaStore.received
    }
    let waiting = try await store.waitingUploads()
    let now = clock().milliseconds
    for id in waiting {
      let isOurs = isStart || !store.isShared || uploadsAtWork.hasFailed(id)
      if isOurs || Identifiers.millisecond(of: id) < now - Self.timeoutForOthers {
        beginProcessing(id, slot: nil)
      }
    }
    // Deletes files that arrived before an interruption and have no row. Files younger than an hour may still
    // be arriving.
    await unusedPictures.forget(
      received: received.filter { !waiting.contains($0) && Identifiers.millisecond(of: $0) < now - 3_600_000 }
    )
  }

  /// The time for which another server's uploads are left to it, in milliseconds.
  private static let timeoutForOthers: Int64 = 600_000

  private static func remove(_ uploads: [AttachedPicture], _ transaction: WriteTransaction) throws -> [String]
  {
    try transaction.delete(uploads: uploads.map(\.id))
    return try transaction.removeUnused(uploads.flatMap(\.files))
  }

  /// Makes room within the quota. Call it in the transaction that uses the room. Pictures of deleted posts
  /// are removed first, oldest first. Avatars and covers count but are never refused, because each replaces
  /// another one.
  ///
  /// - Returns: The hashes of removed pictures.
  private static func makeRoom(
    for size: Int, uploads: Int, of account: Int64, _ quota: Int?, _ transaction: WriteTransaction
  ) throws -> [String] {
    var unused: [String] = []
    while true {
      let usage = try transaction.usage(of: account)
      let isFull = quota.map { usage.bytes + size > $0 * 1_000_000 } ?? false
      let isTooMany = usage.unattached + uploads > PictureRules.maxUnattached
      guard isFull || isTooMany else { return unused }
      if let kept = try transaction.oldestKeptUpload(of: account) {
        unused += try remove([kept], transaction)
      } else if isTooMany {
        throw CommunityError.invalid(
          "Too many pictures wait for a post. Publish or remove some of them first.", .noRoom)
      } else {
        throw CommunityError.invalid(
          "Your \(quota ?? 0) MB for pictures are used up.", .noRoom)
      }
    }
  }

  /// - Returns: A task that fails only if the work can't be done for now; it is tried again
  ///   (`resumeUploads`). `nil` if the upload is being processed already.
  @discardableResult
  private func beginProcessing(_ id: Int64, slot: UploadSlot?) -> Task<Void, any Error>? {
    guard uploadsAtWork.begin(id) else { return nil }
    return pictureQueue.begin { [self] in
      do {
        try await process(id)
        uploadsAtWork.end(id)
      } catch {
        let level: Logger.Level = uploadsAtWork.fail(id) ? .warning : .debug
        logger.log(level: level, "A picture waits", metadata: ["upload": "\(id)", "error": "\(error)"])
        throw error
      }
      withExtendedLifetime(slot) {}
    }
  }

  private func process(_ id: Int64) async throws {
    // The upload may have been removed meanwhile.
    guard let account = try await store.uploader(of: id) else {
      return await unusedPictures.forget(received: [id])
    }
    do {
      let (now, identifiers, mediaStore) = (clock().milliseconds, identifiers, mediaStore)
      let unused = try await newPictures.remaking { [self] () -> [String] in
        let picture = try await mediaStore.store(
          contentsOf: mediaStore.receivedPath(id), for: .member(account), on: pictureQueue.thread)
        return try await store.write { transaction -> [String] in
          let media = try transaction.addMedia(
            MediaRecord(picture), id: identifiers.next(milliseconds: now), mediaStore.has)
          // The upload may have been removed meanwhile.
          guard try !transaction.finish(upload: id, media: media) else { return [] }
          return try transaction.removeUnused([media])
        }
      }
      unusedPictures.discard(unused)
    } catch let error as MediaError where error.isFinal {
      logger.info("No picture", metadata: ["upload": "\(id)", "reason": "\(error.message)"])
      try await store.write { try $0.fail(upload: id, reason: error.message) }
    }
    await unusedPictures.forget(received: [id])
  }
}
