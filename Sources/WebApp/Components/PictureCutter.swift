import Localization
import Social

/// Choosing a picture on the device and cutting it, for a profile and for the community.
struct PictureCutter: Equatable, Sendable {
  enum Kind: String, Equatable, Sendable {
    case avatar
    /// A square, as Moments pages show it. Where there is less room, only the band in its middle shows
    /// (decision 0091).
    case cover
  }

  /// A chosen picture that is being cropped.
  struct Cutting: Equatable, Sendable {
    let kind: Kind
    let id: String
    /// `nil` until the picture is read.
    var crop: Crop?
    /// True while the picture is being cut.
    var isDone = false

    /// The ids under which the device stores the whole picture, and the part cut out of it.
    var whole: String { id + "a" }
    var part: String { id + "b" }
  }

  /// A picture to set; an empty id removes the present one.
  struct Choice: Equatable, Sendable {
    let kind: Kind
    let id: String
  }

  /// The picture for which the choices show.
  var choosing: Kind?
  var cutting: Cutting?

  /// - Returns: the choice, if the tap made one, and effects that follow it.
  mutating func tapped(_ tap: PictureTap) -> (choice: Choice?, effects: [Effect]) {
    switch tap {
    case .picture(let kind): choosing = kind
    case .outside: choosing = nil
    case .remove:
      guard let kind = choosing else { break }
      choosing = nil
      return (Choice(kind: kind, id: ""), [])
    case .cut:
      guard let cutting, let crop = cutting.crop, !cutting.isDone else { break }
      self.cutting?.isDone = true
      return (nil, [.pictures(.cut(cutting.whole, as: cutting.part, crop.area))])
    case .keep:
      guard let cutting else { break }
      self.cutting = nil
      return (nil, [.pictures(.remove(cutting.id))])
    case .press(let key): return (nil, press(key))
    }
    return (nil, [])
  }

  mutating func press(_ key: String) -> [Effect] {
    cutting?.crop?.press(key)
    return cutting?.crop.map { [.setCrop($0)] } ?? []
  }

  mutating func picked(_ id: String?) -> [Effect] {
    guard let id, let kind = choosing else { return [] }
    choosing = nil
    let cutting = Cutting(kind: kind, id: id)
    self.cutting = cutting
    return [.pictures(.shrink(cutting.whole))]
  }

  /// Takes a picture that the device has read or cut.
  mutating func prepared(
    _ id: String, _ size: PixelSize?, _ failure: Phrase?
  ) -> (choice: Choice?, effects: [Effect]) {
    // The picture was removed since.
    guard let cutting, id == cutting.whole || id == cutting.part else {
      return (nil, [.pictures(.remove(id))])
    }
    if let failure {
      self.cutting = nil
      return (nil, [.toast(Toast(failure)), .pictures(.remove(cutting.id))])
    }
    // An animated picture, or one that only the server can read, is used whole.
    if id == cutting.whole, let size {
      let crop = Crop(of: size, isCover: cutting.kind == .cover)
      self.cutting?.crop = crop
      return (nil, [.setCrop(crop)])
    }
    self.cutting = nil
    let rest: [Effect] = id == cutting.part ? [.pictures(.remove(cutting.whole))] : []
    return (Choice(kind: cutting.kind, id: id), rest)
  }
}

/// A tap on the pictures of a form, on the choices for one, or while one is cut.
enum PictureTap: ScreenTap {
  /// Shows the choices for a picture.
  case picture(PictureCutter.Kind)
  /// Closes the choices.
  case outside
  /// Removes the picture.
  case remove
  case cut, keep
  /// Does the same as that key (`Crop.press`).
  case press(String)

  private enum Verb: String {
    case picture, outside, cut, keep, press
    case remove = "remove-picture"
  }

  var encoded: EncodedTap {
    switch self {
    case .picture(let kind): EncodedTap(Verb.picture.rawValue, kind.rawValue)
    case .outside: EncodedTap(Verb.outside.rawValue)
    case .remove: EncodedTap(Verb.remove.rawValue)
    case .cut: EncodedTap(Verb.cut.rawValue)
    case .keep: EncodedTap(Verb.keep.rawValue)
    case .press(let key): EncodedTap(Verb.press.rawValue, key)
    }
  }

  init?(_ tap: EncodedTap) {
    switch Verb(rawValue: tap.verb) {
    case .picture:
      guard let kind = PictureCutter.Kind(rawValue: tap.value) else { return nil }
      self = .picture(kind)
    case .outside: self = .outside
    case .remove: self = .remove
    case .cut: self = .cut
    case .keep: self = .keep
    case .press: self = .press(tap.value)
    case nil: return nil
    }
  }
}
