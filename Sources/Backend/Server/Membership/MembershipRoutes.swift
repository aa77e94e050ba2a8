import Community
import Contracts
import HTTPTypes
import JSON
import Localization
import Social
import Texts

extension API {
  /// Adds the members' control of their own membership. The Mastodon API leaves that to the web pages of its
  /// servers.
  mutating func addMembership(_ community: Community) {
    schemas["Session"] = .object([
      .init("id", .identifier), .init("application", .nullable(.string)),
      .init("website", .nullable(.string)),
      .init("kind", .choice(["client", "browser", "address"])), .init("device", .nullable(.string)),
      .init("created_at", .date), .init("last_used_at", .date),
      .init("current", .boolean),
    ])
    // Not a cached route: the cache key doesn't contain the session, on which the response depends.
    add(
      APIRoute(
        .get, "/api/swiftlet/v1/sessions", "Where the viewer is signed in", access: .session(.readAccounts),
        response: .array(.reference("Session")))
    ) { call in
      .list(try await community.sessions.list(call.viewer)) { writer, session in
        SessionEntity(session).write(createdAt: session.createdAt, website: session.website, &writer)
      }
    }
    add(
      APIRoute(
        .delete, "/api/swiftlet/v1/sessions/:id", "Sign out somewhere", access: .session(.writeAccounts),
        response: .object([]))
    ) { call in
      try await community.sessions.end(call.identifier(), call.viewer)
      return .empty
    }
    add(
      APIRoute(
        .post, "/api/swiftlet/v1/reading_addresses",
        "An address with which an old client reads Moments and the image feed without a token",
        access: .member(.writeAccounts), response: .object([.init("id", .identifier), .init("url", .url)]))
    ) { call in
      let made = try await community.readingAddresses.make(call.viewer)
      return .json { writer in
        writer.object { writer in
          writer.member("id", "\(made.id)")
          writer.member("url", call.prefix + ReadingPath.prefix + made.key)
        }
      }
    }
    add(
      APIRoute(
        .get, "/api/swiftlet/v1/app_passwords", "If members may make app passwords here",
        access: .member(.readAccounts), response: .object([.init("allowed", .boolean)]))
    ) { _ in
      let isAllowed = try await community.settings.allowsBasic()
      return .json { writer in writer.object { $0.member("allowed", isAllowed) } }
    }
    add(
      .storing(
        .post, "/api/swiftlet/v1/app_passwords",
        "A password for one client of the Twitter API that signs in by HTTP Basic. It is among the sessions",
        .session(.write),
        [
          APIParameter("name", .string, isRequired: true),
          APIParameter("password", .string, isRequired: true),
        ],
        limit: .authorizing,
        response: .object([
          .init("id", .identifier), .init("name", .string), .init("app_password", .string),
        ]))
    ) { call in
      let made = try await community.appPasswords.make(
        for: call.parameters.requiredString("name", maximum: 2000),
        password: call.parameters.requiredString("password", maximum: 2000), call.viewer,
        address: call.address.text)
      return .json { writer in
        writer.object { writer in
          writer.member("id", "\(made.id)")
          writer.member("name", made.client)
          writer.member("app_password", made.password)
        }
      }
    }
    add(
      .storing(
        .post, "/api/swiftlet/v1/password", "Change the password, and sign out everywhere else",
        .session(.writeAccounts),
        [
          APIParameter("password", .string, isRequired: true),
          APIParameter("new_password", .string, isRequired: true),
        ],
        limit: .authorizing, response: .object([]))
    ) { call in
      try await community.members.changePassword(
        from: call.parameters.requiredString("password", maximum: 2000),
        to: call.parameters.requiredString("new_password", maximum: 2000), call.viewer,
        address: call.address.text)
      return .empty
    }
    addEmail(community)
    add(
      .storing(
        .post, "/api/swiftlet/v1/accounts/:id/password_reset",
        "For owners: a link with which a member sets a new password", .session(.writeAccounts),
        [APIParameter("password", .string, isRequired: true)], limit: .authorizing,
        response: .object([.init("url", .url), .init("expires_at", .date)]))
    ) { call in
      let reset = try await community.passwordResets.create(
        for: call.identifier(), password: call.parameters.requiredString("password", maximum: 2000),
        call.viewer,
        address: call.address.text)
      return .json { writer in
        writer.object { writer in
          writer.member("url", call.prefix + "/reset/" + reset.code)
          writer.member("expires_at", reset.expiresAt)
        }
      }
    }
    add(
      APIRoute(
        .post, "/api/swiftlet/v1/welcome", "The viewer has seen the first steps of our app",
        access: .member(.writeAccounts), response: .object([]))
    ) { call in
      try await community.accounts.welcome(call.viewer)
      return .empty
    }
    add(
      APIRoute(
        .post, "/api/swiftlet/v1/export",
        "A ticket for all that is one's own: `GET /export/{ticket}` answers it once",
        access: .session(.read), limit: .exporting, response: .object([.init("ticket", .string)]))
    ) { call in
      let ticket = try await community.exports.ticket(call.viewer)
      return .json { writer in writer.object { $0.texts([("ticket", ticket)]) } }
    }
    add(
      .storing(
        .post, "/api/swiftlet/v1/account/removal", "Remove one's own account with everything that is in it",
        .session(.write), [APIParameter("password", .string, isRequired: true)], limit: .authorizing,
        response: .object([]))
    ) { call in
      try await community.members.removeMyself(
        password: call.parameters.requiredString("password", maximum: 2000), call.viewer,
        address: call.address.text)
      return .empty
    }
  }
}

extension API {
  /// Adds the member's own e-mail address. No other member's response has it.
  private mutating func addEmail(_ community: Community) {
    let path = "/api/swiftlet/v1/email"
    let response = Schema.object([
      .init("email", .nullable(.string)), .init("pending", .nullable(.string)), .init("sends_mail", .boolean),
    ])
    // Not a cached route: addresses have no cache tag.
    add(
      APIRoute(
        .get, path, "The viewer's e-mail address", access: .session(.readAccounts), response: response)
    ) { call in
      .email(try await community.emails.state(call.viewer), sendsMail: community.mail.isOn)
    }
    add(
      .storing(
        .post, path,
        "Change the e-mail address: a link goes to the new one. Without an address it is removed",
        .session(.writeAccounts),
        [APIParameter("password", .string, isRequired: true), APIParameter("email", .string)],
        limit: .mailing, response: response)
    ) { call in
      let change = try await community.emails.change(
        to: call.parameters.string("email", maximum: 500) ?? "",
        password: call.parameters.requiredString("password", maximum: 2000), call.viewer,
        address: call.address.text)
      if let change {
        let title = try await community.settings.title()
        community.mail.add(change.mail(base: call.prefix, title: title, Strings(call.language)))
      }
      return .email(try await community.emails.state(call.viewer), sendsMail: community.mail.isOn)
    }
  }
}

extension APIResponse {
  fileprivate static func email(_ state: EmailState, sendsMail: Bool) -> APIResponse {
    .json { writer in
      writer.object { writer in
        writer.member("email", orNull: state.address)
        writer.member("pending", orNull: state.pending)
        writer.member("sends_mail", sendsMail)
      }
    }
  }
}

extension SessionEntity.Kind {
  fileprivate init(_ kind: SignedIn.Kind) {
    self =
      switch kind {
      case .client: .client
      case .browser: .browser
      case .address: .address
      }
  }
}

extension SessionEntity {
  fileprivate init(_ session: SignedIn) {
    self.init(
      id: "\(session.id)", kind: SessionEntity.Kind(session.kind), client: session.client,
      device: session.device,
      lastUsedAt: session.lastUsedAt,
      isCurrent: session.isCurrent)
  }
}
