import Contracts
import Social
import TestSupport

@testable import Localization
@testable import Screens

/// The composer's states.
extension Looks {
  static func composeReply(_ actions: Compose.Action...) -> Compose.State {
    let start = ComposeStart(replyTo: ComposeTests.post, writer: ComposeTests.anna)
    let text = "\n<b>" + String(repeating: "a", count: 500)
    return after(
      [.typed(field: "text", text: text)] + actions, ComposeTests.store(start).state, Compose.reduce)
  }

  static func composeEdit(_ actions: Compose.Action...) -> Compose.State {
    after(actions, ComposeTests.store(ComposeStart(editing: "7")).state, Compose.reduce)
  }

  /// Returns a post with a place, for followers.
  static func composeRows(_ actions: Compose.Action...) -> Compose.State {
    let begun: [Compose.Action] = [
      .typed(field: "text", text: "On the way"), .tapped(.location(.open)), .submitted("Lisbon"),
    ]
    let places = "Porto\nA place with a long name, beside the old station\n"
    let memory = ["audience": "private", "places": places]
    return after(begun + actions, ComposeTests.store(memory: memory).state, Compose.reduce)
  }

  /// Two people that the viewer follows.
  static let followedPeople = Compose.Action.received(
    .followed, .text("[\(SamplePosts.author(3)),\(longPerson)]"), at: noon)

  /// Returns pictures in every state.
  static func composePictures(_ actions: Compose.Action...) -> Compose.State {
    let begun: [Compose.Action] = [
      .typed(field: "text", text: "Nine would fit"), .picked("1-a"), .picked("1-b"), .picked("1-c"),
      .picked("1-d"),
      .picked("1-e"),
      .pictureChanged(id: "1-a", .sent(id: "1", at: noon)), .pictureChanged(id: "1-b", .sending),
      .pictureChanged(id: "1-d", .failed(Message(.pictureUnreadable))),
      .pictureChanged(id: "1-e", .failed(Message(.refusedBy, "Validation failed: File is not a picture"))),
      .tapped(.picture(.describe("1-a"))), .typed(field: "description", text: "A cat"),
      .tapped(.picture(.described)), .tapped(.picture(.sensitive)),
    ]
    return after(begun + actions, ComposeTests.store(memory: ["audience": "public"]).state, Compose.reduce)
  }

  static let noSource = Compose.Action.received(.source, .failure(.unreachable), at: noon)
}

extension Look {
  static var compose: [Look] {
    [
      Look("compose-new", .compose(ComposeTests.store(memory: ["audience": "public"]).state)),
      Look("compose-reply", .compose(Looks.composeReply(.tapped(.audience)))),
      Look("compose-warning", .compose(Looks.composeReply(.tapped(.warning)))),
      Look("compose-discarded", .compose(Looks.composeReply(.tapped(.audience), .tapped(.discard)))),
      Look("compose-loading", .compose(Looks.composeEdit(.appeared))),
      Look("compose-pictures", .compose(Looks.composePictures())),
      Look("compose-describing", .compose(Looks.composePictures(.tapped(.picture(.describe("1-b")))))),
      Look("compose-location", .compose(Looks.composeRows(.tapped(.location(.open))))),
      Look("compose-remind", .compose(Looks.composeRows(.tapped(.remind(.open)), Looks.followedPeople))),
      Look("compose-unreachable", .compose(Looks.composeEdit(.appeared, Looks.noSource))),
    ]
  }
}
