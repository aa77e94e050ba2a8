public import Contracts
import Foundation

/// Where a Moments page is imported from.
public enum MomentsSource: Equatable, Sendable {
  /// A server that speaks the Moments contract, by its base URL.
  case server(ServerAddress)
  /// A folder with `user.json`, `tweets.json` and pictures.
  case folder(String)

  /// Reads what an administrator typed: a folder that exists, else a base URL; nil if it is neither.
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

/// What an import may cost, and what it changes.
public struct ImportOptions: Sendable {
  /// For each of the two JSON documents, from the first byte asked to the last received.
  public var documentDeadline: Duration = .seconds(30)
  /// Of each of the two JSON documents.
  public var maximumDocumentBytes = 64_000_000
  /// For each picture.
  public var pictureDeadline: Duration = .seconds(60)
  /// Of each picture.
  public var maximumPictureBytes = 20_000_000
  /// How many pictures are fetched at the same time.
  public var parallelPictures = 4
  /// Pictures that a file names may stand at private addresses. A Moments page has them where the page itself is.
  public var allowsPrivatePictures = false
  /// If set, all dates move by the same amount, so that the newest is this old.
  public var newestAge: Duration?
  /// Tells when the two deadlines are over.
  var wait: Outbound.Wait = Outbound.wait

  public init() {}
}

/// How far an import is.
public enum ImportProgress: Equatable, Sendable {
  case reading
  /// Pictures fetched and made ready, also those that failed.
  case pictures(done: Int, of: Int)
  /// Posts, also those that were there before.
  case writing(done: Int, of: Int)
}
