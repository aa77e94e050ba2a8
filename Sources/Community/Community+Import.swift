import Media
import Social
import Storage

extension Community {
  /// Imports the Moments page of a user under that username, or what is new of it since the last time.
  ///
  /// Everything is fetched first, then written and shown as a whole: if it is cut off, nothing has changed.
  /// - Parameters:
  ///   - username: of the user at the source, and of the account that is made here.
  ///   - progress: called often, from any thread.
  /// - Throws: a `DescribedError`, or `CancellationError`.
  public func importMoments(
    from source: MomentsSource, username: String, options: ImportOptions = ImportOptions(),
    progress: @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws -> ImportReport {
    guard Self.isUsername(username) else { throw ImportError.invalidUsername(username) }
    let outbound = Outbound(wait: options.wait)
    do {
      let report = try await importMoments(
        from: await opened(source, options, outbound), username: username, options: options, progress: progress)
      outbound.close()
      return report
    } catch {
      outbound.close()
      throw error
    }
  }

  private func opened(
    _ source: MomentsSource, _ options: ImportOptions, _ outbound: Outbound
  ) async -> any ImportSource {
    switch source {
    case .folder(let folder): FolderSource(folder: folder, options: options, outbound: outbound)
    case .server(let address): await ServerSource(address: address, options: options, outbound: outbound)
    }
  }

  func importMoments(
    from source: any ImportSource, username: String, options: ImportOptions,
    progress: @Sendable (ImportProgress) -> Void
  ) async throws -> ImportReport {
    progress(.reading)
    await mediaStore.fileWork.run { [mediaStore] in mediaStore.sweep() }
    let batch = try await ImportBatch(source: source, username: username)
    let references = PictureGatherer.references(in: batch, source: source)
    let (knownPictures, gathered) = try await pictures(references, from: source, for: username, options, progress)
    let now = clock().milliseconds
    let writer = ImportWriter(
      batch: batch, username: username, keys: ImportKeys(source: source), knownPictures: knownPictures,
      gathered: gathered, identifiers: identifiers, now: now,
      dateShift: batch.dateShift(newestAge: options.newestAge, now: now))
    try Task.checkCancellation()
    var report = try await store.staging { try await writer.write($0, progress: progress) }
    report.pictures = gathered.count(of: references)
    report.failedPictures = batch.failedPictures(gathered.failed, source: source)
    return report
  }

  /// Fetches the pictures that no earlier import for that account brought, or whose files are gone since.
  func pictures(
    _ references: [PictureGatherer.Reference], from source: any PictureSource, for username: String,
    _ options: ImportOptions, _ progress: @Sendable (ImportProgress) -> Void
  ) async throws -> (known: [String: Int64], gathered: PictureGatherer.Result) {
    let owner = try await store.account(named: username)
    var known: [String: Int64] = [:]
    if let owner, !owner.isImported { known = try await store.importedPictures(of: owner.id) }
    let damaged = try await damagedPictures(among: references.compactMap { known[$0.key] })
    let missing = references.filter { reference in known[reference.key].map { damaged.contains($0) } ?? true }
    let gatherer = PictureGatherer(source: source, store: mediaStore, parallel: options.parallelPictures)
    return (known, try await gatherer.gather(missing, progress: progress))
  }

  /// Those of the pictures whose files are not all there, and can't be made again from one another.
  private func damagedPictures(among ids: [Int64]) async throws -> Set<Int64> {
    var damaged: Set<Int64> = []
    for (id, record) in try await store.pictures(ids) {
      guard let stored = StoredPicture(record) else { continue }
      if case .damaged = try await mediaStore.mend(stored) { damaged.insert(id) }
    }
    return damaged
  }

  /// What can stand in an address of this server as one part of its path.
  static func isUsername(_ name: String) -> Bool {
    guard 1...200 ~= name.unicodeScalars.count, name != ".", name != ".." else { return false }
    return name.unicodeScalars.allSatisfy { scalar in
      scalar.value > 0x20 && scalar.value != 0x7F && !"/\\?#%@".unicodeScalars.contains(scalar)
    }
  }
}

extension ImportBatch {
  /// By how much all dates move, in milliseconds, so that the newest is that old; 0 if it is not wanted.
  func dateShift(newestAge: Duration?, now: Int64) -> Int64 {
    guard let newestAge else { return 0 }
    let dates = items.flatMap { item in [item.post.createdAt] + item.post.comments.map(\.createdAt) }
    guard let newest = dates.compactMap({ $0?.milliseconds }).max() else { return 0 }
    return now - newestAge.components.seconds * 1000 - newest
  }

  /// Where the pictures stand that could not be had.
  func failedPictures(_ reasons: [String: String], source: any ImportSource) -> [ImportReport.FailedPicture] {
    guard !reasons.isEmpty else { return [] }
    var failed: [ImportReport.FailedPicture] = []
    var avatars: Set<String> = []
    func add(_ picture: Picture?, item: Int?, isAvatar: Bool) {
      guard let picture, let reason = reasons[source.key(of: picture.url)] else { return }
      // An avatar is said once, not with each post of its person.
      if isAvatar, !avatars.insert(picture.url).inserted { return }
      failed.append(.init(item: item, reference: picture.url, reason: reason))
    }
    add(profile.avatar, item: nil, isAvatar: true)
    add(profile.cover, item: nil, isAvatar: false)
    for item in items {
      for picture in item.post.pictures { add(picture, item: item.number, isAvatar: false) }
      let people = [item.post.sender] + item.post.comments.map(\.sender) + item.post.likes
      for person in people { add(person.avatar, item: item.number, isAvatar: true) }
    }
    return failed
  }
}
