import Contracts
import Social

@testable import Screens

/// Answers of an image feed, and screens that show them.
enum Images {
  static func id(_ number: Int) -> String {
    let digits = String(number)
    return "AAAAAAAA-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  static func json(_ numbers: some Sequence<Int>) -> String {
    let items = numbers.map { #"{"id":"\#(id($0))","image":"/media/\#($0).jpg","status_id":"\#($0)"}"# }
    return #"{"items":["# + items.joined(separator: ",") + "]}"
  }

  static func page(_ numbers: some Sequence<Int>) -> Result<Answer, RequestFailure> { .text(json(numbers)) }

  static func image(_ number: Int = 1) -> FeedImage {
    FeedImage(id: id(number), url: "/media/\(number).jpg", statusID: "\(number)")
  }

  /// Comments that are so many days old.
  static func comments(_ days: [Int], status: Int = 200) -> Result<Answer, RequestFailure> {
    let items = days.map {
      #"{"id":"\#(id($0))","message":"Message \#($0)","created_at":"2026-11-\#(21 - $0)T12:00:00+0000","author":{"username":"user\#($0)"}}"#
    }
    return .text(#"{"items":["# + items.joined(separator: ",") + "]}", status: status)
  }
}

extension TestStore where State == ImageFeed.State, Action == ImageFeed.Action {
  static func images(_ server: ServerAddress? = nil) -> Self {
    TestStore(ImageFeed.State(server, own: .made(), now: noon), ImageFeed.reduce)
  }

  /// A feed whose first page is there.
  static func shown(_ numbers: some Sequence<Int>) -> Self {
    var store = images()
    store.prepare(.appeared, .answered(RequestName(.timeline), Images.page(numbers)))
    return store
  }

  var numbers: [Int] { state.images.compactMap { Int($0.id.suffix(12)) } }

  var foot: ImageFeed.Cell? { ImageFeed.view(state, .made()).cells.last }

  var frameKeys: [String] { ImageFeed.view(state, .made()).frame.map(\.key) }
}

extension TestStore where State == ImageComments.State, Action == ImageComments.Action {
  static func comments(
    on image: FeedImage? = Images.image(), at server: ServerAddress? = nil,
    _ context: ScreenContext = Statuses.context()
  ) -> Self {
    TestStore(ImageComments.State(Images.id(1), image, server, context), ImageComments.reduce)
  }

  var keys: [String] { ImageComments.view(state, .made()).cells.map(\.key) }

  var foot: ImageComments.Cell? { ImageComments.view(state, .made()).cells.last }

  var frameKeys: [String] { ImageComments.view(state, .made()).frame.map(\.key) }
}
