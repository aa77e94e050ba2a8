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
    let response = Schema.object([
      .init("media_id", .integer), .init("media_id_string", .identifier),
      .init("expires_after_secs", .integer), .init("image", .any, isOptional: true),
      .init("processing_info", .any, isOptional: true),
    ])
    var upload = APIRoute(
      .post, TwitterPath.of("media/upload"), "Bring a picture", access: .member(.writeMedia),
      limit: .uploading,
      parameters: [
        APIParameter("media", .file), APIParameter("command", .any), APIParameter("media_id", .any),
        APIParameter("total_bytes", .any), APIParameter("segment_index", .any),
      ],
      response: response)
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
        return try .upload(new: taken)
      } catch CommunityError.invalid {
        throw TwitterError.invalidMedia
      } catch CommunityError.notFound { throw TwitterError.mediaMissing }
    }
    add(
      .twitter(
        .get, "media/upload", "The state of a picture in parts", .member(.writeMedia),
        ["command", "media_id"], response: response)
    ) { call in
      guard call.twitter.text("command") == "STATUS", let id = call.twitter.number("media_id") else {
        throw TwitterError.parameterMissing
      }
      do {
        guard let taken = try await community.media.findPartial(id, viewer: call.viewer) else {
          return .media(id: "\(id)", seconds: UploadState.seconds, .pending)
        }
        return .upload(taken, UploadState(taken.state))
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
      let id = try await media.beginUpload(byteCount: size, viewer: viewer)
      return .media(status: .accepted, id: "\(id)", seconds: UploadState.seconds)
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
      return try .upload(new: taken, status: .created)
    default: throw TwitterError.parameterMissing
    }
  }
}

/// The state of an upload, as `processing_info` says it.
private enum UploadState: String {
  case pending, inProgress = "in_progress", succeeded, failed

  /// The time for which parts are awaited.
  static let seconds = 3_600

  init(_ state: Uploaded.State) {
    self =
      switch state {
      case .waiting: .inProgress
      case .done: .succeeded
      case .failed: .failed
      }
  }

  func write(to writer: inout JSONWriter) {
    writer.object("processing_info") { writer in
      writer.member("state", rawValue)
      switch self {
      case .pending, .inProgress: writer.member("check_after_secs", 1)
      case .succeeded: writer.member("progress_percent", 100)
      case .failed:
        let refusal = TwitterError.invalidMedia
        writer.object("error") { writer in
          writer.member("code", refusal.code)
          writer.member("name", "InvalidMedia")
          writer.member("message", refusal.message)
        }
      }
    }
  }
}

extension APIResponse {
  /// Encodes an upload.
  ///
  /// - Parameters:
  ///   - seconds: The time for which it is kept.
  ///   - state: The state, if the client has to know it.
  fileprivate static func media(
    status: HTTPResponse.Status? = nil, id: String, seconds: Int, _ state: UploadState? = nil,
    size: PixelSize? = nil
  ) -> APIResponse {
    .json(status: status) { writer in
      writer.object { writer in
        writer.name("media_id")
        writer.number(Int64(id) ?? 0)
        writer.member("media_id_string", id)
        writer.member("expires_after_secs", seconds)
        if let size {
          writer.object("image") { writer in
            writer.member("w", size.width)
            writer.member("h", size.height)
          }
        }
        state?.write(to: &writer)
      }
    }
  }

  /// Encodes an uploaded picture. It is kept for a day without a post.
  fileprivate static func upload(
    _ taken: Uploaded, _ state: UploadState?, status: HTTPResponse.Status? = nil
  ) -> APIResponse {
    .media(
      status: status, id: taken.attachment.id, seconds: 86_400, state, size: taken.attachment.picture.size)
  }

  /// Encodes a new picture. Clients ask for the state of one whose copies aren't made yet.
  fileprivate static func upload(
    new taken: Uploaded, status: HTTPResponse.Status? = nil
  ) throws -> APIResponse {
    if case .failed = taken.state { throw TwitterError.invalidMedia }
    return .upload(taken, taken.state == .done ? nil : .inProgress, status: status)
  }
}
