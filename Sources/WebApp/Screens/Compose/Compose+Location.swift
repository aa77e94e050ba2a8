import Localization
import Markup
import Social

/// Naming the place of a post, in the author's words: never from a picture, never from the device's position.
extension Compose {
  /// The greatest number of recent places that a session stores on the device.
  static let maxPlaces = 8
  /// The name of the field.
  static let locationField = "location"
  /// The key under which a session stores its recent places, one a line.
  static let placesKey = "places"

  indirect enum LocationTap: ScreenTap {
    /// Opens the choice.
    case open
    case close
    /// Takes a recent place.
    case choose(String)
    /// Forgets a recent place.
    case forget(String)
    /// Takes the place off the post.
    case clear

    private enum Verb: String {
      case open = "location"
      case close = "location-close"
      case choose = "location-choose"
      case forget = "location-forget"
      case clear = "location-clear"
    }

    var encoded: EncodedTap {
      switch self {
      case .open: EncodedTap(Verb.open.rawValue)
      case .close: EncodedTap(Verb.close.rawValue)
      case .choose(let place): EncodedTap(Verb.choose.rawValue, place)
      case .forget(let place): EncodedTap(Verb.forget.rawValue, place)
      case .clear: EncodedTap(Verb.clear.rawValue)
      }
    }

    init?(_ tap: EncodedTap) {
      switch Verb(rawValue: tap.verb) {
      case .open: self = .open
      case .close: self = .close
      case .choose: self = .choose(tap.value)
      case .forget: self = .forget(tap.value)
      case .clear: self = .clear
      case nil: return nil
      }
    }
  }

  static func tapped(_ state: inout State, _ tap: LocationTap) -> [Effect] {
    switch tap {
    case .open:
      state.isChoosingLocation = state.choosesLocation
      (state.typedLocation, state.fieldLocation) = (nil, nil)
    case .close: state.isChoosingLocation = false
    case .choose(let place): return setLocation(&state, place)
    case .forget(let place):
      state.places.removeAll { $0 == place }
      // The field is rendered anew, with what was typed.
      state.fieldLocation = state.typedLocation
      return [storePlaces(state)]
    case .clear: return setLocation(&state, "")
    }
    return []
  }

  /// Notes what is typed, which the post gets once it is submitted.
  static func typed(_ state: inout State, location text: String) -> [Effect] {
    state.typedLocation = text
    return []
  }

  /// Gives the post the place, or takes it off. A place becomes the latest of the recent ones.
  static func setLocation(_ state: inout State, _ text: String) -> [Effect] {
    guard state.choosesLocation else { return [] }
    state.isChoosingLocation = false
    state.discarded = nil
    guard let place = PostLocation.cleaned(text), !PostLocation.isTooLong(place) else {
      // Only a changed post tells the server that the place goes.
      state.draft.location = state.start.editedID == nil ? nil : ""
      return [store(state)]
    }
    state.draft.location = place
    state.places = Array(([place] + state.places.filter { $0 != place }).prefix(maxPlaces))
    return [store(state), storePlaces(state)]
  }

  private static func storePlaces(_ state: State) -> Effect {
    var text = ""
    for place in state.places { text += place + "\n" }
    return .remember(key: placesKey, text.isEmpty ? nil : text)
  }
}

extension Compose.State {
  /// True if the post can have a place, which only Swiftlet servers know. Replies have none, as in WeChat.
  var choosesLocation: Bool { session?.isOwnServer == true && draft.replyTo == nil && loading == .no }

  @inline(never)
  mutating func readPlaces(_ memory: Memory) {
    let lines = Array((memory[Compose.placesKey] ?? "").utf8).split(separator: UInt8(ascii: "\n"))
    places = lines.prefix(Compose.maxPlaces).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension Compose.Cell {
  /// Writes a row of the composer: what it is, and the chosen value.
  @inline(never)
  func row(
    _ className: String, _ icon: Icon, _ title: String, _ value: String?, _ tap: Attribute,
    _ strings: Strings, _ html: inout HTML
  ) {
    html.element(
      "button", .class("compose-row \(className)"), .type("button"), .data("data-key", key), tap,
      .aria(.label, title + (value.map { strings[.colon] + $0 } ?? ""))
    ) { html in
      icon.append(to: &html)
      html.element("b", text: title)
      if let value { html.element("span", .dir("auto"), text: value) }
    }
  }

  @inline(never)
  func locations(
    _ current: String, _ places: [String], _ typed: String?, _ strings: Strings, _ html: inout HTML
  ) {
    let title = strings[.location]
    html.sheet(key: key, title: title, dismiss: Compose.LocationTap.close.encoded, strings) { html in
      html.element("form", .class("location-form"), .data("data-submit", "location")) { html in
        html.element("label", .class("field")) { html in
          html.void(
            "input", .type("text"), .named(.name, Compose.locationField),
            .data("data-input", Compose.locationField), .named(.value, typed ?? current), .dir("auto"),
            .named(.maxLength, "\(PostLocation.maxLength)"),
            .named(.placeholder, strings[later: .locationHelp]), .aria(.label, title),
            .named(.autocomplete, "off"))
        }
        html.element("button", .class("primary"), text: strings[.done])
      }
      if !current.isEmpty {
        html.element(
          "button", .class("option"), .type("button"), .tap(Compose.LocationTap.clear),
          text: strings[later: .noLocation])
      }
      recent(places, current, strings, &html)
    }
  }

  private func recent(_ places: [String], _ current: String, _ strings: Strings, _ html: inout HTML) {
    guard !places.isEmpty else { return }
    html.element("h3", .class("circle-heading"), text: strings[later: .recentPlaces])
    html.element("ul", .aria(.label, strings[later: .recentPlaces])) { html in
      for place in places {
        html.element("li", .class("recent-place")) { html in
          html.element(
            "button", .class("option"), .type("button"), .tap(Compose.LocationTap.choose(place)),
            place == current ? .aria(.current, "true") : nil
          ) { $0.element("span", .class("name"), .dir("auto"), text: place) }
          html.element(
            "button", .class("forget"), .type("button"), .tap(Compose.LocationTap.forget(place)),
            .aria(.label, strings[.removePicture] + strings[.colon] + place)
          ) { Icon.close.append(to: &$0) }
        }
      }
    }
  }
}
