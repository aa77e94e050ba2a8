import Community
import Contracts
import HTTPTypes
import JSON
import Localization
import Social

extension API {
  /// Adds the routes for pictures of posts (docs.joinmastodon.org/methods/media).
  mutating func addMedia(_ community: Community, _ limits: ServerLimits) {
    // The first version responds when the copies exist, unless that takes very long.
    addUploading(community, "/api/v2/media", timeout: limits.copiesTimeout)
    addUploading(community, "/api/v1/media", timeout: limits.responseTimeout * 2 / 3)
    var reading = APIRoute(
      .get, "/api/v1/media/:id", "A picture that no post has yet", access: .member(.writeMedia),
      response: .reference("MediaAttachment"))
    reading.declaration.otherStatuses = [.partialContent]
    add(reading) { call in
      try .media(
        try await community.media.find(call.identifier(), viewer: call.viewer), call,
        whileWaiting: .partialContent)
    }
    var changing = APIRoute.storing(
      .put, "/api/v1/media/:id", "Say something of a picture that no post has yet", .member(.writeMedia),
      Self.pictureWords, limit: .uploading, response: .reference("MediaAttachment"))
    changing.declaration.otherStatuses = [.partialContent]
    add(changing) { call in
      let changed = try await community.media.change(
        upload: call.identifier(), call.parameters.pictureAttributes(), thumbnail: call.file("thumbnail"),
        viewer: call.viewer)
      return try .media(changed, call, whileWaiting: .partialContent)
    }
    add(
      APIRoute(
        .delete, "/api/v1/media/:id", "Remove a picture that no post has yet", access: .member(.writeMedia),
        response: .object([]))
    ) { call in
      try await community.media.remove(upload: call.identifier(), viewer: call.viewer)
      return .empty
    }
  }

  private static let pictureWords = [
    APIParameter("description", .string), APIParameter("focus", .string), APIParameter("thumbnail", .file),
  ]

  private mutating func addUploading(_ community: Community, _ path: String, timeout: Duration) {
    var route = APIRoute.storing(
      .post, path, "Bring a picture", .member(.writeMedia),
      [APIParameter("file", .file, isRequired: true)] + Self.pictureWords, limit: .uploading,
      response: .reference("MediaAttachment"))
    route.declaration.otherStatuses = [.accepted]
    add(route) { call in
      guard let file = try call.file("file"), let slot = call.slot else {
        throw RequestError.invalid("file must be a file of a multipart form")
      }
      let upload = Upload(
        path: file, thumbnail: try call.file("thumbnail"),
        attributes: try call.parameters.pictureAttributes(),
        idempotencyKey: try call.idempotencyKey())
      let taken = try await community.media.upload(upload, viewer: call.viewer, slot: slot, timeout: timeout)
      return try .media(taken, call, whileWaiting: .accepted)
    }
  }
}

extension APIResponse {
  /// - Parameter status: The status until the picture's copies exist.
  fileprivate static func media(
    _ upload: Uploaded, _ call: APICall<some Sendable>, whileWaiting status: HTTPResponse.Status
  ) throws -> APIResponse {
    switch upload.state {
    case .done: .json { call.encoder.attachment(upload.attachment, &$0) }
    case .waiting: .json(status: status) { call.encoder.waitingAttachment(upload.attachment, &$0) }
    case .failed(let reason): throw RequestError.invalid(reason, .unusablePicture)
    }
  }
}

extension APICall {
  /// Returns the path of a file in the form; `nil` if the file is missing.
  func file(_ name: String) throws -> String? {
    if let file = parameters.files[name], let path = file.path { return path }
    guard try parameters[name] == nil || parameters.string(name)?.isEmpty == true else {
      throw RequestError.invalid("\(name) must be a file of a multipart form")
    }
    return nil
  }
}

extension APIParameters {
  /// Returns `description` and `focus`.
  func pictureAttributes() throws -> PictureAttributes {
    PictureAttributes(description: try string("description"), focus: try focus("focus"))
  }

  /// Parses `-0.5,0.25`: the distance of a point from the middle, to the right and up, in halves of the width
  /// and height. Returns `nil` if it is missing or empty. Points outside are moved to the edge.
  private func focus(_ name: String) throws -> Picture.Focus? {
    guard let text = try string(name), !text.isEmpty else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      Double(part.drop { $0 == " " }).flatMap {
        $0.isFinite ? Int((max(-1, min(1, $0)) * 1000).rounded()) : nil
      }
    }
    guard parts.count == 2, let x = parts[0], let y = parts[1] else {
      throw RequestError.invalid("\(name) is not two numbers with a comma between them")
    }
    return Picture.Focus(x: x, y: y)
  }

  /// Returns `media_ids` and `media_attributes`; `nil` if both are missing.
  func pictureChoice() throws -> PictureChoice? {
    let hasIDs = self["media_ids"] != nil
    guard hasIDs || self["media_attributes"] != nil else { return nil }
    let ids = try strings("media_ids").filter { !$0.isEmpty }.map { text in
      guard let id = Int64(digits: Array(text.utf8)[...]), id > 0 else {
        throw RequestError.invalid(
          "Media \(text.prefix(100)) not found or already attached to another post", .pictureNotFound)
      }
      return id
    }
    var chosen: [Int64: PictureAttributes] = [:]
    for attributes in try nestedList("media_attributes") {
      try attributes.refuseOthers(than: ["id", "description", "focus"])
      guard let id = try attributes.identifier("id") else { throw RequestError.blank("media_attributes[id]") }
      chosen[id] = try attributes.pictureAttributes()
    }
    return PictureChoice(ids: hasIDs ? ids : nil, attributes: chosen)
  }
}
