import Contracts
import Media

/// Where an import's pictures come from.
protocol PictureSource: Sendable {
  /// What a reference is called independently of where the source is now, so that a folder that was
  /// moved and a server with a new name are known again.
  func key(of reference: String) -> String

  /// Fetches a picture into the store.
  /// - Throws: `PictureFailure` for what concerns this picture only.
  func picture(_ reference: String, into store: MediaStore) async throws -> StoredPicture
}

/// The two documents and the pictures of a Moments page, wherever they are.
protocol ImportSource: PictureSource {
  var decoder: MomentsDecoder { get }

  /// What a reference is called wherever the page is, so that people and posts are known again that are now at another
  /// address: the path of a picture, without a server's name.
  func place(of reference: String) -> String

  /// The bytes of a document and the name to call it by in a message.
  func document(_ document: ImportDocument, of username: String) async throws -> (bytes: [UInt8], place: String)
}

enum ImportDocument {
  case profile
  case posts
}

/// Why one picture could not be had; the import goes on.
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

  /// An error of the store; one that would meet every picture is thrown as it is.
  static func from(_ error: MediaError) -> any Error {
    switch error {
    case .cannotWrite, .noLibrary: error
    case .notAPicture, .truncated, .tooLarge, .tooManyPixels, .tooSlow, .unreadable: PictureFailure.media(error)
    }
  }
}

extension ImportSource {
  func place(of reference: String) -> String { reference.withoutServer }
}

extension String {
  /// The path and query of a web address, without the slash at the beginning; other references stay as they are.
  var withoutServer: String {
    var path = Substring(self)
    if Outbound.isAddress(self), let slash = path.utf8.dropFirst(8).firstIndex(of: UInt8(ascii: "/")) {
      path = path[slash...]
    }
    return String(path.drop { $0 == "/" })
  }
}
