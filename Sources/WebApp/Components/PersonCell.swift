import Contracts
import Localization
import Markup
import Social

/// A tap on a person in a list, by their id.
struct PersonTap: ScreenTap {
  enum Verb: String {
    case profile, follow, accept, reject
  }

  let verb: Verb
  let id: String

  init(_ verb: Verb, _ id: String) {
    self.verb = verb
    self.id = id
  }

  var encoded: EncodedTap { EncodedTap(verb.rawValue, id) }

  init?(_ tap: EncodedTap) {
    guard let verb = Verb(rawValue: tap.verb) else { return nil }
    self.init(verb, tap.value)
  }
}

/// A person in a list: picture, names, bio, and the follow button.
struct PersonCell: Equatable, Sendable {
  let person: ListedPerson
  let origin: Origin

  static func key(_ id: String) -> String { "p" + id }
  static func requestKey(_ id: String) -> String { "asks" + id }

  var key: String {
    person.follow == .asks ? Self.requestKey(person.profile.id) : Self.key(person.profile.id)
  }

  func html(_ strings: Strings) -> HTML {
    let profile = person.profile
    let tap = Attribute.tap(PersonTap(.profile, profile.id))
    let bio = ContentTargets(origin: origin).html(profile.bio)
    return HTML { html in
      html.element("article", .class("listed"), .data("data-key", key), tap) { html in
        html.avatar(of: profile.account, shownSize: "40px")
        html.element("h2") { $0.names(of: profile, .class("names"), tap) }
        html.element("span", .class("answers")) { html in
          if person.follow == .asks {
            html.follow(false, .tap(PersonTap(.accept, profile.id)), nil, strings[.accept])
            html.follow(true, .tap(PersonTap(.reject, profile.id)), nil, strings[.reject])
          } else {
            person.follow.button(.tap(PersonTap(.follow, profile.id)), strings, &html)
          }
        }
        if !bio.bytes.isEmpty { html.element("div", .class("words bio"), .dir("auto")) { $0.append(bio) } }
      }
    }
  }
}
