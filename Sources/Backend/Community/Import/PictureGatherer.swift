import Media
import Social
import Storage

/// Fetches the pictures of a batch, a few at a time, before anything is written to the database.
struct PictureGatherer {
  let source: any PictureSource
  let store: MediaStore
  let parallel: Int

  typealias Reference = (key: String, reference: String)

  /// The results for the pictures that were not stored yet.
  struct Result: Sendable {
    /// The pictures by the keys of their references.
    var fetched: [String: MediaRecord] = [:]
    /// The reasons for failures by the keys of the references.
    var failed: [String: String] = [:]
    /// The keys of references that this server may not request.
    var refused: Set<String> = []
    /// Returns true if a picture's files are still there.
    var isThere: @Sendable (_ hash: String) -> Bool = { _ in true }

    /// Returns the number of new pictures among the references, and of known ones.
    func count(of references: [Reference]) -> ImportReport.Count {
      .init(added: fetched.count, known: references.count - fetched.count - failed.count)
    }
  }

  /// Returns the references of a batch with their keys, in the order in which they appear.
  static func references(in batch: ImportBatch, source: any PictureSource) -> [Reference] {
    var seen: Set<String> = []
    var references: [Reference] = []
    func add(_ picture: Picture?) {
      guard let picture else { return }
      let key = source.key(of: picture.url)
      if seen.insert(key).inserted { references.append((key, picture.url)) }
    }
    func add(_ account: Account) { add(account.avatar) }
    add(batch.profile)
    add(batch.profile.cover)
    for item in batch.items {
      add(item.post.sender)
      for picture in item.post.pictures { add(picture) }
      for comment in item.post.comments { add(comment.sender) }
      for account in item.post.likes { add(account) }
    }
    return references
  }

  func gather(
    _ references: [Reference], progress: @Sendable (ImportProgress) -> Void
  ) async throws -> Result {
    var result = Result()
    result.isThere = store.has
    var waiting = references.makeIterator()
    var done = 0
    if !references.isEmpty { progress(.pictures(done: 0, of: references.count)) }
    try await withThrowingTaskGroup(of: (String, Swift.Result<MediaRecord, PictureFailure>).self) { group in
      func startNext() {
        guard let next = waiting.next() else { return }
        group.addTask { (next.key, try await fetch(next.reference)) }
      }
      for _ in 0..<max(1, parallel) { startNext() }
      while let (key, outcome) = try await group.next() {
        switch outcome {
        case .success(let media): result.fetched[key] = media
        case .failure(let failure):
          result.failed[key] = failure.message
          if failure == .outbound(.refused) { result.refused.insert(key) }
        }
        done += 1
        progress(.pictures(done: done, of: references.count))
        startNext()
      }
    }
    return result
  }

  private func fetch(_ reference: String) async throws -> Swift.Result<MediaRecord, PictureFailure> {
    try Task.checkCancellation()
    do {
      return .success(MediaRecord(try await source.picture(reference, into: store)))
    } catch let failure as PictureFailure {
      return .failure(failure)
    }
  }
}

extension MediaRecord {
  init(_ picture: StoredPicture) {
    self.init(
      hash: picture.hash, mimeType: picture.format.rawValue, width: picture.width, height: picture.height,
      byteSize: picture.byteSize,
      copies: picture.copies.map { copy in
        Copy(name: copy.name, width: copy.width, height: copy.height, isSquare: copy.isSquare)
      }, blurhash: picture.blurhash)
  }
}
