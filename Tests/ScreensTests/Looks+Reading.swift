import Contracts
import Social

@testable import Screens

/// Builders for pictures, their comments, and timeline files.
extension Looks {
  static func images(_ actions: ImageFeed.Action...) -> ImageFeed.State {
    after(actions, TestStore.images().state, ImageFeed.reduce)
  }

  static let pictures = ImageFeed.Action.received(
    .newest,
    .text(
      #"""
      {"items":[{"id":"\#(SampleImages.id(1))","image":"https://pictures.example/1.jpg","location":"Seafront\nDoor 7",
      "description":"A <b>coast</b> & clouds","author":{"username":"ann","display_name":"Ann","avatar":"/media/ann.jpg"}},
      {"id":"\#(SampleImages.id(2))","image":"/media/2.jpg","status_id":"2","author":{"username":"ben","display_name":"Ben"}}]}
      """#), at: noon)
  static let noItems = ImageFeed.Action.received(.newest, .text(#"{"items":[]}"#), at: noon)
  static let noPictures = ImageFeed.Action.received(.newest, .failure(.unreachable), at: noon)

  static func comments(_ actions: ImageComments.Action...) -> ImageComments.State {
    after(actions, TestStore.comments().state, ImageComments.reduce)
  }

  static let twoComments = ImageComments.Action.received(.comments, SampleImages.comments([1, 3]), at: noon)
  static let waitingComment = ImageComments.Action.changed(
    .itemWaiting(SamplePosts.item(text: "Lovely", replyTo: "1")))

  static func commentsAnswer(_ text: String) -> ImageComments.Action {
    .received(.comments, .text(text), at: noon)
  }

  static func file(_ start: FilePosts.Start, _ actions: FilePage.Action...) -> FilePage.State {
    after(actions, FilePageTests.store(start).state, FilePage.reduce)
  }

  static func fileThread() -> Thread.State {
    let file = FilePageTests.opened().state.postsState.file ?? FilePosts()
    return Thread.State("b", in: file, SamplePosts.context(isRoot: false))
  }
}
