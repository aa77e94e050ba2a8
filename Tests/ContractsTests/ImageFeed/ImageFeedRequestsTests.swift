import Contracts
import Testing

struct ImageFeedRequestsTests {
  private let id = "2239CBA2-CB35-4392-ADC0-24A37D38E010"

  @Test func `COM_09 the requests are those of the contract`() {
    #expect(ImageFeedRequests.feed(limit: 10, after: nil) == APIRequest(.get, "/v1/feed?limit=10"))
    #expect(
      ImageFeedRequests.feed(limit: 25, after: id).target
        == "/v1/feed?limit=25&after_id=2239CBA2-CB35-4392-ADC0-24A37D38E010")
    #expect(ImageFeedRequests.comments(of: id) == APIRequest(.get, "/v1/image/\(id)/comments"))
  }

  @Test func `COM_05 only the comments take any success`() {
    for status in [199, 201, 204, 300, 304, 400, 404, 500] {
      #expect(!ImageFeedRequests.isSuccess(status: status))
    }
    #expect(ImageFeedRequests.isSuccess(status: 200))
    for status in [200, 201, 250, 280, 299] { #expect(ImageFeedRequests.isSuccess(commentsStatus: status)) }
    for status in [0, 150, 199, 300, 400, 500] {
      #expect(!ImageFeedRequests.isSuccess(commentsStatus: status))
    }
  }

  @Test func `a UUID is known in any case`() {
    #expect(canonicalUUID("2239cba2-cb35-4392-adc0-24a37d38e010") == id)
    #expect(canonicalUUID(id) == id)
    for text in [
      "", "2239CBA2CB354392ADC024A37D38E010", "{\(id)}", id + " ", "2239CBA2-CB35-4392-ADC0-24A37D38E01",
      "2239CBA2-CB35-4392-ADC0-24A37D38E01G", "2239CBA2-CB354-392-ADC0-24A37D38E010",
      "------------------------------------", "2239CBA2-CB35-4392-ADC0-24A37D38é01",
    ] {
      #expect(canonicalUUID(text) == nil, "\(text)")
    }
  }
}
