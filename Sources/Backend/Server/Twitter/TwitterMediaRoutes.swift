import Community
import Contracts
import HTTPTypes
import JSON
import Social
import TwitterContracts

extension API {
  /// Adds the routes for pictures of tweets (developer.twitter.com, "Upload media"): in one request, or in parts,
  /// as some clients send moving pictures.
  mutating func addTwitterMedia(_ community: Community, _ limits: ServerLimits) {
    var upload = APIRoute(
      .post, TwitterPath.of("media/upload"), "Bring a picture", access: .member(.writeMedia),
      limit: .uploading,
      parameters: [
        APIParameter("media", .file), APIParameter("command", .any), APIParameter("media_id", .any),
        APIParameter("total_bytes", .any), APIParameter("segment_index", .any),
      ],
      response: .object([
        .init("media_id", .integer), .init("media_id_string", .identifier),
        .init("expires_after_secs", .integer), .init("image", .any),
      ]))
    upload.declaration.style = .twitter
    upload.declaration.takesParts = true
    upload.declaration.otherStatuses = [.created, .accepted, .noContent]
    // Clients use the picture at once, so the response waits for its copies.
    let timeout = limits.responseTimeout * 2 / 3
    add(upload) { call in
      do {
        if let command = call.twitter.text("command") {
          return try await call.response(to: command, community.media, timeout: timeout)
        }
        guard let path = call.parameters.files["media"]?.path, let slot = call.slot else {
          throw TwitterError.parameterMissing
        }
        let taken = try await community.media.upload(
          Upload(path: path), viewer: call.viewer, slot: slot, timeout: timeout)
        return try .upload(taken)
      } catch CommunityError.invalid {
        throw TwitterError.invalidMedia
      } catch CommunityError.notFound { throw TwitterError.mediaMissing }
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

extension APICall<Viewer> {
  /// Carries out one step of an upload in parts: INIT, APPEND or FINALIZE.
  fileprivate func response(
    to command: String, _ media: Community.Media, timeout: Duration
  ) async throws -> APIResponse {
    switch command {
    case "INIT":
      guard let size = twitter.number("total_bytes") else { throw TwitterError.parameterMissing }
      return .announced(try await media.beginUpload(byteCount: size, viewer: viewer))
    case "APPEND":
      guard let id = twitter.number("media_id"),
        let part = twitter.number("segment_index").flatMap({ Int(exactly: $0) }),
        let path = parameters.files["media"]?.path
      else { throw TwitterError.parameterMissing }
      try await media.add(part: part, at: path, to: id, viewer: viewer)
      return APIResponse(status: .noContent, body: [])
    case "FINALIZE":
      guard let id = twitter.number("media_id") else { throw TwitterError.parameterMissing }
      let slot = try slot ?? media.uploadSlot(viewer)
      let taken = try await media.finishUpload(id, viewer: viewer, slot: slot, timeout: timeout)
      return try .upload(taken, status: .created)
    default: throw TwitterError.parameterMissing
    }
  }
}

extension APIResponse {
  /// Encodes the id of an upload whose parts are to follow within an hour.
  fileprivate static func announced(_ id: Int64) -> APIResponse {
    .json(status: .accepted) { writer in
      writer.object { writer in
        writer.name("media_id")
        writer.number(id)
        writer.member("media_id_string", String(id))
        writer.member("expires_after_secs", 3_600)
      }
    }
  }

  /// Encodes an uploaded picture. It is kept for a day without a post.
  fileprivate static func upload(_ taken: Uploaded, status: HTTPResponse.Status? = nil) throws -> APIResponse
  {
    if case .failed = taken.state { throw TwitterError.invalidMedia }
    let attachment = taken.attachment
    return .json(status: status) { writer in
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
