extension API {
  mutating func addSchemasOfOAuth() {
    let application: [Schema.Member] = [
      .init("id", .identifier), .init("name", .string), .init("website", .nullable(.string)),
      .init("scopes", .array(.string)), .init("redirect_uri", .string), .init("redirect_uris", .array(.string)),
      .init("vapid_key", .nullable(.string)),
    ]
    schemas["Application"] = .object(application)
    schemas["CredentialApplication"] = .object(
      application + [
        .init("client_id", .string), .init("client_secret", .string), .init("client_secret_expires_at", .integer),
      ])
    schemas["Token"] = .object([
      .init("access_token", .string), .init("token_type", .choice(["Bearer"])), .init("scope", .string),
      .init("created_at", .integer),
    ])
    schemas["AuthorizationServer"] = .object(
      [
        "issuer", "service_documentation", "authorization_endpoint", "token_endpoint", "app_registration_endpoint",
        "revocation_endpoint", "userinfo_endpoint",
      ].map { .init($0, .url) }
        + [
          "scopes_supported", "response_types_supported", "response_modes_supported", "grant_types_supported",
          "token_endpoint_auth_methods_supported", "code_challenge_methods_supported",
        ].map { .init($0, .array(.string)) })
    schemas["UserInfo"] = .object(
      ["iss", "sub", "name", "preferred_username", "profile"].map { .init($0, .string) }
        + [.init("picture", .nullable(.url))])
  }
}
