import JSON
import TestSupport
import Testing
import TwitterContracts

struct TwitterErrorTests {
  @Test func `an error has its code and message`() {
    #expect(
      JSONWriter.text { TwitterError.duplicate.write(&$0) }
        == #"{"errors":[{"code":187,"message":"Status is a duplicate."}]}"#)
    #expect(TwitterError.duplicate.status == 403)
    #expect(
      JSONWriter.text {
        TwitterError.writeNotAuthorized(path: "/1.1/statuses/user_timeline.json", &$0)
      } == #"{"request":"/1.1/statuses/user_timeline.json","error":"Not authorized."}"#)
  }

  @Test func `no two errors share a code, and each refuses`() {
    #expect(Set(TwitterError.allCases.map(\.code)).count == TwitterError.allCases.count)
    for error in TwitterError.allCases {
      #expect(400..<600 ~= error.status && !error.message.isEmpty)
    }
  }

  /// The Ruby gem `twitter` chooses the class of an error by these words.
  @Test func `clients find the words that they look for`() {
    #expect(TwitterError.alreadyFavorited.message.contains("already favorited"))
    #expect(TwitterError.alreadyRetweeted.message.lowercased().contains("already retweeted"))
    #expect(TwitterError.duplicate.message.lowercased().contains("status is a duplicate"))
  }
}
