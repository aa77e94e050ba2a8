import Contracts
import HTTPTypes
import Localization
import NIOCore
import Screens
import Texts

/// The files with the texts of each language for the app, which contains no texts. They are made from the tables at
/// the server's start.
enum TextFiles {
  /// The name of that language's file in `Assets`.
  static func name(of language: Language) -> String { "texts/" + language.tag }

  /// Returns the file of a language. Its URL changes when one of its texts does.
  static func file(of language: Language) -> (url: String, response: CacheableResponse) {
    let body = ByteBuffer(bytes: Strings(language).file)
    let url = Links.texts(of: language) + hexadecimal(Digest.sha256(body).prefix(8)) + ".txt"
    let file = AssetManifest.File(
      url: url, file: url, name: name(of: language), type: "text/plain", isImmutable: true, codings: [])
    return (url, CacheableResponse.text(body, fields: AssetFields.fields(for: file)))
  }
}
