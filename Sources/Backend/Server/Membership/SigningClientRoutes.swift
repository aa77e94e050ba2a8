import Community
import Contracts
import HTTPTypes
import JSON
import Social

extension API {
  /// Adds the clients of the Twitter API. They can't register themselves, so owners do it.
  mutating func addSigningClients(_ community: Community) {
    let members: [Schema.Member] = [
      .init("id", .identifier), .init("name", .string), .init("website", .nullable(.string)),
      .init("key", .string), .init("callbacks", .array(.string)), .init("read_only", .boolean),
      .init("created_at", .date), .init("members", .integer), .init("usable", .boolean),
    ]
    schemas["SigningClient"] = .object(members)
    let path = "/api/swiftlet/v1/clients"
    add(
      APIRoute(
        .get, path, "Clients of the Twitter API, and how many members are signed in with each",
        access: .permitted(.manageSettings, .adminRead), response: .array(.reference("SigningClient")))
    ) { call in
      .list(try await community.signing.all()) { writer, found in
        writer.object { writer in
          found.client.write(members: found.members, &writer)
          writer.member("usable", found.isUsable)
        }
      }
    }
    add(
      .storing(
        .post, path, "Register a client of the Twitter API: its secret can't be retrieved again",
        .permitted(.manageSettings, .adminWrite),
        [
          APIParameter("name", .string, isRequired: true), APIParameter("website", .string),
          // Without an address, members type a PIN. A text may contain several, separated by white space.
          APIParameter("callbacks", .array(.string)),
          // Those that the client has built in; empty or missing for new ones.
          APIParameter("key", .string), APIParameter("secret", .string),
          APIParameter("read_only", .boolean),
        ], response: .object(members + [.init("secret", .string)]))
    ) { call in
      var draft = SigningClientDraft(name: try call.parameters.string("name") ?? "")
      draft.website = try call.parameters.word("website")
      draft.callbacks = try call.parameters.strings("callbacks").flatMap { text in
        text.split { $0.isWhitespace }.map(String.init)
      }
      draft.key = try call.parameters.word("key")
      draft.secret = try call.parameters.word("secret")
      draft.mayWrite = try call.parameters.bool("read_only") != true
      let (client, secret) = try await community.signing.add(draft, by: call.viewer)
      return .json { writer in
        writer.object { writer in
          client.write(members: 0, &writer)
          writer.member("usable", true)
          writer.member("secret", secret)
        }
      }
    }
    add(
      APIRoute(
        .delete, path + "/:id", "Remove a client of the Twitter API, and end its sessions",
        access: .permitted(.manageSettings, .adminWrite), response: .object([]))
    ) { call in
      try await community.signing.remove(call.identifier(), by: call.viewer)
      return .empty
    }
  }
}

extension APIParameters {
  /// Returns a word without the spaces around it, which keyboards of phones add; `nil` if it is empty.
  fileprivate func word(_ name: String) throws -> String? {
    guard let text = try string(name) else { return nil }
    let words = text.split { $0.isWhitespace }
    return words.count > 1 ? text : words.first.map(String.init)
  }
}

extension Client {
  /// Writes the members of a client of the Twitter API.
  fileprivate func write(members: Int, _ writer: inout JSONWriter) {
    writer.member("id", "\(id)")
    writer.member("name", name)
    writer.member("website", orNull: website)
    writer.member("key", clientID)
    writer.name("callbacks")
    writer.array(redirectURIs.filter { $0 != .outOfBand }) { writer, address in writer.string(address.text) }
    writer.member("read_only", !scopes.contains(.write))
    writer.member("created_at", createdAt)
    writer.member("members", members)
  }
}
