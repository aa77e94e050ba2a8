import Contracts
import Media

/// The source of an import's pictures.
protocol PictureSource: Sendable {
  /// Returns a key for a reference that doesn't depend on the source's location. So the pictures of a moved
  /// folder or a renamed server are recognized.
  func key(of reference: String) -> String

  /// Fetches a picture into the store.
  /// - Throws: `PictureFailure` for errors that concern only this picture.
  func picture(_ reference: String, into store: MediaStore) async throws -> StoredPicture
}

/// The source of a Moments page: its two documents and its pictures.
protocol ImportSource: PictureSource {
  var decoder: MomentsDecoder { get }

  /// Returns a name for a reference that doesn't depend on the page's address: the path of a picture, without
  /// the server's name. So people and posts are recognized after the page has moved.
  func place(of reference: String) -> String

  /// Returns the bytes of a document and its name for messages.
  func document(_ document: ImportDocument, of username: String) async throws -> (
    bytes: [UInt8], place: String
  )
}

enum ImportDocument {
  case profile
  case posts
}

/// A reason why one picture could not be fetched. The import continues.
enum PictureFailure: DescribedError, Equatable {
  case missing
  case outsideFolder
  case media(MediaError)
  case outbound(OutboundError)

  var message: String {
    switch self {
    case .missing: "The file is missing."
    case .outsideFolder: "The path leads out of the folder."
    case .media(let error): error.message
    case .outbound(let error): error.message
    }
  }

  /// Converts an error of the store. Errors that would affect every picture stay as they are.
  static func from(_ error: MediaError) -> any Error {
    switch error {
    case .cannotWrite, .noLibrary: error
    case .notAPicture, .truncated, .tooLarge, .tooManyPixels, .tooSlow, .unreadable:
      PictureFailure.media(error)
    }
  }
}

extension ImportSource {
  func place(of reference: String) -> String { reference.withoutServer }
}

extension String {
  /// The path and query of a web address, without the slash at the beginning. Other references stay
  /// unchanged.
  var withoutServer: String {
    var path = Substring(self)
    if Outbound.isAddress(self), let slash = path.utf8.dropFirst(8).firstIndex(of: UInt8(ascii: "/")) {
      path = path[slash...]
    }
    return String(path.drop { $0 == "/" })
  }
}
