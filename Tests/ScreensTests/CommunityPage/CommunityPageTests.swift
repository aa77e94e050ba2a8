import Contracts
import Markup
import Social
import Testing
import Texts

@testable import Localization
@testable import Screens

struct CommunityPageTests {
  /// The state of the community for a role, with the number of open reports.
  static func community(_ role: Role, open: Int = 1) -> String {
    #"{"title":"The Choir","description":"We sing","privacy":"members","audience":"members","contact":"ann@choir.example","rules":[{"id":"1","text":"Be kind."},{"id":"2","text":"No spam."}],"about":"A choir","privacy_policy":"","registration":"invitation","invitations":"owners","permissions":"\#(Permissions(of: role).flags)","version":"1.0.0","members":12,"posts":340,"open_reports":\#(open),"quota":50,"database_bytes":4200000,"picture_bytes":1280000000,"free_bytes":73400000000,"last_backup_at":"2026-11-19T08:00:00.000Z"}"#
  }

  static func person(_ id: Int, role: String = "-99", suspended: Bool = false) -> String {
    #"{"id":"\#(id)","username":"user\#(id)","role":{"id":"\#(role)"},"suspended":\#(suspended),"last_seen_at":"2026-11-21T11:00:00.000Z","picture_bytes":12300000,"account":\#(SamplePosts.author(id))}"#
  }

  static let reports =
    #"[{"id":"40","created_at":"2026-11-21T11:30:00.000Z","category":"spam","comment":"Again and again","rules":[{"id":"2","text":"No spam."}],"account":\#(person(8)),"target_account":\#(person(7)),"statuses":[\#(SamplePosts.json(3))],"notes":[{"id":"50","created_at":"2026-11-21T11:40:00.000Z","account":\#(SamplePosts.author(9)),"text":"I asked User 8."},{"id":"51","created_at":"2026-11-21T11:45:00.000Z","account":null,"text":"Seen"}],"history":{"other_reports":2,"warnings":1,"removals":0,"suspensions":1,"decisions":[{"id":"31","created_at":"2026-11-03T11:30:00.000Z","actor":"anna","action":"suspend","target":"user7","note":"Spam"},{"id":"30","created_at":"2026-10-03T11:30:00.000Z","actor":null,"action":"warn","target":"user7","note":"No shops"}]}},{"id":"39","created_at":"2026-11-20T11:30:00.000Z","category":"other","comment":"","account":\#(person(9)),"target_account":\#(person(6)),"statuses":[]},{}]"#

  static let members =
    "[\(person(1, role: "1")),\(person(7, role: "2")),\(person(8, suspended: true)),\(person(9)),{}]"

  static let invitations =
    #"[{"id":"4","uses":5,"uses_left":3,"expires_at":"2026-11-28T11:30:00.000Z","inviter":\#(SamplePosts.author(1)),"joined":[\#(SamplePosts.author(8)),\#(SamplePosts.author(9))]},{"id":"3","uses":1,"uses_left":1,"expires_at":"2026-11-01T11:30:00.000Z","inviter":null,"joined":[]}]"#

  static let log =
    #"[{"id":"5","created_at":"2026-11-21T11:30:00.000Z","actor":"anna","action":"suspend","target":"user8","note":"Spam"},{"id":"4","created_at":"2026-11-20T11:30:00.000Z","actor":null,"action":"role","target":"user7","note":"moderator"}]"#

  static func state(scopes: String = "read write follow admin:read admin:write") -> CommunityPage.State {
    var context = SamplePosts.context(isRoot: false)
    context.session?.scopes = scopes
    return CommunityPage.State(context)
  }

  /// Returns a store of the screen that has loaded the state of the community.
  static func store(_ role: Role = .owner) -> TestStore<CommunityPage> {
    var store = TestStore<CommunityPage>(state())
    store.given(.appeared, .received(.community, .text(community(role)), at: noon))
    return store
  }

  static func asks(_ request: CommunityPage.Request, _ call: APIRequest) -> Effect {
    .ask(request, call)
  }

  static func html(_ state: CommunityPage.State) -> String {
    let page = AnyPage(CommunityPage.view(state, .made()))
    return page.head.map { $0.html(Strings(.english)).text }.joined()
  }

  @Test func `NEW_20 the parts follow the role`() {
    for (role, sections) in [
      (Role.owner, CommunityPage.Section.allCases.filter { $0 != .requests }),
      (.moderator, [.reports, .invitations, .members, .log]),
      (.member, []),
    ] {
      var store = TestStore<CommunityPage>(Self.state())
      store.given(.appeared)
      let loads = role == .member ? [] : [Self.asks(.section(.reports), CommunityRequests.reports)]
      #expect(store.effects(.received(.community, .text(Self.community(role)), at: noon)) == loads)
      #expect(store.state.sections == sections)
    }
  }

  @Test func `NEW_20 a token of before the role asks to sign in again`() {
    var store = TestStore<CommunityPage>(Self.state(scopes: "read write follow"))
    store.given(.appeared)
    #expect(store.effects(.received(.community, .text(Self.community(.moderator)), at: noon)) == [])
    #expect(store.state.needsSignIn && Self.html(store.state).contains("Sign in again"))
  }

  @Test func `NEW_20 a report ends with two taps, and the list is loaded again`() {
    var store = Self.store()
    store.given(.received(.section(.reports), .text(Self.reports), at: noon))
    #expect(store.state.reports?.map(\.id) == ["40", "39"])
    let html = Self.html(store.state)
    #expect(
      html.contains("Post 3") && html.contains("Reported by User 8") && html.contains("Again and again"))
    #expect(!html.contains("remove-posts:39"), "a report without posts")
    store.given(.tapped(.ask(.removePosts(report: "40"))))
    #expect(
      Self.html(store.state).contains("for good?") && Self.html(store.state).contains("data-tap=\"confirm\""))
    let ends = store.effects(.tapped(.confirm))
    #expect(ends == [Self.asks(.change, CommunityRequests.end(report: "40", removesPosts: true))])
    #expect(store.effects(.tapped(.confirm)) == [], "once")
    let loads = [
      Self.asks(.section(.reports), CommunityRequests.reports),
      Self.asks(.community, CommunityRequests.community),
    ]
    #expect(store.effects(.received(.change, .text("{}"), at: noon)) == loads)
    #expect(store.state.question == nil && store.state.outcome == .decided)
  }

  @Test func `NEW_20 a member's space shows in the list`() {
    var store = Self.store()
    store.given(.tapped(.section(.members)), .received(.section(.members), .text(Self.members), at: noon))
    #expect(Self.html(store.state).contains("12.3 MB of pictures"))
  }

  @Test func `NEW_20 a suspension takes its reason along`() {
    var store = Self.store()
    store.given(
      .received(.section(.reports), .text(Self.reports), at: noon),
      .tapped(.ask(.suspend(account: "7", report: "40"))))
    let action = CommunityPage.Action(.submitted(["suspend", "Spam", "14"]))
    #expect(action != nil)
    let effects = store.effects(action ?? .suspended(reason: "", days: ""))
    #expect(
      effects == [
        Self.asks(.change, CommunityRequests.suspend("7", reason: "Spam", days: "14", report: "40"))
      ])
    let refused = #"{"error":"This action is not allowed","code":"not_allowed"}"#
    _ = store.effects(.received(.change, .text(refused, status: 403), at: noon))
    #expect(!store.state.isRunning && store.state.question != nil, "it can be tried again")
  }

  @Test func `NEW_20 actions on members follow both roles`() {
    for (viewer, shown) in [
      (
        Role.owner, ["7": ["suspend", "make-owner", "remove"], "8": ["unsuspend", "remove"], "9": ["role"]]
      ),
      (.moderator, ["7": [], "8": ["unsuspend"], "9": ["suspend", "sign-out-everywhere"]]),
    ] {
      var store = Self.store(viewer)
      store.given(.tapped(.section(.members)), .received(.section(.members), .text(Self.members), at: noon))
      for id in ["1", "7", "8", "9"] {
        store.given(.tapped(.unfold(id)))
        let html = Self.html(store.state)
        for verb in ["suspend", "unsuspend", "make-owner", "role", "remove", "sign-out-everywhere"] {
          let isShown = html.contains("data-tap=\"\(verb):\(id)")
          if shown[id]?.contains(verb) == true { #expect(isShown, "\(viewer) \(verb) \(id)") }
          if id == "1" || viewer == .moderator && shown[id]?.contains(verb) != true {
            #expect(!isShown, "\(verb) \(id)")
          }
        }
      }
    }
  }

  @Test func `NEW_20 an invitation is made, shown once, shared and revoked`() throws {
    var store = Self.store()
    store.given(.tapped(.section(.invitations)))
    let action = try #require(CommunityPage.Action(.submitted(["invite", "5", "7"])))
    #expect(store.effects(action) == [Self.asks(.invite, CommunityRequests.invite(uses: "5", days: "7"))])
    #expect(store.effects(action) == [], "once")
    let url = "https://example.org/join/abc"
    let made = #"{"url":"\#(url)","qr":{"size":21,"path":"M0 0h7v1h-7z"}}"#
    #expect(
      store.effects(.received(.invite, .text(made), at: noon)) == [
        Self.asks(.section(.invitations), CommunityRequests.invitations)
      ])
    let html = Self.html(store.state)
    #expect(html.contains(url) && html.contains("viewBox=\"-4 -4 29 29\"") && html.contains("M0 0h7v1h-7z"))
    #expect(store.effects(.tapped(.share)) == [.share(url: url)])
    #expect(store.effects(.tapped(.copy)) == [.copy(url), .toast(Toast(.copied))])
    store.given(.received(.section(.invitations), .text(Self.invitations), at: noon))
    let list = Self.html(store.state)
    #expect(list.contains("2 of 5 joined") && list.contains("User 8") && list.contains("revoke:4"))
    #expect(list.contains("Ended") && !list.contains("revoke:3"))
    #expect(
      store.effects(.tapped(.revoke(invitation: "4"))) == [
        Self.asks(.change, CommunityRequests.revoke(invitation: "4"))
      ])
  }

  @Test func `NEW_20 members who may invite see nothing else, and need no other scopes`() {
    var store = TestStore<CommunityPage>(Self.state(scopes: "read write follow"))
    store.given(.appeared)
    let allowed = Permissions(of: .member, membersInvite: true).flags
    let community = #"{"title":"Choir","permissions":"\#(allowed)"}"#
    #expect(
      store.effects(.received(.community, .text(community), at: noon)) == [
        Self.asks(.section(.invitations), CommunityRequests.invitations)
      ])
    #expect(store.state.sections == [.invitations] && !store.state.needsSignIn)
  }

  static let announcements =
    #"[{"id":"8","text":"No rehearsal on Friday.\nSee you on Saturday!","published_at":"2026-11-21T11:00:00.000Z","ends_at":"2026-11-28T00:00:00.000Z","all_day":true},{"id":"7","text":"Welcome","published_at":"2026-11-20T11:00:00.000Z","ends_at":null,"all_day":false},{}]"#

  @Test func `NEW_20 an owner announces something and removes it`() throws {
    var store = Self.store()
    #expect(
      store.effects(.tapped(.section(.announcements))) == [
        Self.asks(.section(.announcements), CommunityRequests.announcements)
      ])
    let before = CommunityPage.view(store.state, .made()).cells.all
    store.given(.received(.section(.announcements), .text(Self.announcements), at: noon))
    let html = Self.html(store.state)
    #expect(
      html.contains("See you on Saturday!") && html.contains("Nov 28")
        && html.contains("remove-announcement:7"))
    #expect(before.first?.key == CommunityPage.view(store.state, .made()).cells.all.first?.key)
    let action = try #require(CommunityPage.Action(.submitted(["announce", "2026-12-24", "Two", "lines"])))
    #expect(
      store.effects(action) == [
        Self.asks(.change, CommunityRequests.announce("Two\nlines", until: "2026-12-24"))
      ])
    #expect(
      store.effects(.received(.change, .text("{}"), at: noon)) == [
        Self.asks(.section(.announcements), CommunityRequests.announcements)
      ])
    #expect(
      store.effects(.tapped(.removeAnnouncement("7"))) == [
        Self.asks(.change, CommunityRequests.remove(announcement: "7"))
      ])
  }

  @Test func `NEW_20 what was typed stays when the state of the server changes`() throws {
    var store = Self.store()
    store.given(.tapped(.section(.settings)))
    let before = CommunityPage.view(store.state, .made()).cells.all
    let changed = Self.community(.owner).replacing("73400000000", with: "73300000000")
    store.given(.received(.community, .text(changed), at: noon))
    let after = CommunityPage.view(store.state, .made()).cells.all
    #expect(before != after && before.first { $0.key == "settings" } == after.first { $0.key == "settings" })
  }

  @Test func `NEW_09 owners see which push service takes no messages, and why`() {
    let push =
      #","push":{"subscriptions":5,"waiting":9,"problems":[{"host":"fcm.googleapis.com","problem":"status 403","subscriptions":2,"last_sent_at":"2026-11-21T09:00:00.000Z"},{"host":"push.example","problem":"The server did not answer in time.","subscriptions":1,"last_sent_at":null},{"host":"no.reason"}]}}"#
    func text(_ json: String) -> String {
      var store = Self.store()
      store.given(.received(.community, .text(json), at: noon), .tapped(.section(.settings)))
      return Self.html(store.state)
    }
    let community = Self.community(.owner)
    let paused = text(String(community.dropLast()) + push)
    #expect(
      paused.contains(
        "Push messages to fcm.googleapis.com are paused (HTTP 403). Devices: 2. Last delivery: 3 hours ago."))
    #expect(
      paused.contains(
        "Push messages to push.example are paused (The server did not answer in time.). Devices: 1. Last delivery: –."
      ))
    #expect(!paused.contains("no.reason"))
    #expect(!text(community).contains("push-problem"), "all is well")
  }

  @Test func `NEW_20 settings are sent as they were typed`() throws {
    var store = Self.store()
    store.given(.tapped(.section(.settings)))
    let fields = [
      "settings", "Choir", "members", "open", "members", "private", "a@b.example", "", "We sing.", "",
      "Come!",
    ]
    let action = try #require(CommunityPage.Action(.submitted(fields)))
    let settings = CommunitySettings(
      title: "Choir", description: "We sing.\n\nCome!", privacy: "members", registration: "open",
      invitations: "members", audience: "private", contact: "a@b.example", quota: "")
    #expect(store.effects(action) == [Self.asks(.change, CommunityRequests.change(settings))])
    #expect(
      store.effects(.received(.change, .text("{}"), at: noon)) == [
        Self.asks(.community, CommunityRequests.community)
      ])
    #expect(
      CommunityPage.Action(.submitted(["other", "x"])) == nil && CommunityPage.Action(.submitted([])) == nil)
  }

  @Test func `NEW_20 each longer text has a form of its own`() throws {
    var store = Self.store()
    store.given(.tapped(.section(.settings)))
    #expect(Self.html(store.state).contains("Be kind.\nNo spam."))
    for name in CommunityTextName.allCases {
      let action = try #require(
        CommunityPage.Action(.submitted([name.rawValue, "Be kind.", "", "No spam."])))
      #expect(
        store.effects(action) == [
          Self.asks(.change, CommunityRequests.change(name, to: "Be kind.\n\nNo spam."))
        ])
      store.given(.received(.change, .text("{}"), at: noon))
    }
    #expect(
      CommunityRequests.change(.about, to: "x").body.map { String(decoding: $0, as: UTF8.self) }
        == #"{"about":"x"}"#)
  }

  @Test func `NEW_20 a request to join is answered with one tap`() {
    var store = TestStore<CommunityPage>(Self.state())
    let community = Self.community(.moderator).replacing(
      #""open_reports":1"#, with: #""open_reports":0,"join_requests":1"#)
    store.given(.appeared, .received(.community, .text(community), at: noon))
    #expect(store.state.sections.contains(.requests))
    #expect(
      store.effects(.tapped(.section(.requests))) == [
        Self.asks(.section(.requests), CommunityRequests.joinRequests)
      ])
    let waiting = Self.person(7).replacing(
      #""suspended":false"#,
      with: #""suspended":false,"approved":false,"invite_request":"I sing <b>alto</b>""#)
    store.given(.received(.section(.requests), .text("[\(waiting),{}]"), at: noon))
    let html = Self.html(store.state)
    #expect(html.contains("I sing &lt;b") && html.contains("approve:7") && html.contains("reject:7"))
    #expect(
      store.effects(.tapped(.answer("7", isWelcome: true))) == [
        Self.asks(.change, CommunityRequests.answer(request: "7", true))
      ])
    #expect(
      store.effects(.received(.change, .text("{}"), at: noon)) == [
        Self.asks(.section(.requests), CommunityRequests.joinRequests),
        Self.asks(.community, CommunityRequests.community),
      ])
    store.given(.received(.section(.requests), .text("[]"), at: noon))
    #expect(Self.html(store.state).contains("Nobody is waiting"))
  }

  @Test func `NEW_20 an owner makes a link for a forgotten password with the own one`() throws {
    var store = Self.store()
    store.given(.tapped(.section(.members)), .received(.section(.members), .text(Self.members), at: noon))
    store.given(.tapped(.unfold("9")), .tapped(.ask(.newPassword(account: "9"))))
    #expect(Self.html(store.state).contains("type=\"password\""))
    let action = try #require(CommunityPage.Action(.submitted(["new-password", "correct horse"])))
    #expect(
      store.effects(action) == [
        Self.asks(.newPassword, CommunityRequests.newPassword(of: "9", password: "correct horse"))
      ])
    let url = "https://example.org/reset/abc"
    store.given(
      .received(.newPassword, .text(#"{"url":"\#(url)","expires_at":"2026-11-21T13:00:00.000Z"}"#), at: noon))
    #expect(Self.html(store.state).contains(url) && store.state.question == nil)
    #expect(store.effects(.tapped(.share)) == [.share(url: url)])
    store.given(.tapped(.section(.log)))
    #expect(store.state.link == nil, "it shows once")
  }

  @Test func `NEW_20 every tap is read as it is written`() {
    let questions: [CommunityPage.Question] = [
      .removePosts(report: "4"), .warn(report: "4"), .note(report: "4"), .suspend(account: "7", report: nil),
      .suspend(account: "7", report: "4"),
      .remove(account: "7"), .makeOwner(account: "7"),
      .newPassword(account: "7"), .removeClient("70"),
    ]
    let taps: [CommunityPage.Tap] =
      questions.map { .ask($0) } + CommunityPage.Section.allCases.map { .section($0) } + [
        .retry, .more, .unfold("7"), .cancel, .confirm, .dismiss(report: "4"), .setRole("7", .moderator),
        .signOut("7"),
        .unsuspend("7"),
        .revoke(invitation: "4"), .removeAnnouncement("8"), .answer("7", isWelcome: true),
        .answer("7", isWelcome: false), .share, .copy, .copyKey, .copySecret, .allowPasswords(true),
        .allowPasswords(false), .backUp, .pictures(.picture(.cover)),
        .pictures(.remove), .pictures(.press("-")),
      ]
    for tap in taps { #expect(CommunityPage.Tap(EncodedTap(text: tap.encoded.text)) == tap) }
    for text in ["role:7", "role:7:boss", "suspend:7", "section:x", "none"] {
      #expect(CommunityPage.Tap(EncodedTap(text: text)) == nil)
    }
  }

  @Test(arguments: [("idle", LaterPhrase.backupMade), ("failed", .backupFailed)])
  func `NEW_20 an owner makes a backup and is told when it is done`(end: String, outcome: LaterPhrase) {
    func response(_ backup: String) -> Result<Response, RequestFailure> {
      let start = Self.community(.owner).dropLast()
      return .text(start + #","backup":"\#(backup)","writable":true}"#)
    }
    var store = Self.store(.owner)
    #expect(store.effects(.tapped(.backUp)) == [.ask(CommunityPage.Request.backup, CommunityRequests.backUp)])
    #expect(store.effects(.tapped(.backUp)) == [], "one at a time")
    let later = [Effect.after(milliseconds: 1_000, .asksAgain)]
    #expect(store.effects(.received(.backup, response("running"), at: noon)) == later)
    let again = [Effect.ask(CommunityPage.Request.community, CommunityRequests.community)]
    #expect(store.effects(.asksAgain) == again)
    #expect(store.effects(.received(.community, .failure(.unreachable), at: noon)).count == 1, "it asks on")
    #expect(store.effects(.received(.community, response("running"), at: noon)) == later)
    #expect(store.state.backupOutcome == nil)
    #expect(store.effects(.received(.community, response(end), at: noon)) == [])
    #expect(store.state.backupOutcome == outcome && !store.state.awaitsBackup)
    #expect(store.effects(.asksAgain) == [])
  }

  @Test func `NEW_20 a refused backup says why`() {
    var store = Self.store(.owner)
    store.given(.tapped(.backUp))
    let body = #"{"error":"The disk has too little room for a backup","code":"disk_too_small"}"#
    #expect(store.effects(.received(.backup, .text(body, status: 422), at: noon)).count == 1)
    #expect(!store.state.awaitsBackup && store.state.backupOutcome == nil)
  }

  @Test func `NEW_20 Me leads to the community for whom it concerns, also without a network`() {
    var store = TestStore<Me>(Me.State(SamplePosts.context()))
    #expect(store.effects(.appeared) == [.ask(Me.Request.community, CommunityRequests.community)])
    let flags = "\(Permissions(of: .moderator).flags)"
    #expect(
      store.effects(.received(.community, .text(Self.community(.moderator)), at: noon)) == [
        .remember(key: "permissions", flags)
      ])
    #expect(store.state.permissions.contains(.manageReports))
    #expect(
      Me.State(SamplePosts.context(memory: ["permissions": flags])).permissions == store.state.permissions)
    #expect(
      store.effects(.received(.community, .text(Self.community(.member)), at: noon)) == [
        .remember(key: "permissions", nil)
      ])
    #expect(store.effects(.received(.community, .failure(.unreachable), at: noon)) == [])
  }
}
