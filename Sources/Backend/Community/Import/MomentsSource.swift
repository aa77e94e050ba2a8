public import Contracts
import Foundation

/// The source of a Moments page to import.
public enum MomentsSource: Equatable, Sendable {
  /// A server with the Moments API, by its base URL.
  case server(ServerAddress)
  /// A folder with `user.json`, `tweets.json` and pictures.
  case folder(String)

  /// Parses an administrator's input: an existing folder, or else a base URL. Fails for anything else.
  public init?(_ typed: String) {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: typed, isDirectory: &isFolder), isFolder.boolValue {
      self = .folder(typed)
    } else if !typed.hasPrefix("/"), !typed.hasPrefix("."), let address = ServerAddress(typed) {
      self = .server(address)
    } else {
      return nil
    }
  }
}

/// The limits and options of an import.
public struct ImportOptions: Sendable {
  /// The maximum time for each of the two JSON documents, from the request to the last byte.
  public var documentDeadline: Duration = .seconds(30)
  /// The maximum size of each of the two JSON documents.
  public var maxDocumentBytes = 64_000_000
  /// The maximum time for each picture.
  public var pictureDeadline: Duration = .seconds(60)
  /// The maximum size of each picture.
  public var maxPictureBytes = 20_000_000
  /// The number of pictures that are fetched at the same time.
  public var parallelPictures = 4
  /// Allows pictures at private addresses. Without it, a Moments page at a private address may still have its
  /// pictures there.
  public var allowsPrivatePictures = false
  /// The age of the newest post after all dates are moved by the same amount; `nil` keeps the dates.
  public var newestAge: Duration?
  /// Returns when a deadline is over.
  var wait: Outbound.Wait = Outbound.wait

  public init() {}
}

/// The progress of an import.
public enum ImportProgress: Equatable, Sendable {
  case reading
  /// The number of fetched and processed pictures, including failed ones.
  case pictures(done: Int, of: Int)
  /// The number of written posts, including known ones.
  case writing(done: Int, of: Int)
}
