import Contracts
import Social

@testable import Screens

/// Pictures, their comments, and timeline files.
extension Looks {
  static func images(_ actions: ImageFeed.Action...) -> ImageFeed.State {
    after(actions, TestStore.images().state, ImageFeed.reduce)
  }

  static let pictures = ImageFeed.Action.answered(
    RequestName(.timeline),
    .text(
      #"""
      {"items":[{"id":"\#(Images.id(1))","image":"https://pictures.example/1.jpg","location":"Seafront\nDoor 7",
      "description":"A <b>coast</b> & clouds"},{"id":"\#(Images.id(2))","image":"/media/2.jpg","status_id":"2"}]}
      """#))
  static let noItems = ImageFeed.Action.answered(RequestName(.timeline), .text(#"{"items":[]}"#))
  static let noPictures = ImageFeed.Action.answered(RequestName(.timeline), .failure(.unreachable))

  static func comments(_ actions: ImageComments.Action...) -> ImageComments.State {
    after(actions, TestStore.comments().state, ImageComments.reduce)
  }

  static let twoComments = ImageComments.Action.answered(RequestName(.thread), Images.comments([1, 3]))
  static let waitingComment = ImageComments.Action.heard(.statusWaiting(Statuses.item(text: "Lovely", replyTo: "1")))

  static func commentsAnswer(_ text: String) -> ImageComments.Action {
    .answered(RequestName(.thread), .text(text))
  }

  static func file(_ start: FilePage.Start, _ actions: FilePage.Action...) -> FilePage.State {
    after(actions, FilePageTests.store(start).state, FilePage.reduce)
  }

  static func fileThread() -> Thread.State {
    let file = FilePageTests.opened().state.board.file ?? FilePosts()
    return Thread.State("b", in: file, Statuses.context(isRoot: false))
  }
}
