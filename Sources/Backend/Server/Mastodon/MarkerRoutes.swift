import Community
import Contracts
import HTTPTypes
import JSON
import Localization
import Social

extension API {
  /// Adds the reading positions in timelines (docs.joinmastodon.org/methods/markers). `alone` and `proof` aren't
  /// in the Mastodon API.
  mutating func addMarkers(_ community: Community) {
    add(
      .reading(
        "/api/v1/markers", "How far the viewer has read", .member(.readStatuses),
        [APIParameter("timeline", .array(.string))], response: .reference("Markers"))
    ) { call in
      let wanted = try call.parameters.strings("timeline")
      let markers = try await community.notifications.markers(call.viewer).filter {
        wanted.contains($0.timeline.rawValue)
      }
      return .markers(markers, call)
    }
    let position = Schema.Member("last_read_id", .identifier)
    let alone = Schema.Member("alone", .boolean, isOptional: true)
    let proof = Schema.Member("proof", .string, isOptional: true)
    add(
      APIRoute(
        .post, "/api/v1/markers", "Keep how far the viewer has read", access: .member(.writeStatuses),
        parameters: Marker.Timeline.allCases.map {
          APIParameter($0.rawValue, .object($0 == .notifications ? [position, alone, proof] : [position]))
        },
        response: .reference("Markers"))
    ) { call in
      var markers: [Marker] = []
      for timeline in Marker.Timeline.allCases {
        guard let place = try call.parameters.nested(timeline.rawValue),
          let lastRead = try place.identifier("last_read_id")
        else { continue }
        if timeline == .notifications, try place.bool("alone") == true {
          if let proof = try place.string("proof") {
            try community.checkTap(lastRead, proof: proof, call.viewer)
          }
          if let marker = try await community.notifications.readAlone(lastRead, call.viewer) {
            markers.append(marker)
          }
          continue
        }
        markers.append(try await community.notifications.setMarker(timeline, lastRead: lastRead, call.viewer))
      }
      return .markers(markers, call)
    }
  }
}

extension APIResponse {
  fileprivate static func markers(_ markers: [Marker], _ call: APICall<some Sendable>) -> APIResponse {
    .json { writer in
      writer.object { writer in
        for marker in markers {
          writer.name(of: marker.timeline.rawValue)
          call.encoder.marker(
            lastRead: String(marker.lastRead), version: marker.version, updatedAt: marker.updatedAt, &writer)
        }
      }
    }
  }
}
