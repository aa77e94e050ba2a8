import Contracts
import Social
import Testing

@testable import Screens

/// Responses of an image feed, and screens that show them.
enum SampleImages {
  static func id(_ number: Int) -> String {
    let digits = String(number)
    return "AAAAAAAA-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  static func json(_ numbers: some Sequence<Int>) -> String {
    let items = numbers.map { #"{"id":"\#(id($0))","image":"/media/\#($0).jpg","status_id":"\#($0)"}"# }
    return #"{"items":["# + items.joined(separator: ",") + "]}"
  }

  static func page(_ numbers: some Sequence<Int>) -> Result<Response, RequestFailure> { .text(json(numbers)) }

  static func image(_ number: Int = 1) -> FeedImage {
    FeedImage(id: id(number), url: "/media/\(number).jpg", postID: "\(number)")
  }

  /// Returns comments of these ages in days.
  static func comments(_ days: [Int], status: Int = 200) -> Result<Response, RequestFailure> {
    let items = days.map {
      #"{"id":"\#(id($0))","message":"Message \#($0)","created_at":"2026-11-\#(21 - $0)T12:00:00+0000","author":{"username":"user\#($0)"}}"#
    }
    return .text(#"{"items":["# + items.joined(separator: ",") + "]}", status: status)
  }
}

extension TestStore where S == ImageFeed {
  static func images(_ server: ServerAddress? = nil) -> Self { Self(ImageFeed.State(server, own: .made())) }

  /// Returns a feed whose first page has loaded.
  static func shown(_ numbers: some Sequence<Int>) -> Self {
    var store = images()
    store.given(.appeared, .received(.newest, SampleImages.page(numbers), at: noon))
    return store
  }

  var numbers: [Int] { state.images.compactMap { Int($0.id.suffix(12)) } }
}

extension TestStore where S == ImageComments {
  static func comments(
    on image: FeedImage? = SampleImages.image(), at server: ServerAddress? = nil,
    _ context: ScreenContext = SamplePosts.context()
  ) -> Self {
    Self(ImageComments.State(SampleImages.id(1), image, server, context))
  }
}
