import Contracts
import Localization
import Screens
import Social

/// Pages of plain text, used until the screens are plugged in and if the app isn't built.
public enum PlaceholderPages {
  public static let render: PageRenderer = { request in
    let words =
      switch request.kind {
      case .moments(let account, let posts, _):
        "\(account.nick): \(min(request.shown, posts.count)) of \(posts.count)"
      case .remoteMoments(let username, let server): "\(username) at \(server.text)"
      case .shell: "Shell"
      case .addressed(let path, _): path
      case .landingPage(let reason): "\(reason.kind) \(reason.name)"
      case .membersOnly: "Members only"
      case .settings(let unreadable): "Settings" + (unreadable.map { ": no address: " + $0 } ?? "")
      case .failure(let status): "Error \(status)"
      }
    return page(language: request.language.tag, direction: "ltr", words: words)
  }

  /// Returns the page that replaces every page as long as the app isn't built.
  static func notBuilt(_ language: Language) -> [UInt8] {
    let words =
      switch language {
      case .english: "The app has not been built. Run “make build”, then start the server again."
      case .greek:
        "Η εφαρμογή δεν έχει δημιουργηθεί. Εκτελέστε «make build» και ξεκινήστε ξανά τον διακομιστή."
      case .brazilianPortuguese: "O app não foi compilado. Execute “make build” e inicie o servidor de novo."
      case .arabic: "لم يُبنَ التطبيق بعد. نفّذ «make build»، ثم شغّل الخادم من جديد."
      case .simplifiedChinese: "应用尚未构建。请运行“make build”，然后重新启动服务器。"
      }
    return page(language: language.tag, direction: language.direction, words: words)
  }

  private static func page(language: String, direction: StaticString, words: String) -> [UInt8] {
    var escaped = ""
    for character in words.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return Array(
      """
      <!doctype html>
      <html lang="\(language)" dir="\(direction)">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>Swiftlet</title>
      <p>\(escaped)</p>
      </html>

      """.utf8)
  }
}
