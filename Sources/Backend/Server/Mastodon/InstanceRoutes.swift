import Community
import Contracts
import Social

extension API {
  /// Adds the community's description of itself (docs.joinmastodon.org/methods/instance).
  mutating func addInstance(_ community: Community) {
    add(.reading("/api/v1/instance", "The community", .everybody(), response: .reference("InstanceV1"))) { call in
      let instance = try await community.instance(call.viewer)
      return .json { writer in call.encoder.instanceV1(instance, &writer) }
    }
    add(.reading("/api/v2/instance", "The community", .everybody(), response: .reference("Instance"))) { call in
      let instance = try await community.instance(call.viewer)
      return .json { writer in call.encoder.instanceV2(instance, &writer) }
    }
  }
}
