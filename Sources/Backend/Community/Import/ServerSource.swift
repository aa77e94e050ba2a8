import Contracts
import Media

/// A server with the Moments API.
struct ServerSource: ImportSource {
  let address: ServerAddress
  let options: ImportOptions
  let outbound: Outbound
  private let isPrivate: Bool
  /// True if pictures at private addresses may be fetched: the source itself is private, or the administrator
  /// allows it.
  private let allowsPrivate: Bool

  init(address: ServerAddress, options: ImportOptions, outbound: Outbound) async {
    self.address = address
    self.options = options
    self.outbound = outbound
    isPrivate = await NetworkAddress.isPrivate(url: address.text)
    allowsPrivate = isPrivate || options.allowsPrivatePictures
  }

  private var origin: Origin { .other(address) }

  var decoder: MomentsDecoder { MomentsDecoder(importingFrom: origin) }

  func key(of reference: String) -> String {
    reference.hasPrefix(address.origin + "/") ? String(reference.dropFirst(address.origin.count)) : reference
  }

  func place(of reference: String) -> String {
    // The page may have had another path before.
    let base = address.text + "/"
    guard reference.hasPrefix(base) else { return key(of: reference).withoutServer }
    return String(reference.dropFirst(base.count).drop { $0 == "/" })
  }

  func document(_ document: ImportDocument, of username: String) async throws -> (
    bytes: [UInt8], place: String
  ) {
    let url =
      switch document {
      case .profile: MomentsRequests.profile(of: username, at: origin)
      case .posts: MomentsRequests.posts(of: username, at: origin)
      }
    do throws(OutboundError) {
      let bytes = try await outbound.bytes(
        url, limits: OutboundLimits(maxBytes: options.maxDocumentBytes, deadline: options.documentDeadline),
        allowingPrivate: isPrivate)
      return (bytes, url)
    } catch {
      throw Self.importError(error, url, username)
    }
  }

  func picture(_ reference: String, into store: MediaStore) async throws -> StoredPicture {
    try await outbound.picture(reference, into: store, options: options, allowingPrivate: allowsPrivate)
  }

  private static func importError(_ error: OutboundError, _ url: String, _ username: String) -> any Error {
    switch error {
    case .status(404): ImportError.userNotFound(username)
    case .status(let status): ImportError.status(status, url)
    case .deadline: ImportError.deadline(url)
    case .tooLarge(let limit): ImportError.tooLarge(url, limit: limit)
    case .cancelled: CancellationError()
    case .unreachable(let reason): ImportError.unreachable(url, reason: reason)
    case .refused, .badAddress, .noPage, .tooManyRedirects, .cannotWrite:
      ImportError.unreachable(url, reason: error.message)
    }
  }
}
