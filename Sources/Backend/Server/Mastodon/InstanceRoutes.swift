import Community
import Contracts
import JSON
import Social

extension API {
  /// Adds the community's description of itself (docs.joinmastodon.org/methods/instance).
  mutating func addInstance(_ community: Community) {
    add(.reading("/api/v1/instance", "The community", .everybody(), response: .reference("InstanceV1"))) {
      call in
      let instance = try await community.instance(call.viewer)
      return .json { writer in call.encoder.instanceV1(instance, &writer) }
    }
    add(.reading("/api/v2/instance", "The community", .everybody(), response: .reference("Instance"))) {
      call in
      let instance = try await community.instance(call.viewer)
      return .json { writer in call.encoder.instanceV2(instance, &writer) }
    }
    schemas["Rule"] = .object([.init("id", .identifier), .init("text", .string), .init("hint", .string)])
    add(
      .reading(
        "/api/v1/instance/rules", "The rules of the community", .everybody(),
        response: .array(.reference("Rule")))
    ) { call in
      .list(try await community.settings.rules()) { writer, rule in rule.write(&writer) }
    }
    for (path, summary, name) in [
      ("extended_description", "What the community is about", CommunityText.Name.about),
      ("privacy_policy", "What becomes of members' data", .privacyPolicy),
    ] {
      add(
        .reading(
          "/api/v1/instance/" + path, summary, .everybody(),
          response: .object([.init("updated_at", .nullable(.date)), .init("content", .string)]))
      ) { call in
        let text = try await community.settings.text(name)
        return .json { writer in
          writer.object { writer in
            writer.member("updated_at", text.changedAt)
            writer.name("content")
            call.encoder.content(.text(text.text), mentions: [], &writer)
          }
        }
      }
    }
  }
}
