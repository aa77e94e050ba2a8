import Community
import Media

/// The handling of uploads: the members who may upload, and the files' destination.
struct UploadIntake: Sendable {
  let spool: UploadSpool
  /// For routes whose files may be parts of pictures, so that their first bytes say nothing.
  let partSpool: UploadSpool
  private let slotFor: @Sendable (Viewer) throws -> UploadSlot

  init(community: Community) {
    partSpool = UploadSpool(
      maxFileBytes: community.media.limits.maxBytes, newPath: { try community.media.uploadPath() })
    var spool = partSpool
    spool.headLength = PictureFormat.signatureLength
    spool.refusal = { PictureFormat.isPicture(firstBytes: $0) ? nil : MediaError.notAPicture.message }
    self.spool = spool
    slotFor = { try community.media.uploadSlot($0) }
  }

  /// Reserves a slot for an upload; returns `nil` for a stranger.
  func slot(_ viewer: Viewer?) throws -> UploadSlot? { try viewer.map { try slotFor($0) } }
}
