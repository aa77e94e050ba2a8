import Contracts
import Markup
import Social
import Testing
import Texts

@testable import Localization
@testable import Screens

struct EditProfileTests {
  static let own =
    #"{"id":"1","username":"anna","display_name":"Anna","note":"<p>Hi</p>","locked":true,"discoverable":true,"avatar":"https://a.example/a.png","source":{"note":"Hi","fields":[{"name":"Site","value":"https://example.org"}]}}"#

  static func store(_ memory: [String: String] = [:], loaded: Bool = true) -> TestStore<EditProfile> {
    var store = TestStore<EditProfile>(EditProfile.State(SamplePosts.context(memory: memory, isRoot: false)))
    if loaded { store.given(.appeared, .received(.own, .text(own), at: noon)) }
    return store
  }

  private static func remembers(_ draft: ProfileDraft?) -> Effect { .remember(key: "profile", draft?.json) }

  @Test func `NEW_13 what the server has is put into the fields`() throws {
    var store = Self.store(loaded: false)
    store.send(.appeared, effects: { _ in [.ask(EditProfile.Request.own, OAuthRequests.ownAccount)] })
    let draft = try #require(ProfileDraft(Array(Self.own.utf8)))
    #expect(draft.rows == ["Site", "https://example.org", "", "", "", "", "", ""] && draft.note == "Hi")
    store.answer(.own, with: .text(Self.own)) {
      $0.own = SamplePosts.decoder.profile(body: Array(Self.own.utf8))
      $0.original = draft
      $0.draft = draft
      $0.shown = draft
    }
    #expect(!store.state.canSave)
    #expect(store.keys == ["pictures", "words", "left", "rows", "flags", "end"])
  }

  @Test func `NEW_13 without the server's words nothing can be changed, and it can be tried again`() {
    var store = Self.store(loaded: false)
    store.given(.appeared)
    store.send(.received(.own, .failure(.unreachable), at: noon)) { $0.hasFailed = true }
    #expect(store.keys == ["footer"] && !store.state.canSave)
    store.send(
      .tapped(.retry), effects: { _ in [.ask(EditProfile.Request.own, OAuthRequests.ownAccount)] }
    ) { $0.hasFailed = false }
  }

  @Test func `NEW_13 what is typed is stored, and comes back`() throws {
    var store = Self.store()
    store.send(.typed(field: "nick", "Anna B"), effects: { [Self.remembers($0.draft)] }) {
      $0.draft?.nick = "Anna B"
    }
    store.send(.typed(field: "7", "x"), effects: { [Self.remembers($0.draft)] }) { $0.draft?.rows[7] = "x" }
    store.send(.typed(field: "0", "Web"), effects: { [Self.remembers($0.draft)] }) {
      $0.draft?.rows[0] = "Web"
    }
    store.send(.typed(field: "8", "x"))
    let kept = try #require(store.state.draft)
    let again = Self.store(["profile": kept.json])
    #expect(again.state.draft == kept && again.state.shown == kept && again.state.canSave)
    #expect(again.page.cell(0) == store.page.cell(0))
  }

  @Test func `NEW_13 every kind of draft is stored`() throws {
    var draft = try #require(ProfileDraft(Array(Self.own.utf8)))
    for (avatar, cover) in [("", "1-ab"), ("1-c", nil)] as [(String?, String?)] {
      draft.avatar = avatar
      draft.cover = cover
      for flag in ProfileFlag.allCases where flag.isInForm { draft.flags[flag].toggle() }
      for text in ProfileText.allCases { draft[text] += " and more" }
      #expect(ProfileDraft(Array(draft.json.utf8)) == draft)
    }
    for broken in ["", "{}", "[]", #"{"note":1}"#] { #expect(ProfileDraft(Array(broken.utf8)) == nil) }
  }

  @Test func `NEW_13 the bio is counted in characters, and too many can't be saved`() {
    var store = Self.store()
    #expect(store.state.left == 498)
    store.given(.typed(field: "note", String(repeating: "é", count: 500)))
    #expect(store.state.left == 0 && store.state.canSave)
    store.given(.typed(field: "note", String(repeating: "é", count: 501)))
    #expect(store.state.left == -1 && !store.state.canSave)
    #expect(store.effects(.tapped(.save)) == [])
  }

  @Test func `NEW_13 saving asks for what was written, once`() throws {
    var store = Self.store()
    store.given(.typed(field: "nick", "Anna B"), .tapped(.flag(.locked)))
    let (profile, draft) = (try #require(store.state.own), try #require(store.state.draft))
    let original = try #require(store.state.original)
    store.send(.tapped(.save), effects: { _ in [.saveProfile(profile, draft, since: original), .close] }) {
      $0.isSent = true
    }
    store.send(.tapped(.save))
    let request = try #require(draft.request(0, since: original))
    #expect(draft.request(1, since: original) == nil && request.method == .form)
  }

  @Test func `NEW_13 only what differs is sent, so that what was changed elsewhere stays`() throws {
    let original = try #require(ProfileDraft(Array(Self.own.utf8)))
    func bodies(_ change: (inout ProfileDraft) -> Void) -> [String] {
      var draft = original
      change(&draft)
      return (0..<4).compactMap { draft.request($0, since: original) }.map {
        $0.target + " " + String(decoding: $0.body ?? [], as: UTF8.self)
      }
    }
    let update = "/api/v1/accounts/update_credentials "
    #expect(bodies { _ in } == [])
    #expect(bodies { $0.nick = "Anna B" } == [update + #"[["display_name","Anna B"]]"#])
    #expect(bodies { $0.note = "" } == [update + #"[["note",""]]"#])
    #expect(bodies { $0.flags[.locked] = false } == [update + #"[["locked","false"]]"#])
    #expect(bodies { $0.flags[.discoverable] = false } == [update + #"[["discoverable","false"]]"#])
    #expect(bodies { $0.avatar = "1-a" } == [update + #"[["avatar","1-a",true]]"#])
    #expect(
      bodies {
        $0.avatar = ""
        $0.cover = ""
      } == ["/api/v1/profile/avatar ", "/api/v1/profile/header "])
    // A server deletes the rows that a request leaves out.
    let rows = bodies { $0.rows[3] = "x" }
    #expect(rows.count == 1 && rows[0].contains(#"["fields_attributes[0][name]","Site"]"#))
    #expect(rows[0].contains(#"["fields_attributes[1][value]","x"]"#))
    #expect(rows[0].contains(#"["fields_attributes[3][value]",""]"#) && !rows[0].contains("note"))
  }

  @Test func `Every field of the profile is in the form, is sent and shows before the server answers`() throws
  {
    let original = try #require(ProfileDraft(Array(Self.own.utf8)))
    let own = try #require(SamplePosts.decoder.profile(body: Array(Self.own.utf8)))
    let page = Self.store().page
    let form = (0..<6).map { page.cell($0).html(Strings(.english)).text }.joined()
    for text in ProfileText.allCases {
      var draft = original
      draft[text] = "Another"
      #expect(form.contains("data-input=\"\(text.rawValue)\""))
      let body = String(decoding: try #require(draft.request(0, since: original)?.body), as: UTF8.self)
      #expect(
        body == "[[\"\(text.apiName)\",\"Another\"]]" && draft.applied(to: own) != original.applied(to: own))
    }
    for flag in ProfileFlag.allCases {
      #expect(
        flag.isInForm == (flag.help != nil) && form.contains("data-tap=\"\(flag.rawValue)\"") == flag.isInForm
      )
      guard flag.isInForm else { continue }
      var draft = original
      draft.flags[flag].toggle()
      let body = String(decoding: try #require(draft.request(0, since: original)?.body), as: UTF8.self)
      #expect(body == "[[\"\(flag.rawValue)\",\"\(draft.flags[flag])\"]]")
      #expect(draft.applied(to: own).flags[flag] == draft.flags[flag])
    }
  }

  @Test func `NEW_13 changes are thrown away by a tap`() {
    var store = Self.store()
    #expect(store.page.cell(5).html(Strings(.english)).text.contains("disabled"))
    store.given(.typed(field: "nick", "Anna B"))
    store.send(.tapped(.discard), effects: { _ in [Self.remembers(nil)] }) {
      $0.draft = $0.original
      $0.filling = 1
    }
  }

  @Test func `NEW_13 a picture is chosen, cut and put in its place`() throws {
    var store = Self.store()
    store.send(.tapped(.pictures(.picture(.avatar)))) { $0.cutter.choosing = .avatar }
    #expect(store.frameKeys == ["bar", "choice"])
    store.send(.picked(nil))
    store.send(.picked("1-x"), effects: { _ in [.pictures(.shrink("1-xa"))] }) {
      $0.cutter.choosing = nil
      $0.cutter.cutting = PictureCutter.Cutting(kind: .avatar, id: "1-x")
    }
    store.send(.picked("1-y"))
    store.send(.tapped(.pictures(.cut)))
    let size = try #require(PixelSize(width: 400, height: 200))
    let crop = Crop(of: size)
    store.send(.prepared(id: "1-xa", size, failure: nil), effects: { _ in [.setCrop(crop)] }) {
      $0.cutter.cutting?.crop = crop
    }
    #expect(EditProfile.gesture(store.state) == .crop)
    var moved = crop
    moved.press("ArrowLeft")
    store.send(.typed(field: "crop", "ArrowLeft"), effects: { _ in [.setCrop(moved)] }) {
      $0.cutter.cutting?.crop = moved
    }
    store.send(.tapped(.pictures(.cut)), effects: { _ in [.pictures(.cut("1-xa", as: "1-xb", moved.area))] })
    {
      $0.cutter.cutting?.isDone = true
    }
    store.send(.tapped(.pictures(.cut)))
    store.send(
      .prepared(id: "1-xb", size, failure: nil),
      effects: { [Self.remembers($0.draft), .pictures(.remove("1-xa"))] }
    ) {
      $0.cutter.cutting = nil
      $0.draft?.avatar = "1-xb"
    }
    #expect(store.state.canSave)
    #expect(store.page.cell(0).html(Strings(.english)).text.contains("/.picture/1-xb"))
    let original = try #require(store.state.original)
    let body = String(
      decoding: try #require(store.state.draft?.request(0, since: original)?.body), as: UTF8.self)
    #expect(body == #"[["avatar","1-xb",true]]"#)
  }

  @Test func `NEW_13 what moves is taken whole, and what can't be read is said`() {
    var store = Self.store()
    store.given(.tapped(.pictures(.picture(.cover))), .picked("1-x"))
    store.send(.prepared(id: "1-xa", nil, failure: nil), effects: { [Self.remembers($0.draft)] }) {
      $0.cutter.cutting = nil
      $0.draft?.cover = "1-xa"
    }
    var other = Self.store()
    other.given(.tapped(.pictures(.picture(.cover))), .picked("1-x"))
    other.send(
      .prepared(id: "1-xa", nil, failure: .pictureUnreadable),
      effects: { _ in [.toast(Toast(.pictureUnreadable)), .pictures(.remove("1-x"))] }
    ) { $0.cutter.cutting = nil }
    other.send(.prepared(id: "1-z", nil, failure: nil), effects: { _ in [.pictures(.remove("1-z"))] })
  }

  @Test func `NEW_13 a picture that isn't wanted after all goes`() throws {
    var store = Self.store()
    store.given(.tapped(.pictures(.picture(.cover))), .picked("1-x"))
    store.send(.tapped(.pictures(.keep)), effects: { _ in [.pictures(.remove("1-x"))] }) {
      $0.cutter.cutting = nil
    }
    store.send(.tapped(.pictures(.picture(.avatar)))) { $0.cutter.choosing = .avatar }
    store.send(.tapped(.pictures(.outside))) { $0.cutter.choosing = nil }
    store.send(.tapped(.pictures(.picture(.avatar)))) { $0.cutter.choosing = .avatar }
    store.send(.tapped(.pictures(.remove)), effects: { [Self.remembers($0.draft)] }) {
      $0.cutter.choosing = nil
      $0.draft?.avatar = ""
    }
    let original = try #require(store.state.original)
    #expect(store.state.draft?.request(0, since: original) == APIRequest(.delete, "/api/v1/profile/avatar"))
  }

  @Test func `NEW_22 Remove shows only with a picture`() throws {
    func removes(_ kind: EditProfile.Kind, _ actions: EditProfile.Action...) -> Bool {
      var store = Self.store()
      for action in actions + [.tapped(.pictures(.picture(kind)))] { store.given(action) }
      return EditProfile.view(store.state, .made()).frame.map { $0.html(Strings(.english)).text }.joined()
        .contains(#"data-tap="remove-picture""#)
    }
    #expect(removes(.avatar) && !removes(.cover))
    let removed = removes(.avatar, .tapped(.pictures(.picture(.avatar))), .tapped(.pictures(.remove)))
    #expect(!removed)
    let size = try #require(PixelSize(width: 9, height: 9))
    let chosen: [EditProfile.Action] = [
      .tapped(.pictures(.picture(.cover))), .picked("1-x"), .prepared(id: "1-xa", size, failure: nil),
      .prepared(id: "1-xb", size, failure: nil),
    ]
    #expect(removes(.cover, chosen[0], chosen[1], chosen[2], chosen[3]), "it is chosen")
  }

  @Test(arguments: [
    EditProfile.Tap.save, .discard, .retry, .pictures(.picture(.cover)), .pictures(.outside),
    .pictures(.remove), .pictures(.cut), .pictures(.keep), .pictures(.press("ArrowUp")),
    .flag(.locked), .flag(.discoverable),
  ])
  func `NEW_13 taps are decoded as they were encoded`(tap: EditProfile.Tap) {
    #expect(EditProfile.Tap(tap.encoded) == tap)
  }
}
