import HTTPTypes
import Hummingbird
import JSON
import Localization
import NIOCore
import Screens
import Texts

/// The web app manifest in the language of a request. The build's file has what no language changes.
struct WebManifest: Sendable {
  static let url = "/manifest.webmanifest"

  private let responses: [Language: CacheableResponse]

  /// - Parameter file: a JSON object with at least one member.
  init(_ file: CacheableResponse) {
    let form = file.forms[file.forms.count - 1]
    var fields = form.fields
    fields[.vary] = "Accept-Language, Cookie"
    (fields[.contentLength], fields[.eTag]) = (nil, nil)
    let rest = Array(form.body.readableBytesView.drop(while: { $0 != UInt8(ascii: "{") }).dropFirst())
    var responses: [Language: CacheableResponse] = [:]
    for language in Language.allCases {
      var body = Self.members(in: Strings(language))
      body.removeLast()
      body.append(UInt8(ascii: ","))
      body += rest
      responses[language] = CacheableResponse.text(ByteBuffer(bytes: body), fields: fields)
    }
    self.responses = responses
  }

  /// Returns an object of what a person reads about the installed app (W3C Web Application Manifest).
  private static func members(in strings: Strings) -> [UInt8] {
    let moments = strings[.moments]
    let shortcuts: [(phrase: Phrase, route: Route)] = [
      (.compose, .compose), (.notifications, .notifications), (.search, .search),
    ]
    var writer = JSONWriter()
    writer.object { writer in
      writer.texts([
        ("lang", strings.language.tag), ("dir", "\(strings.language.direction)"),
        ("name", "Swiftlet " + moments), ("short_name", moments), ("description", strings[auth: .doorLine]),
      ])
      writer.name("shortcuts")
      writer.array(shortcuts) { writer, shortcut in
        writer.object { writer in
          writer.texts([("name", strings[shortcut.phrase]), ("url", "\(shortcut.route.pattern)")])
        }
      }
    }
    return writer.bytes
  }

  func response(to request: Request) -> Response? {
    responses[PageLanguage.of(request)]?.response(to: request)
  }
}
