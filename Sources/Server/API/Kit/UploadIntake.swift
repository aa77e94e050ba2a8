import Community
import Media

/// Who may bring files, and where they go.
struct UploadIntake: Sendable {
  let spool: UploadSpool
  private let placeOf: @Sendable (Asker) throws -> UploadPlace

  init(community: Community) {
    spool = UploadSpool(
      maximumFileBytes: community.pictureLimits.maximumBytes, newPath: { try community.uploadPath() },
      headLength: PictureFormat.signatureLength,
      refusal: { PictureFormat.isPicture(firstBytes: $0) ? nil : MediaError.notAPicture.message })
    placeOf = { try community.uploadPlace($0) }
  }

  /// nil for a stranger.
  func place(_ asker: Asker?) throws -> UploadPlace? { try asker.map { try placeOf($0) } }
}
