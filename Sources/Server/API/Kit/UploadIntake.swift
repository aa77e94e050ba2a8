import Community
import Media

/// The handling of uploads: the members who may upload, and the files' destination.
struct UploadIntake: Sendable {
  let spool: UploadSpool
  private let placeOf: @Sendable (Viewer) throws -> UploadPlace

  init(community: Community) {
    spool = UploadSpool(
      maximumFileBytes: community.pictureLimits.maximumBytes, newPath: { try community.uploadPath() },
      headLength: PictureFormat.signatureLength,
      refusal: { PictureFormat.isPicture(firstBytes: $0) ? nil : MediaError.notAPicture.message })
    placeOf = { try community.uploadPlace($0) }
  }

  /// Reserves a slot for an upload; returns `nil` for a stranger.
  func place(_ viewer: Viewer?) throws -> UploadPlace? { try viewer.map { try placeOf($0) } }
}
