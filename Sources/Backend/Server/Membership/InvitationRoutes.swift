import Community
import Contracts
import HTTPTypes
import JSON
import Social

extension API {
  /// Adds the links with which members invite others.
  mutating func addInvitations(_ community: Community) {
    schemas["Invitation"] = .object([
      .init("id", .identifier), .init("uses", .integer), .init("uses_left", .integer),
      .init("created_at", .date),
      .init("expires_at", .date), .init("inviter", .nullable(.account)), .init("joined", .accounts),
    ])
    let path = "/api/swiftlet/v1/invitations"
    add(
      APIRoute(
        .get, path, "The viewer's invitations, or those of all for who may manage them",
        access: .member(.readAccounts), response: .array(.reference("Invitation")))
    ) { call in
      let encoder = call.encoder
      return .list(try await community.invitations.list(call.viewer)) { writer, invitation in
        writer.object { writer in
          writer.member("id", "\(invitation.id)")
          writer.member("uses", invitation.uses)
          writer.member("uses_left", invitation.usesLeft)
          writer.member("created_at", invitation.createdAt)
          writer.member("expires_at", invitation.expiresAt)
          writer.name("inviter")
          if let inviter = invitation.inviter { encoder.account(inviter, &writer) } else { writer.null() }
          writer.name("joined")
          encoder.accounts(invitation.joined, &writer)
        }
      }
    }
    add(
      .storing(
        .post, path, "Make a link with which people join: it can't be retrieved again",
        .permitted(.invite, .write),
        [APIParameter("uses", .integer), APIParameter("days", .integer)],
        response: .object([
          .init("url", .url),
          .init("qr", .nullable(.object([.init("size", .integer), .init("path", .string)]))),
        ]))
    ) { call in
      let uses = Int(clamping: try call.parameters.integer("uses") ?? 1)
      let days = Int(clamping: try call.parameters.integer("days") ?? 7)
      let code = try await community.invitations.invite(uses: uses, days: days, call.viewer)
      let url = call.prefix + "/join/" + code
      let picture = QRCode(url)
      return .json { writer in
        writer.object { writer in
          writer.member("url", url)
          writer.name("qr")
          guard let picture else { return writer.null() }
          writer.object { writer in
            writer.member("size", picture.size)
            writer.member("path", picture.path)
          }
        }
      }
    }
    add(
      APIRoute(
        .delete, path + "/:id", "End an invitation", access: .member(.write), response: .object([]))
    ) { call in
      try await community.invitations.revoke(call.identifier(), call.viewer)
      return .empty
    }
  }
}
