import Community
import Media

/// The handling of uploads: the members who may upload, and the files' destination.
struct UploadIntake: Sendable {
  let spool: UploadSpool
  private let slotFor: @Sendable (Viewer) throws -> UploadSlot

  init(community: Community) {
    spool = UploadSpool(
      maxFileBytes: community.media.limits.maxBytes, newPath: { try community.media.uploadPath() },
      headLength: PictureFormat.signatureLength,
      refusal: { PictureFormat.isPicture(firstBytes: $0) ? nil : MediaError.notAPicture.message })
    slotFor = { try community.media.uploadSlot($0) }
  }

  /// Reserves a slot for an upload; returns `nil` for a stranger.
  func slot(_ viewer: Viewer?) throws -> UploadSlot? { try viewer.map { try slotFor($0) } }
}
