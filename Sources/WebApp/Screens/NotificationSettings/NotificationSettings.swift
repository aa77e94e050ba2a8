import Contracts
import JSON
import Localization
import Social

/// Notifications on this device while the app is closed: a switch, their kinds, their senders, and how much
/// they say.
enum NotificationSettings: Screen {
  static let name: StaticString = "settings notification-settings"
  static let fromField = "from"
  static let toField = "to"

  struct State: Equatable, Sendable {
    let session: Session?
    /// `nil` until the browser has said it.
    var permission: PushPermission?
    /// The server's public key; `nil` until it is loaded.
    var key: String?
    var isOn = false
    /// True while the switch is being turned.
    var isTurning = false
    /// True while the browser asks the viewer, and registers.
    var isAsking = false
    var choices = PushChoices()
    /// The device's time zone; empty until the browser has said it.
    var zone = ""
    /// The quiet hours with which their fields were drawn. Typing doesn't draw them anew, because that would take the
    /// field away.
    var drawnQuiet: PushSubscription.QuietHours?
    /// Grows when the fields have to show these times again.
    var drawing = 0
    /// The choices that the server has.
    var savedChoices = PushChoices()
    /// The test message that was asked for last; `nil` without one.
    var test: Test?
    /// True while choices are being saved.
    var isSaving = false
    /// The subscription, as the device stores it; `nil` without one.
    var stored: StoredPush?

    init(_ context: ScreenContext) {
      session = context.session
      stored = context.memory[StoredPush.memoryKey].flatMap { StoredPush(text: $0) }
    }

    /// The reason why this device can't have notifications; `nil` if it can.
    var obstacle: Obstacle? {
      guard let session, session.isOwnServer else { return .otherServer }
      let canSubscribe = Array(session.scopes.utf8).split(separator: 0x20).contains {
        $0.elementsEqual("push".utf8)
      }
      guard canSubscribe else { return .needsSignIn }
      switch permission {
      case .denied: return .denied
      case .missing: return .missing
      case .needsHomeScreen: return .needsHomeScreen
      case .failed: return .failed
      case .unasked, .granted, nil: return nil
      }
    }
  }

  enum Obstacle: Equatable, Sendable {
    case otherServer
    /// The token is from a time before notifications.
    case needsSignIn
    case denied, missing, needsHomeScreen, failed
  }

  enum Test: Equatable, Sendable { case sending, sent, failed }

  indirect enum Request: Equatable, Sendable {
    case find, key, remove, test
    case subscribe(PushRegistration)
    case change(PushChoices)
  }

  indirect enum Tap: ScreenTap {
    case turn(Bool)
    case topic(PushTopic)
    case policy(PushSubscription.Policy)
    case detail(PushSubscription.Detail)
    /// Turns the quiet hours on or off.
    case quiet(Bool)
    /// Opens the guide for putting the app on the home screen.
    case guide
    /// Sends a test message to this device.
    case test

    private enum Verb: String { case turn, topic, policy, detail, quiet, guide, test }

    var encoded: EncodedTap {
      switch self {
      case .turn(let isOn): EncodedTap(Verb.turn.rawValue, isOn ? "on" : "off")
      case .topic(let topic): EncodedTap(Verb.topic.rawValue, topic.rawValue)
      case .policy(let policy): EncodedTap(Verb.policy.rawValue, policy.rawValue)
      case .detail(let detail): EncodedTap(Verb.detail.rawValue, detail.rawValue)
      case .quiet(let isOn): EncodedTap(Verb.quiet.rawValue, isOn ? "on" : "off")
      case .guide: EncodedTap(Verb.guide.rawValue)
      case .test: EncodedTap(Verb.test.rawValue)
      }
    }

    init?(_ tap: EncodedTap) {
      switch Verb(rawValue: tap.verb) {
      case .turn: self = .turn(tap.value == "on")
      case .topic:
        guard let topic = PushTopic(rawValue: tap.value) else { return nil }
        self = .topic(topic)
      case .policy:
        guard let policy = PushSubscription.Policy(rawValue: tap.value) else { return nil }
        self = .policy(policy)
      case .detail:
        guard let detail = PushSubscription.Detail(rawValue: tap.value) else { return nil }
        self = .detail(detail)
      case .quiet: self = .quiet(tap.value == "on")
      case .guide: self = .guide
      case .test: self = .test
      case nil: return nil
      }
    }
  }

  indirect enum Action: ScreenAction {
    case appeared, returned
    case tapped(Tap)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)
    case pushed(PushPermission, PushRegistration?, zone: String = "")
    /// A field of the quiet hours has that time, or none.
    case typed(field: String, String)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      case .returned: self = .returned
      case .pushed(let permission, let json, let zone):
        self = .pushed(permission, json.flatMap { PushRegistration(json: $0) }, zone: zone)
      case .typed(let field, let text): self = .typed(field: field, text)
      default: return nil
      }
    }
  }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared: return state.obstacle == nil ? [.push(.look), .ask(Request.find, PushRequests.find)] : []
    // The viewer may have changed the permission in the browser's settings.
    case .returned: return state.isAsking || state.session?.isOwnServer != true ? [] : [.push(.look)]
    case .pushed(let permission, let registration, let zone):
      if !zone.isEmpty { state.zone = zone }
      return pushed(&state, permission, registration)
    case .typed(let field, let text): return typed(&state, field, text)
    case .tapped(let tap): return tapped(&state, tap)
    case .received(let request, let result, _): return received(&state, request, result)
    }
  }

  private static func tapped(_ state: inout State, _ tap: Tap) -> [Effect] {
    switch tap {
    case .guide: return [.open(.homeScreen)]
    case .test:
      guard state.isOn, state.test != .sending else { return [] }
      state.test = .sending
      return [.ask(Request.test, PushRequests.test)]
    case .turn(let isOn):
      guard !state.isTurning, isOn != state.isOn, let key = state.key else { return [] }
      (state.isTurning, state.isAsking) = (true, isOn)
      return [isOn ? .push(.ask(key: key)) : .ask(Request.remove, PushRequests.remove)]
    case .topic(let topic):
      let isOn = state.choices.topics.contains(topic)
      state.choices.topics = PushTopic.allCases.filter {
        $0 == topic ? !isOn : state.choices.topics.contains($0)
      }
    case .policy(let policy): state.choices.policy = policy
    case .detail(let detail): state.choices.detail = detail
    case .quiet(let isOn):
      guard !isOn || !state.zone.isEmpty else { return [] }
      state.choices.quiet =
        isOn ? PushSubscription.QuietHours(from: "22:00", to: "07:00", zone: state.zone) : nil
      state.drawnQuiet = state.choices.quiet
    }
    return save(&state)
  }

  private static func typed(_ state: inout State, _ field: String, _ text: String) -> [Effect] {
    // A field is empty while its time isn't whole.
    guard !text.isEmpty, let hours = state.choices.quiet else { return [] }
    let quiet = PushSubscription.QuietHours(
      from: field == fromField ? text : hours.from, to: field == fromField ? hours.to : text,
      zone: state.zone.isEmpty ? hours.zone : state.zone)
    // The server refuses a day that is quiet as a whole. One of the fields may be changed next.
    state.choices.quiet = quiet
    return quiet.from == quiet.to ? [] : save(&state)
  }

  /// Saves the choices, one request at a time.
  private static func save(_ state: inout State) -> [Effect] {
    guard state.isOn, !state.isSaving, state.choices != state.savedChoices else { return [] }
    state.isSaving = true
    return [.ask(Request.change(state.choices), PushRequests.change(state.choices.json))]
  }

  private static func pushed(
    _ state: inout State, _ permission: PushPermission, _ registration: PushRegistration?
  ) -> [Effect] {
    state.permission = permission
    guard state.isAsking else { return [] }
    state.isAsking = false
    guard let registration else {
      state.isTurning = false
      return []
    }
    return [
      .ask(
        Request.subscribe(registration), PushRequests.subscribe(registration, state.choices.json))
    ]
  }

  private static func received(
    _ state: inout State, _ request: Request, _ result: Result<Response, RequestFailure>
  ) -> [Effect] {
    var response: Response?
    if case .success(let success) = result { response = success }
    let body = response?.isSuccess == true ? response?.body : nil
    switch request {
    case .find:
      guard let body else {
        if response?.status == 404 { state.isOn = false }
        return [.ask(Request.key, PushRequests.key)]
      }
      state.key = (try? JSON(parsing: body))?.text("server_key")
      guard let choices = PushChoices(json: body) else { return [] }
      state.isOn = true
      (state.choices, state.savedChoices, state.drawnQuiet) = (choices, choices, choices.quiet)
      // The response to the subscription was lost. What the device doesn't store, it neither renews nor ends.
      guard state.stored == nil, let key = state.key,
        let endpoint = (try? JSON(parsing: body))?.text("endpoint")
      else { return [] }
      state.stored = StoredPush(key: key, endpoint: endpoint, choices: choices)
      return remember(state)
    case .key: state.key = body.flatMap { MastodonDecoder.pushKey(body: $0) }
    case .subscribe(let registration):
      state.isTurning = false
      guard let body, let choices = PushChoices(json: body), let key = state.key else {
        // Without a response the server may have it all the same.
        return [.toast(Toast(.notSaved))] + (response == nil ? [.ask(Request.find, PushRequests.find)] : [])
      }
      (state.isOn, state.savedChoices) = (true, choices)
      state.stored = StoredPush(key: key, endpoint: registration.endpoint, choices: choices)
      return remember(state) + save(&state)
    case .remove:
      state.isTurning = false
      guard body != nil else { return [.toast(Toast(.notSaved))] }
      (state.isOn, state.stored) = (false, nil)
      return remember(state) + [.push(.end)]
    case .test:
      state.test = body == nil ? .failed : .sent
      // The server may have learned that the subscription has ended.
      if body == nil { return [.ask(Request.find, PushRequests.find)] }
    case .change(let choices):
      state.isSaving = false
      guard body != nil else {
        if state.choices.quiet != state.savedChoices.quiet { state.drawing += 1 }
        state.choices = state.savedChoices
        state.drawnQuiet = state.choices.quiet
        return [.toast(Toast(.notSaved))]
      }
      state.savedChoices = choices
      state.stored?.choices = choices
      return remember(state) + save(&state)
    }
    return []
  }

  private static func remember(_ state: State) -> [Effect] {
    [.remember(key: StoredPush.memoryKey, state.stored?.text)]
  }
}
