import Community
import Contracts
import HTTPTypes
import Social

extension API {
  /// Adds the routes by which clients discover the server and its accounts (nodeinfo.diaspora.software; RFC
  /// 7033).
  mutating func addDiscovery(_ community: Community) {
    add(.reading("/.well-known/nodeinfo", "Where the NodeInfo is", .everybody(), response: .object([]))) {
      call in
      .json { writer in DiscoveryEncoder(prefix: call.prefix).nodeInfoLinks(&writer) }
    }
    add(.reading("/nodeinfo/2.0", "The program and its use", .everybody(), response: .object([]))) { call in
      let instance = try await community.instance(call.viewer)
      return .json { writer in DiscoveryEncoder(prefix: call.prefix).nodeInfo(instance, &writer) }
    }
    add(
      .reading(
        "/.well-known/webfinger", "The account of an address", .everybody(),
        [APIParameter("resource", .string, isRequired: true)], response: .object([]))
    ) { call in
      let resource = try call.parameters.requiredString("resource", maximum: 1000)
      // The address in the response's own aliases is accepted, too.
      let name =
        resource.hasPrefix("acct:")
        ? call.localName(String(resource.dropFirst(5)))
        : call.pageAddress(resource).flatMap { $0.status == nil ? $0.username : nil }
      guard let name else { throw RequestError.recordNotFound }
      let profile = try call.found(try await community.accounts.profile(named: name, viewer: nil))
      var response = APIResponse.json { writer in
        DiscoveryEncoder(prefix: call.prefix).person(profile.account.username, &writer)
      }
      response.fields[.contentType] = "application/jrd+json; charset=utf-8"
      return response
    }
  }
}
