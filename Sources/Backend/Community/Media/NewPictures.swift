import Logging
import Media
import Social
import Storage

/// Identifies one of several pictures of a request, in a refusal.
struct PictureLabel: Sendable {
  /// The name of the request's parameter.
  let name: String
  let refusal: Refusal
}

/// The file of a picture whose copies are to be made.
struct NewPicture: Sendable {
  let path: String
  let scope: PictureScope
  /// Says which picture of the request it is, if there may be several.
  var label: PictureLabel?
}

/// Makes the copies of pictures that members or the server's own work bring.
struct NewPictures: Sendable {
  let mediaStore: MediaStore
  let queue: PictureQueue
  let unusedPictures: UnusedPictures
  let logger: Logger

  /// Makes copies of pictures, then runs `body`, which makes them visible. If it fails, the files are
  /// deleted.
  func make<Value: Sendable>(
    _ pictures: [NewPicture], _ body: @escaping @Sendable ([MediaRecord]) async throws -> Value
  ) async throws -> Value {
    guard !pictures.isEmpty else { return try await body([]) }
    for picture in pictures {
      do { _ = try await mediaStore.look(at: picture.path) } catch { throw reason(for: error, picture.label) }
    }
    return try await queue.run(.next) {
      var made: [MediaRecord] = []
      do {
        return try await remaking {
          made = []
          for picture in pictures {
            made.append(
              MediaRecord(
                try await mediaStore.store(
                  contentsOf: picture.path, for: picture.scope, on: queue.thread)))
          }
          return try await body(made)
        }
      } catch {
        try await unusedPictures.removeUnknown(made.map(\.hash))
        // The first picture that wasn't made is the one that failed.
        if let error = error as? MediaError {
          throw reason(for: error, pictures.dropFirst(made.count).first?.label)
        }
        throw error
      }
    }
  }

  /// Makes the copies of at most one picture, which the request doesn't confuse with another.
  func make<Value: Sendable>(
    _ path: String?, for scope: PictureScope,
    _ body: @escaping @Sendable ([MediaRecord]) async throws -> Value
  ) async throws -> Value {
    try await make([path].compactMap(\.self).map { NewPicture(path: $0, scope: scope) }, body)
  }

  /// Repeats `body` if another process deleted a picture's files before the row existed.
  func remaking<Value>(_ body: () async throws -> Value) async throws -> Value {
    for _ in 0..<3 {
      do { return try await body() } catch let gone as PictureGone {
        logger.debug("A picture is made again", metadata: ["hash": "\(gone.hash)"])
      }
    }
    return try await body()
  }

  func look(at path: String) async throws -> Int {
    do { return try await mediaStore.look(at: path) } catch { throw reason(for: error) }
  }

  /// Converts a picture error to an error for the uploader.
  func reason(for error: MediaError, _ label: PictureLabel? = nil) -> any Error {
    switch error {
    case .cannotWrite(let path):
      logger.error("A picture can't be written", metadata: ["path": "\(path)"])
      return StorageError.diskFull
    case .noLibrary:
      logger.error("\(error.message)")
      return Overloaded()
    case .notAPicture, .truncated, .tooLarge, .tooManyPixels, .tooSlow, .unreadable:
      let name = label.map { $0.name + ": " } ?? ""
      return CommunityError.invalid(
        "Validation failed: " + name + error.message, label?.refusal ?? .unusablePicture)
    }
  }
}
