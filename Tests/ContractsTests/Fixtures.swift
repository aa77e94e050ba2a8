import Contracts
import JSON
import Social
import TestSupport
import Testing

extension ServerAddress {
  static func made(_ text: String = "https://moments.example.org/api") throws -> ServerAddress {
    try #require(ServerAddress(text))
  }
}

extension MomentsDecoder {
  static func made() throws -> MomentsDecoder { MomentsDecoder(origin: .other(try .made())) }

  func post(_ text: String) throws -> Result<MomentsPost, DroppedItem> { post(try JSON(parsing: text)) }

  func kept(_ text: String) throws -> MomentsPost { try post(text).get() }

  func profile(_ text: String) throws -> Account? { profile(try JSON(parsing: text)) }
}

/// A sender as the original servers write it.
let ada = #""sender":{"username":"ada","nick":"Ada","avatar":"https://img.example.org/ada.png"}"#
