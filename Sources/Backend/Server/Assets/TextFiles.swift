import Contracts
import HTTPTypes
import Localization
import NIOCore
import Screens
import Texts

/// The files with the texts of each language for the app, which contains no texts. They are made from the
/// tables at the server's start.
struct TextFiles {
  /// The address and the response of the file that the app starts with.
  let first: (url: String, response: CacheableResponse)
  /// The same for the file that comes with the app's second part.
  let later: (url: String, response: CacheableResponse)

  /// The name of that language's first file in `Assets`.
  static func name(of language: Language) -> String { "texts/" + language.tag }

  /// An address changes with its file. The first file names the second, so it changes with either.
  init(of language: Language) {
    let strings = Strings(language)
    let beginning = Links.texts(of: language)
    later = Self.file(beginning, strings.laterFile)
    first = Self.file(beginning, strings.file(laterFileAt: later.url))
  }

  private static func file(_ beginning: String, _ bytes: [UInt8]) -> (
    url: String, response: CacheableResponse
  ) {
    let body = ByteBuffer(bytes: bytes)
    let url = beginning + hexadecimal(Digest.sha256(body).prefix(8)) + ".txt"
    let file = AssetManifest.File(
      url: url, file: url, name: url, type: "text/plain", isImmutable: true, codings: [])
    return (url, CacheableResponse.text(body, fields: AssetFields.fields(for: file)))
  }
}
