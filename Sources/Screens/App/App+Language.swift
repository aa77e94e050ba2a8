import Contracts
import Markup

/// Changing the language. The app has the texts of one; those of another come first, then everything is drawn anew.
extension App {
  mutating func speak(_ language: Language) {
    for (request, waiter) in waiting {
      guard case .texts = waiter else { continue }
      waiting[request] = nil
      commands.append(.cancel(request))
    }
    guard language != reader.strings.language else { return }
    let beginning = Array(Links.texts(of: language).utf8)
    guard let address = textAddresses.first(where: { Array($0.utf8).starts(with: beginning) }) else { return }
    commands.append(.request(wait(.texts(language)), url: address))
  }

  mutating func received(_ language: Language, _ result: Result<Response, RequestFailure>) {
    if case .success(let response) = result {
      if response.isSuccess, let strings = Strings(file: response.body), strings.language == language {
        return speak(strings)
      }
      // The server has become another version meanwhile: its next page names its texts.
      if response.status == 404 {
        commands += [.rememberLanguage(language), .visit(url: Links.settings.text)]
        return
      }
    }
    show(Toast(.noConnection))
  }

  /// Everything that shows, with these texts.
  mutating func speak(_ strings: Strings) {
    reader.strings = strings
    commands.append(.rememberLanguage(strings.language))
    for screen in stack { commands += screen.redraw(reader).map { .patch(screen.id, $0) } }
    if let top = stack.last { entitle(top) }
  }
}

extension Links {
  /// How the addresses of a language's texts begin; what follows changes with them.
  public static func texts(of language: Language) -> String { "/texts/" + language.tag + "." }
}
