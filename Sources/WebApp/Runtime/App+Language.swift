import Contracts
public import Localization
import Markup

/// Changing the language. The app has the texts of one language. It loads those of the new one first, then
/// renders everything anew.
extension App {
  mutating func setLanguage(_ language: Language) {
    for (request, waiter) in waiting {
      guard case .texts = waiter else { continue }
      waiting[request] = nil
      commands.append(.cancel(request))
    }
    guard language != environment.strings.language else { return }
    let beginning = Array(Links.texts(of: language).utf8)
    guard let address = textAddresses.first(where: { Array($0.utf8).starts(with: beginning) }) else { return }
    commands.append(.request(wait(.texts(language, nil)), url: address))
  }

  /// `first` are the texts of the language's first file if that has come before.
  mutating func received(
    textsOf language: Language, _ first: Strings?, _ result: Result<Response, RequestFailure>
  ) {
    if case .success(let response) = result {
      if response.isSuccess {
        if let first {
          if let strings = first.adding(laterFile: response.body) { return setLanguage(strings) }
        } else if let strings = Strings(file: response.body), strings.language == language {
          return commands.append(.request(wait(.texts(language, strings)), url: strings.texts.laterFile))
        }
      }
      // The server was updated since, so its next page names the right text files.
      if response.status == 404 {
        commands += [.rememberLanguage(language), .visit(url: Links.settings.text)]
        return
      }
    }
    show(Toast(.unreachable))
  }

  /// Renders all open screens with these texts.
  mutating func setLanguage(_ strings: Strings) {
    environment.strings = strings
    commands.append(.rememberLanguage(strings.language))
    for screen in stack { commands += screen.redraw(environment).map { .patch(screen.id, $0) } }
    if let top = stack.last { showTitle(top) }
  }
}

extension Links {
  /// Returns the beginning of the addresses of a language's texts. The rest changes with the content.
  public static func texts(of language: Language) -> String { "/texts/" + language.tag + "." }
}
