import Contracts
import JSON
import Social

/// The contents of a source, parsed and validated before anything is fetched or written.
struct ImportBatch: Sendable {
  struct Item: Sendable {
    /// The position in the source, counted from 1.
    var number: Int
    var post: MomentsPost
  }

  var profile: Account
  /// The items in the order of the source: newest first.
  var items: [Item] = []
  var report = ImportReport()

  init(source: any ImportSource, username: String) async throws {
    let decoder = source.decoder
    let profile = try await source.document(.profile, of: username)
    self.profile = try Self.profile(profile.bytes, profile.place, decoder, username)
    let posts = try await source.document(.posts, of: username)
    try read(posts.bytes, posts.place, decoder, username)
  }

  private static func profile(
    _ bytes: [UInt8], _ place: String, _ decoder: MomentsDecoder, _ username: String
  ) throws -> Account {
    let json: JSON
    do { json = try JSON(parsing: bytes) } catch { throw unreadable(bytes, place, error) }
    guard let profile = decoder.profile(json) else {
      if json["error"] != nil { throw ImportError.userNotFound(username) }
      throw ImportError.unexpected(place, expected: "an object with username and nick")
    }
    return profile.storable
  }

  private mutating func read(
    _ bytes: [UInt8], _ place: String, _ decoder: MomentsDecoder, _ username: String
  ) throws {
    do {
      var reader = try JSONArrayReader(bytes)
      var number = 0
      while let item = try reader.nextIfReadable() {
        number += 1
        if number.isMultiple(of: 256) { try Task.checkCancellation() }
        switch item {
        case .success(let item): read(item, number, decoder)
        case .failure: report.dropped.append(.init(item: number, reason: .unreadable))
        }
      }
    } catch let error as JSONError {
      if error.reason == .notAnArray, let json = try? JSON(parsing: bytes) {
        if json["error"] != nil { throw ImportError.userNotFound(username) }
        throw ImportError.unexpected(place, expected: "an array of posts")
      }
      throw Self.unreadable(bytes, place, error)
    }
  }

  private mutating func read(_ item: JSON, _ number: Int, _ decoder: MomentsDecoder) {
    switch decoder.post(item) {
    case .failure(let reason): report.dropped.append(.init(item: number, reason: .init(reason)))
    case .success(var post):
      post = post.storable
      guard !post.pictures.isEmpty || !CleanText.text(post.text).isEmpty else {
        report.dropped.append(.init(item: number, reason: .empty))
        return
      }
      guard post.text.unicodeScalars.count <= MomentsPost.maxStoredCharacters else {
        report.dropped.append(.init(item: number, reason: .tooLong))
        return
      }
      report.droppedComments += (item["comments"]?.array?.count ?? 0) - post.comments.count
      report.droppedPictures += (item["images"]?.array?.count ?? 0) - post.pictures.count
      items.append(Item(number: number, post: post))
    }
  }

  static func unreadable(_ bytes: [UInt8], _ place: String, _ error: JSONError) -> ImportError {
    let first = bytes.first { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
    return first == UInt8(ascii: "<") ? .html(place) : .malformed(place, offset: error.offset)
  }
}

extension ImportReport.Reason {
  init(_ reason: DroppedItem) {
    switch reason {
    case .notAnObject: self = .notAnObject
    case .errorObject: self = .errorObject
    case .noSender: self = .noSender
    case .empty: self = .empty
    }
  }
}
