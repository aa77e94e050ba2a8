import Community
import Contracts
import HTTPTypes
import JSON
import Social
import TwitterContracts

extension API {
  /// Adds the routes for pictures of tweets (developer.twitter.com, "Upload media"). Uploads in parts, which
  /// clients use for videos, don't exist.
  mutating func addTwitterMedia(_ community: Community, _ limits: ServerLimits) {
    var upload = APIRoute(
      .post, TwitterPath.of("media/upload"), "Bring a picture", access: .member(.writeMedia),
      limit: .uploading, parameters: [APIParameter("media", .file, isRequired: true)],
      response: .object([
        .init("media_id", .integer), .init("media_id_string", .identifier),
        .init("expires_after_secs", .integer), .init("image", .any),
      ]))
    upload.declaration.style = .twitter
    // Clients use the picture at once, so the response waits for its copies.
    let timeout = limits.responseTimeout * 2 / 3
    add(upload) { call in
      guard let path = call.parameters.files["media"]?.path, let slot = call.slot else {
        throw TwitterError.parameterMissing
      }
      do {
        let taken = try await community.media.upload(
          Upload(path: path), viewer: call.viewer, slot: slot, timeout: timeout)
        if case .failed = taken.state { throw TwitterError.invalidMedia }
        return .upload(taken.attachment)
      } catch CommunityError.invalid { throw TwitterError.invalidMedia }
    }
    var describe = APIRoute(
      .post, TwitterPath.of("media/metadata/create"), "Describe a picture", access: .member(.writeMedia),
      parameters: [APIParameter("media_id", .any), APIParameter("alt_text", .any)], response: .object([]))
    describe.declaration.style = .twitter
    add(describe) { call in
      // The id may be a number or a text.
      guard let id = call.twitter.number("media_id"), id > 0 else { throw TwitterError.mediaMissing }
      let text = try? call.parameters.nested("alt_text")?.string("text")
      do {
        _ = try await community.media.change(
          upload: id, PictureAttributes(description: text ?? ""), thumbnail: nil, viewer: call.viewer)
      } catch CommunityError.notFound {
        throw TwitterError.mediaMissing
      } catch CommunityError.invalid { throw TwitterError.invalidMedia }
      return .empty
    }
  }
}

extension APIResponse {
  /// Encodes an uploaded picture. It is kept for a day without a post.
  fileprivate static func upload(_ attachment: Post.Attachment) -> APIResponse {
    .json { writer in
      writer.object { writer in
        writer.name("media_id")
        writer.number(Int64(attachment.id) ?? 0)
        writer.member("media_id_string", attachment.id)
        writer.member("expires_after_secs", 86_400)
        writer.object("image") { writer in
          writer.member("w", attachment.picture.size?.width ?? 0)
          writer.member("h", attachment.picture.size?.height ?? 0)
        }
      }
    }
  }
}
