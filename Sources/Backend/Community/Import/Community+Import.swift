import Media
import Social
import Storage

extension Community {
  public var imports: Imports {
    Imports(
      store: store, clock: clock, identifiers: identifiers, mediaStore: mediaStore)
  }

  /// Imports of Moments pages and timeline files.
  public struct Imports: Sendable {
    let store: Store
    let clock: @Sendable () -> Timestamp
    let identifiers: Identifiers
    let mediaStore: MediaStore
  }
}

extension Community.Imports {
  /// Imports a user's Moments page. A later run imports only what is new.
  ///
  /// Fetches everything first, then writes it and shows it all at once. An interrupted import changes
  /// nothing.
  /// - Parameters:
  ///   - username: the username at the source, which the local account gets too.
  ///   - progress: called often, from any thread.
  /// - Throws: A `DescribedError`, or `CancellationError`.
  public func moments(
    from source: MomentsSource, username: String, options: ImportOptions = ImportOptions(),
    progress: @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws -> ImportReport {
    guard Self.isUsername(username) else { throw ImportError.invalidUsername(username) }
    let outbound = Outbound(wait: options.wait)
    do {
      let report = try await moments(
        from: await opened(source, options, outbound), username: username, options: options,
        progress: progress)
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

  func moments(
    from source: any ImportSource, username: String, options: ImportOptions,
    progress: @Sendable (ImportProgress) -> Void
  ) async throws -> ImportReport {
    progress(.reading)
    await mediaStore.fileWork.run { [mediaStore] in mediaStore.sweep() }
    let batch = try await ImportBatch(source: source, username: username)
    let references = PictureGatherer.references(in: batch, source: source)
    let (knownPictures, gathered) = try await pictures(
      references, from: source, for: username, options, progress)
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

  /// Fetches the pictures that no earlier import of this account fetched, and those whose files have been
  /// lost since.
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

  /// Returns the pictures with missing files that can't be made again from the others.
  private func damagedPictures(among ids: [Int64]) async throws -> Set<Int64> {
    var damaged: Set<Int64> = []
    for (id, record) in try await store.pictures(ids) {
      guard let stored = StoredPicture(record) else { continue }
      if case .damaged = try await mediaStore.mend(stored) { damaged.insert(id) }
    }
    return damaged
  }

  /// Returns true if the name can be one component of a path on this server.
  static func isUsername(_ name: String) -> Bool {
    guard 1...200 ~= name.unicodeScalars.count, name != ".", name != ".." else { return false }
    return name.unicodeScalars.allSatisfy { scalar in
      scalar.value > 0x20 && scalar.value != 0x7F && !"/\\?#%@".unicodeScalars.contains(scalar)
    }
  }
}

extension ImportBatch {
  /// Returns the milliseconds by which all dates move, so that the newest post has that age; 0 without
  /// `newestAge`.
  func dateShift(newestAge: Duration?, now: Int64) -> Int64 {
    guard let newestAge else { return 0 }
    let dates = items.flatMap { item in [item.post.createdAt] + item.post.comments.map(\.createdAt) }
    guard let newest = dates.compactMap({ $0?.milliseconds }).max() else { return 0 }
    return now - newestAge.components.seconds * 1000 - newest
  }

  /// Returns the places of the pictures that could not be fetched.
  func failedPictures(_ reasons: [String: String], source: any ImportSource) -> [ImportReport.FailedPicture] {
    guard !reasons.isEmpty else { return [] }
    var failed: [ImportReport.FailedPicture] = []
    var avatars: Set<String> = []
    func add(_ picture: Picture?, item: Int?, isAvatar: Bool) {
      guard let picture, let reason = reasons[source.key(of: picture.url)] else { return }
      // An avatar is listed once, not with each post of its author.
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
