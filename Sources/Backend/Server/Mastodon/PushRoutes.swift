import Community
import Contracts
import HTTPTypes
import JSON
import Localization
import Social

extension API {
  /// Adds the subscription of a client to notifications while it is closed (docs.joinmastodon.org/methods/push).
  /// `detail`, `quiet`, `format` and the test message aren't in the Mastodon API.
  mutating func addPush(_ community: Community) {
    addPushSchema()
    let path = "/api/v1/push/subscription"
    let policy = Schema.choice(PushSubscription.Policy.allCases.map(\.rawValue))
    let detail = Schema.choice(PushSubscription.Detail.allCases.map(\.rawValue))
    let alerts = PushSubscription.Alert.known.map { Schema.Member($0, .boolean, isOptional: true) }
    // Some clients have the policy beside the data.
    let choices = [
      APIParameter(
        "data",
        .object([
          .init("alerts", .object(alerts), isOptional: true), .init("policy", policy, isOptional: true),
          .init("detail", detail, isOptional: true),
          .init("quiet", .nullable(Self.quietHours), isOptional: true),
        ])), APIParameter("policy", policy),
    ]
    let response = Schema.reference("WebPushSubscription")
    add(
      APIRoute(
        .get, path, "The client's subscription to notifications", access: .session(.push), response: response)
    ) { call in
      .push(try await community.push.find(token: call.bearer, call.viewer), community)
    }
    add(
      APIRoute(
        .post, path, "Subscribe the client to notifications", access: .session(.push),
        parameters: [
          APIParameter(
            "subscription",
            .object([
              .init("endpoint", .url),
              .init("keys", .object([.init("p256dh", .string), .init("auth", .string)])),
              .init("standard", .boolean, isOptional: true),
              .init(
                "format", .choice(PushSubscription.Format.allCases.map(\.rawValue)), isOptional: true),
            ]), isRequired: true)
        ] + choices, response: response)
    ) { call in
      guard let given = try call.parameters.nested("subscription"), let keys = try given.nested("keys") else {
        throw RequestError.blank("subscription[keys]")
      }
      var draft = PushSubscriptionDraft(
        endpoint: try given.requiredString("endpoint"), publicKey: try keys.requiredString("p256dh"),
        secret: try keys.requiredString("auth"))
      draft.isStandard = try given.bool("standard") ?? false
      draft.format = try given.pushChoice("format") ?? .mastodon
      let choice = try call.pushChange()
      (draft.alerts, draft.policy) = (choice.alerts, choice.policy)
      if case .set(let hours) = choice.quiet { draft.quiet = hours }
      draft.detail = choice.detail ?? (draft.format == .mastodon ? .text : .name)
      (draft.language, draft.origin) = (call.language.tag, call.prefix)
      return .push(try await community.push.subscribe(draft, token: call.bearer, call.viewer), community)
    }
    add(
      APIRoute(
        .put, path, "Change which notifications the client gets", access: .session(.push),
        parameters: choices,
        response: response)
    ) { call in
      .push(
        try await community.push.change(try call.pushChange(), token: call.bearer, call.viewer), community)
    }
    add(
      APIRoute(
        .delete, path, "End the client's subscription to notifications", access: .session(.push),
        response: .object([]))
    ) { call in
      try await community.push.remove(call.viewer)
      return .empty
    }
    add(
      APIRoute(
        .post, path + "/test", "Send the client a test message", access: .session(.push), limit: .testing,
        response: .object([]))
    ) { call in
      if let problem = try await community.sendTestPush(call.viewer, encode: PushPayload.encode) {
        throw RequestError(status: .badGateway, message: "The push service did not take it: \(problem)")
      }
      return .empty
    }
  }

  private static let quietHours = Schema.object([
    .init("from", .string), .init("to", .string), .init("zone", .string),
  ])

  private mutating func addPushSchema() {
    let alerts = PushSubscription.Alert.known.map { kind in
      Schema.Member(kind, .boolean, isOptional: !PushSubscription.Alert.required.contains(kind))
    }
    schemas["WebPushSubscription"] = .object([
      .init("id", .integer), .init("endpoint", .string), .init("standard", .boolean),
      .init("alerts", .object(alerts)), .init("server_key", .nullable(.string)),
      .init("policy", .choice(PushSubscription.Policy.allCases.map(\.rawValue))),
      .init("detail", .choice(PushSubscription.Detail.allCases.map(\.rawValue))),
      .init("format", .choice(PushSubscription.Format.allCases.map(\.rawValue))),
      .init("quiet", .nullable(Self.quietHours)),
    ])
  }
}

extension APICall {
  /// The token of the request.
  fileprivate var bearer: String { APIGate.bearer(headers[.authorization]) ?? "" }

  /// Returns what is to be sent. Kinds that aren't named are off.
  fileprivate func pushChange() throws -> PushChange {
    let data = try parameters.nested("data") ?? .none
    let given = try data.nested("alerts") ?? .none
    let alerts = try PushSubscription.Alert.known.compactMap { kind in
      try given.bool(kind).map { PushSubscription.Alert(kind, isOn: $0) }
    }
    let policy: PushSubscription.Policy? = try data.pushChoice("policy") ?? parameters.pushChoice("policy")
    return PushChange(
      alerts: alerts, policy: policy ?? .all, detail: try data.pushChoice("detail"),
      quiet: try data.quietChange())
  }
}

extension APIParameters {
  /// An empty value or `null` ends the quiet hours.
  fileprivate func quietChange() throws -> PushChange.Quiet {
    guard !isEmpty("quiet") else { return .ended }
    guard let quiet = try nested("quiet") else { return .kept }
    return .set(
      PushSubscription.QuietHours(
        from: try quiet.requiredString("from"), to: try quiet.requiredString("to"),
        zone: try quiet.requiredString("zone")))
  }

  fileprivate func pushChoice<Choice: RawRepresentable<String>>(_ name: String) throws -> Choice? {
    guard let text = try string(name), !text.isEmpty else { return nil }
    guard let choice = Choice(rawValue: text) else {
      throw RequestError.invalid("\(name) is not included in the list")
    }
    return choice
  }
}

extension APIResponse {
  /// Encodes a subscription (entities/WebPushSubscription).
  fileprivate static func push(_ subscription: PushSubscription, _ community: Community) -> APIResponse {
    .json { writer in
      writer.object { writer in
        // A number, as Mastodon's apps read it.
        writer.name("id")
        writer.number(subscription.id)
        writer.member("endpoint", subscription.endpoint)
        writer.member("standard", subscription.isStandard)
        writer.object("alerts") { writer in
          for kind in PushSubscription.Alert.known {
            let alert = subscription.alerts.first { $0.kind == kind }
            guard alert != nil || PushSubscription.Alert.required.contains(kind) else { continue }
            writer.name(of: kind)
            writer.bool(alert?.isOn ?? false)
          }
        }
        writer.member("server_key", orNull: community.push.publicKey)
        writer.member("policy", subscription.policy.rawValue)
        writer.member("detail", subscription.detail.rawValue)
        writer.member("format", subscription.format.rawValue)
        writer.quietHours(subscription.quiet)
      }
    }
  }
}
