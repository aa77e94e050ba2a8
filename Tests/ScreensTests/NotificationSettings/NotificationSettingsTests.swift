import Contracts
import Markup
import Social
import Testing
import Texts

@testable import Localization
@testable import Screens

struct NotificationSettingsTests {
  typealias Tap = NotificationSettings.Tap

  static let registration = PushRegistration.made("https://push.example/1")

  static func state(
    scopes: String = "read write follow push", isOwnServer: Bool = true, memory: [String: String] = [:]
  ) -> NotificationSettings.State {
    var context = SamplePosts.context(memory: memory, isRoot: false)
    context.session = Session(
      key: "1", server: SamplePosts.server, isOwnServer: isOwnServer, me: SamplePosts.me, scopes: scopes)
    return NotificationSettings.State(context)
  }

  /// Returns a screen that knows that this browser can have notifications and has none.
  static func off() -> TestStore<NotificationSettings> {
    var store = TestStore<NotificationSettings>(state())
    store.given(
      .appeared, .pushed(.unasked, nil), .received(.find, .text("{}", status: 404), at: noon),
      .received(.key, .text(#"{"configuration":{"vapid":{"public_key":"KEY"}}}"#), at: noon))
    return store
  }

  static func entity(_ choices: PushChoices = PushChoices()) -> Result<Response, RequestFailure> {
    .text(
      #"{"id":1,"server_key":"KEY","# + String(decoding: choices.json, as: UTF8.self).dropFirst())
  }

  @Test func `NEW_09 the browser is asked by a tap, and the server gets the registration`() {
    var store = Self.off()
    #expect(store.keys == ["device", "topics", "policy", "detail"], "what will be sent shows before")
    store.send(
      .tapped(.turn(true)), effects: { _ in [.push(.ask(key: "KEY"))] },
      change: { ($0.isTurning, $0.isAsking) = (true, true) })
    store.send(.returned)
    let choices = store.state.choices
    store.send(
      .pushed(.granted, Self.registration),
      effects: { _ in
        [
          .ask(
            NotificationSettings.Request.subscribe(Self.registration),
            PushRequests.subscribe(Self.registration, choices.json))
        ]
      },
      change: { ($0.permission, $0.isAsking) = (.granted, false) })
    let stored = StoredPush(key: "KEY", endpoint: "https://push.example/1", choices: choices)
    #expect(StoredPush(text: stored.text) == stored)
    store.answer(
      .subscribe(Self.registration), with: Self.entity(),
      effects: { _ in [.remember(key: "push", stored.text)] },
      change: { ($0.isTurning, $0.isOn, $0.stored) = (false, true, stored) })
    store.send(
      .tapped(.turn(false)),
      effects: { _ in [.ask(NotificationSettings.Request.remove, PushRequests.remove)] },
      change: { $0.isTurning = true })
    store.answer(
      .remove, with: .text("{}"), effects: { _ in [.remember(key: "push", nil), .push(.end)] },
      change: { ($0.isTurning, $0.isOn, $0.stored) = (false, false, nil) })
  }

  @Test func `NEW_09 a refusal by the browser or the server leaves the switch off`() {
    var store = Self.off()
    store.given(.tapped(.turn(true)))
    store.send(.pushed(.denied, nil)) {
      ($0.permission, $0.isAsking, $0.isTurning) = (.denied, false, false)
    }
    store = Self.off()
    store.given(.tapped(.turn(true)), .pushed(.granted, Self.registration))
    store.answer(
      .subscribe(Self.registration), with: .text(#"{"error":"x"}"#, status: 422),
      effects: { _ in [.toast(Toast(.notSaved))] }, change: { $0.isTurning = false })
  }

  @Test func `NEW_09 a subscription whose response was lost is found again, and stored`() {
    var store = Self.off()
    store.given(.tapped(.turn(true)), .pushed(.granted, Self.registration))
    store.answer(
      .subscribe(Self.registration), with: .failure(.unreachable),
      effects: { _ in
        [.toast(Toast(.notSaved)), .ask(NotificationSettings.Request.find, PushRequests.find)]
      }, change: { $0.isTurning = false })
    let choices = PushChoices(detail: .kind)
    let stored = StoredPush(key: "KEY", endpoint: Self.registration.endpoint, choices: choices)
    let entity =
      #"{"endpoint":"https://push.example/1","server_key":"KEY","#
      + String(decoding: choices.json, as: UTF8.self).dropFirst()
    store.answer(
      .find, with: .text(entity), effects: { _ in [.remember(key: "push", stored.text)] },
      change: {
        ($0.isOn, $0.stored) = (true, stored)
        ($0.choices, $0.savedChoices) = (choices, choices)
      })
  }

  @Test func `NEW_09 choices are saved one after the other, and go back if the server refuses`() {
    var store = TestStore<NotificationSettings>(Self.state())
    store.given(.appeared, .pushed(.granted, nil), .received(.find, Self.entity(), at: noon))
    #expect(store.state.isOn && store.state.key == "KEY")
    var choices = store.state.choices
    choices.topics.removeAll { $0 == .favourites }
    let first = choices
    store.send(
      .tapped(.topic(.favourites)),
      effects: { _ in
        [.ask(NotificationSettings.Request.change(first), PushRequests.change(first.json))]
      },
      change: { ($0.choices, $0.isSaving) = (first, true) })
    store.given(.tapped(.policy(.followed)), .tapped(.detail(.text)))
    (choices.policy, choices.detail) = (.followed, .text)
    let last = choices
    store.answer(
      .change(first), with: Self.entity(first),
      effects: { _ in
        [
          .remember(key: "push", nil),
          .ask(NotificationSettings.Request.change(last), PushRequests.change(last.json)),
        ]
      }, change: { $0.savedChoices = first })
    store.answer(
      .change(last), with: .failure(.unreachable), effects: { _ in [.toast(Toast(.notSaved))] },
      change: { ($0.choices, $0.isSaving) = (first, false) })
    #expect(PushChoices(json: last.json) == last)
  }

  @Test func `NEW_09 a test message goes to this device, and the page says how it went`() {
    var store = Self.off()
    store.send(.tapped(.test))
    store = TestStore<NotificationSettings>(Self.state())
    store.given(.appeared, .pushed(.granted, nil), .received(.find, Self.entity(), at: noon))
    store.send(
      .tapped(.test), effects: { _ in [.ask(NotificationSettings.Request.test, PushRequests.test)] },
      change: { $0.test = .sending })
    store.send(.tapped(.test))
    store.answer(.test, with: .text("{}"), change: { $0.test = .sent })
    store.given(.tapped(.test))
    store.answer(
      .test, with: .text(#"{"error":"x"}"#, status: 502),
      effects: { _ in [.ask(NotificationSettings.Request.find, PushRequests.find)] },
      change: { $0.test = .failed })
    store.answer(
      .find, with: .text("{}", status: 404),
      effects: { _ in [.ask(NotificationSettings.Request.key, PushRequests.key)] },
      change: { $0.isOn = false })
  }

  @Test func `NEW_09 the senders are everybody, the people one follows, or nobody`() {
    var store = Self.on()
    var choices = PushChoices()
    for policy in [PushSubscription.Policy.followed, .none, .all] {
      choices.policy = policy
      let saved = choices
      store.send(
        .tapped(.policy(policy)),
        effects: { _ in [.ask(NotificationSettings.Request.change(saved), PushRequests.change(saved.json))] },
        change: { ($0.choices, $0.isSaving) = (saved, true) })
      store.answer(
        .change(saved), with: Self.entity(saved), effects: { _ in [.remember(key: "push", nil)] },
        change: { ($0.savedChoices, $0.isSaving) = (saved, false) })
      let cells = NotificationSettings.view(store.state, .made()).cells.all
      let senders = cells.first { $0.key == "policy" }?.html(Strings(.english)).text ?? ""
      let rows = senders.split(separator: "<button").dropFirst()
      #expect(rows.count == 3)
      #expect(
        rows.filter { $0.contains("aria-current") }.map { $0.contains(#""policy:\#(policy.rawValue)""#) }
          == [true])
    }
  }

  @Test func `NEW_09 choices before the switch is on go with it`() {
    var store = Self.off()
    store.send(.tapped(.detail(.kind))) { $0.choices.detail = .kind }
  }

  /// Returns a screen of a device in Berlin with notifications.
  static func on(_ choices: PushChoices = PushChoices()) -> TestStore<NotificationSettings> {
    var store = TestStore<NotificationSettings>(state())
    store.given(
      .appeared, .pushed(.granted, nil, zone: "Europe/Berlin"), .received(.find, entity(choices), at: noon))
    return store
  }

  static let night = PushSubscription.QuietHours(from: "22:00", to: "07:00", zone: "Europe/Berlin")

  @Test func `NEW_09 quiet hours begin with a night in the device's zone, and each time is saved`() {
    var store = Self.on()
    #expect(store.keys == ["device", "topics", "policy", "detail", "quiet"])
    let first = PushChoices(quiet: Self.night)
    store.send(
      .tapped(.quiet(true)),
      effects: { _ in
        [.ask(NotificationSettings.Request.change(first), PushRequests.change(first.json))]
      },
      change: { ($0.choices, $0.drawnQuiet, $0.isSaving) = (first, Self.night, true) })
    #expect(PushChoices(json: first.json) == first)
    store.answer(
      .change(first), with: Self.entity(first), effects: { _ in [.remember(key: "push", nil)] },
      change: { ($0.savedChoices, $0.isSaving) = (first, false) })
    let second = PushChoices(
      quiet: PushSubscription.QuietHours(from: "22:00", to: "08:30", zone: "Europe/Berlin"))
    store.send(.typed(field: "to", ""))
    store.send(
      .typed(field: "to", "08:30"),
      effects: { _ in
        [.ask(NotificationSettings.Request.change(second), PushRequests.change(second.json))]
      },
      change: { ($0.choices, $0.isSaving) = (second, true) })
    let cell =
      NotificationSettings.view(store.state, .made()).cells.all.last?.html(Strings(.english)).text ?? ""
    #expect(
      cell.contains(#"type="time""#) && cell.contains(#"value="07:00""#),
      "typing draws no field anew: \(cell)")
    store.answer(
      .change(second), with: .text(#"{"error":"x"}"#, status: 422),
      effects: { _ in [.toast(Toast(.notSaved))] },
      change: { ($0.choices, $0.isSaving, $0.drawing) = (first, false, 1) })
  }

  @Test func `NEW_09 quiet hours end by a tap, and one time for both isn't saved`() {
    var store = Self.on(PushChoices(quiet: Self.night))
    #expect(store.state.drawnQuiet == Self.night)
    store.send(.typed(field: "from", "07:00")) {
      $0.choices.quiet = PushSubscription.QuietHours(from: "07:00", to: "07:00", zone: "Europe/Berlin")
    }
    let none = PushChoices()
    store.send(
      .tapped(.quiet(false)),
      effects: { _ in [.ask(NotificationSettings.Request.change(none), PushRequests.change(none.json))] },
      change: { ($0.choices, $0.drawnQuiet, $0.isSaving) = (none, nil, true) })
    // A browser that doesn't say its zone can't have them.
    store = TestStore<NotificationSettings>(Self.state())
    store.given(.appeared, .pushed(.granted, nil), .received(.find, Self.entity(), at: noon))
    store.send(.tapped(.quiet(true)))
  }

  @Test(arguments: [
    (PushPermission.denied, "blocked for this page"), (.missing, "private window"),
    (.needsHomeScreen, "home screen first"), (.failed, "push service"),
  ])
  func `NEW_09 the switch says why there are no notifications`(permission: PushPermission, text: String) {
    var store = Self.off()
    store.given(.pushed(permission, nil))
    let device = NotificationSettings.view(store.state, .made()).cells.all[0].html(Strings(.english)).text
    #expect(device.contains(text), "\(device)")
    #expect(device.contains("disabled") == (permission != .failed), "a push service can be tried again")
    #expect((store.keys.count == 1) == (permission != .failed))
  }

  @Test func `NEW_09 other servers and old tokens are told apart, and nothing is asked for them`() {
    for (state, text) in [
      (Self.state(isOwnServer: false), "another server"), (Self.state(scopes: "read write"), "Sign in again"),
    ] {
      var store = TestStore<NotificationSettings>(state)
      store.send(.appeared)
      #expect(store.footer.contains(text))
    }
  }

  @Test func `taps are encoded, and decoded again`() {
    for tap in [
      Tap.turn(true), .turn(false), .topic(.polls), .policy(.followed), .policy(.none), .detail(.text),
      .quiet(true),
      .quiet(false), .guide, .test,
    ] {
      #expect(Tap(EncodedTap(text: tap.encoded.text)) == tap)
    }
    for tap in ["topic:x", "policy:", "detail", "back"] { #expect(Tap(EncodedTap(text: tap)) == nil) }
  }
}

extension PushRegistration {
  /// Returns what the browser's `toJSON` returns.
  static func json(_ endpoint: String) -> String {
    #"{"endpoint":"\#(endpoint)","expirationTime":null,"keys":{"p256dh":"P","auth":"A"}}"#
  }

  static func made(_ endpoint: String) -> PushRegistration {
    guard let registration = PushRegistration(json: json(endpoint)) else {
      preconditionFailure("\(endpoint)")
    }
    return registration
  }
}
