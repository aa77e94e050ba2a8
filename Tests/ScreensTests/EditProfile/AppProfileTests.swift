import Contracts
import Social
import TestSupport
import Testing

@testable import Localization
@testable import Screens

/// Tests a change of the member's own profile, from saving it to the server's response.
struct AppProfileTests {
  private static func draft(_ nick: String = "Anna B") throws -> (profile: Profile, draft: ProfileDraft) {
    let own = Array(EditProfileTests.own.utf8)
    var draft = try #require(ProfileDraft(own))
    draft.nick = nick
    return (try #require(SamplePosts.decoder.profile(body: own)), draft)
  }

  /// Returns an app whose Me page has loaded everything, with the request that saving began.
  private static func saving(
    _ draft: ProfileDraft, _ profile: Profile
  ) throws -> (app: App, request: Identifier, call: Command) {
    var app = App.member()
    _ = app.started()
    _ = app.performing(.remember(key: "profile", draft.json))
    let original = try #require(ProfileDraft(Array(EditProfileTests.own.utf8)))
    let saving = app.performing(.saveProfile(profile, draft, since: original))
    let (request, call) = try #require(saving.compactMap(\.sent).first)
    return (app, request, call)
  }

  @Test func `NEW_13 a change shows at once, and stays when the server takes it`() throws {
    let (profile, draft) = try Self.draft()
    var (app, request, call) = try Self.saving(draft, profile)
    guard case .send(_, let sent, let url, _) = call else { return }
    #expect(sent.method == .form && url == "/api/v1/accounts/update_credentials")
    #expect(app.sessions.current?.me.account.nick == "Anna B")
    #expect(app.memory["session 1 profile"] == draft.json, "until the server has it")
    let taken = #"{"id":"1","username":"anna","display_name":"Anna Bee"}"#
    _ = app.handle(.received(request, .text(taken)))
    #expect(app.sessions.current?.me.account.nick == "Anna Bee")
    #expect(Sessions(app.memory).current?.me.account.nick == "Anna Bee")
    #expect(app.memory["session 1 profile"] == nil)
    #expect(app.toast == Toast(.profileSaved))
  }

  @Test func `NEW_13 what a server says of oneself meanwhile does not undo a change`() throws {
    let (profile, draft) = try Self.draft()
    var (app, request, _) = try Self.saving(draft, profile)
    app.performing(.open(.profile(id: profile.id, handle: nil, draft.applied(to: profile))))
    func shown() -> String? { (app.stack.last as? ScreenHost<ProfilePage>)?.state.profile?.account.nick }
    _ = app.performing(.broadcast(.profileChanged(profile, at: noon)))
    #expect(shown() == "Anna B", "it was asked before")
    _ = app.handle(.received(request, .text(#"{"id":"1","username":"anna","display_name":"Anna B"}"#)))
    _ = app.performing(.broadcast(.profileChanged(profile, at: noon)))
    #expect(shown() == "Anna", "somebody has changed it elsewhere")
  }

  @Test func `NEW_13 what is refused is rolled back with a sentence, and what was typed is stored`() throws {
    let (profile, draft) = try Self.draft()
    for (result, words) in [
      (.text(#"{"error":"Too rude"}"#, status: 422), "The server says: Too rude"),
      (.text(#"{"error":"Validation failed","code":"text_too_long"}"#, status: 422), "The text is too long."),
      (.failure(.unreachable), "No connection right now. Try again in a moment."),
    ] as [(Result<Response, RequestFailure>, String)] {
      var (app, request, _) = try Self.saving(draft, profile)
      _ = app.handle(.received(request, result))
      #expect(app.sessions.current?.me.account.nick == "Anna")
      #expect(app.toast == Toast(Message(.profileNotSaved, words)))
      #expect(app.memory["session 1 profile"] == draft.json)
    }
  }

  @Test func `NEW_13 what was typed while the server was asked stays`() throws {
    let (profile, draft) = try Self.draft()
    var (app, request, _) = try Self.saving(draft, profile)
    let newer = try Self.draft("Anna C").draft
    _ = app.performing(.remember(key: "profile", newer.json))
    _ = app.handle(.received(request, .text(EditProfileTests.own)))
    #expect(app.memory["session 1 profile"] == newer.json)
  }

  @Test func `NEW_13 pictures are sent from the device, and removed there when the server has them`() throws {
    var (profile, draft) = try Self.draft()
    draft.avatar = "1-xb"
    draft.cover = ""
    var (app, request, _) = try Self.saving(draft, profile)
    #expect(app.sessions.current?.me.account.avatar == Picture(url: "/.picture/1-xb"))
    #expect(app.sessions.current?.me.account.cover == nil)
    let removal = app.handle(.received(request, .text(EditProfileTests.own)))
    let (second, call) = try #require(removal.compactMap(\.sent).first)
    guard case .send(_, let sent, _, _) = call else { return }
    #expect(sent == APIRequest(.delete, "/api/v1/profile/header"))
    let commands = app.handle(.received(second, .text(EditProfileTests.own)))
    #expect(commands.contains(.removePictures(prefix: "1-xb")))
    #expect(app.sessions.current?.me.account.avatar == Picture(url: "https://a.example/a.png"))
  }

  @Test(arguments: [true, false])
  func `NEW_13 a form that is saved while another is sent follows it`(_ isTaken: Bool) throws {
    var (profile, draft) = try Self.draft()
    draft.avatar = "1-xb"
    var (app, request, _) = try Self.saving(draft, profile)
    let original = try #require(ProfileDraft(Array(EditProfileTests.own.utf8)))
    var newer = draft
    newer.avatar = "1-yb"
    _ = app.performing(.remember(key: "profile", newer.json))
    let meanwhile = app.performing(.saveProfile(profile, newer, since: original))
    #expect(meanwhile.compactMap(\.sent).isEmpty, "the earlier picture must not arrive after the later one")
    #expect(app.sessions.current?.me.account.avatar == Picture(url: "/.picture/1-yb"))
    let first: Result<Response, RequestFailure> =
      isTaken
      ? .text(EditProfileTests.own)
      : .text(#"{"error":"No","code":"unusable_avatar"}"#, status: 422)
    let commands = app.handle(.received(request, first))
    let (second, call) = try #require(commands.compactMap(\.sent).first)
    guard case .send(_, let sent, _, _) = call else { return }
    #expect(sent == newer.request(0, since: original))
    #expect(app.sessions.current?.me.account.avatar == Picture(url: "/.picture/1-yb"), "it doesn't flicker")
    let last = app.handle(.received(second, .text(EditProfileTests.own)))
    #expect(last.contains(.removePictures(prefix: "1-yb")))
    #expect(app.memory["session 1 profile"] == nil && app.toast == Toast(.profileSaved))
  }

  @Test func `NEW_13 a part that was done before another failed stays`() throws {
    var (profile, draft) = try Self.draft()
    draft.cover = ""
    var (app, request, _) = try Self.saving(draft, profile)
    let taken = #"{"id":"1","username":"anna","display_name":"Anna B"}"#
    let (second, _) = try #require(app.handle(.received(request, .text(taken))).compactMap(\.sent).first)
    _ = app.handle(.received(second, .failure(.unreachable)))
    #expect(app.sessions.current?.me.account.nick == "Anna B" && app.toast != nil)
  }

  @Test func `NEW_13 a token that is taken no longer asks to sign in`() throws {
    let (profile, draft) = try Self.draft()
    var (app, request, _) = try Self.saving(draft, profile)
    _ = app.handle(.received(request, .text("{}", status: 401)))
    #expect(app.toast == Toast(.signInAgain, action: .signIn))
  }

  @Test func `NEW_13 a chosen picture is for the profile that is edited, and else goes`() throws {
    var app = App.member()
    _ = app.started()
    _ = app.performing(.open(.editProfile))
    let screen = try #require(app.stack.last?.id)
    let (request, _) = try #require(app.waitingRequest(of: screen))
    _ = app.handle(.received(request, .text(EditProfileTests.own)))
    _ = app.handle(.tapped(screen, PictureTap.picture(.avatar).encoded.text))
    let chosen = app.handle(.picked(1))
    let id = try #require(
      chosen.compactMap { if case .preparePicture(let id) = $0 { id } else { nil } }.first)
    #expect(app.stack.last?.id == screen, "no post is begun")
    let size = try #require(PixelSize(width: 400, height: 200))
    let placed = app.handle(.prepared(id, size: 1000, isStored: true, size))
    #expect(placed.contains(.setVariable(screen, .number("--zoom", 1000))))
    let cut = app.handle(.tapped(screen, PictureTap.cut.encoded.text))
    #expect(cut.contains { if case .cutPicture(id, _, _) = $0 { true } else { false } })
    #expect(
      app.handle(.prepared("1-other", size: 5, isStored: true)).contains(.removePictures(prefix: "1-other")))
    _ = app.handle(.wentTo(depth: 0))
    #expect(
      app.handle(.prepared("1-late", size: 5, isStored: true)).contains(.removePictures(prefix: "1-late")))
  }

  @Test func `NEW_13 fingers on the picture that is cut neither slide nor close the screen`() throws {
    var app = App.member()
    _ = app.started()
    _ = app.performing(.open(.editProfile))
    let screen = try #require(app.stack.last?.id)
    let (request, _) = try #require(app.waitingRequest(of: screen))
    _ = app.handle(.received(request, .text(EditProfileTests.own)))
    _ = app.handle(.tapped(screen, PictureTap.picture(.cover).encoded.text))
    let id = try #require(
      app.handle(.picked(1)).compactMap { if case .preparePicture(let id) = $0 { id } else { nil } }.first)
    _ = app.handle(.prepared(id, size: 1000, isStored: true, PixelSize(width: 400, height: 800)))
    func event(_ phase: PointerEvent.Phase, _ x: Int, _ y: Int) -> PointerEvent {
      PointerEvent(phase: phase, pointer: 1, x: x, y: y, time: 0, sheetHeight: 100)
    }
    _ = app.handle(event(.down, 100, 400), on: screen)
    let moved = app.handle(event(.move, 300, 420), on: screen)
    #expect(moved.claim == .taken && moved.commands.contains(.setVariable(screen, .number("--y", 200))))
    _ = app.handle(event(.up, 300, 420), on: screen)
    #expect(app.depth == 1 && app.askedToGoBack == nil)
  }
}

extension App {
  /// Returns the request that a screen waits for.
  fileprivate func waitingRequest(of screen: Identifier) -> (Identifier, AnyScreenRequest)? {
    for (number, waiter) in waiting {
      if case .request(screen, let request, _) = waiter { return (number, request) }
    }
    return nil
  }
}
