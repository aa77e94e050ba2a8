import Contracts
import JSON
import Localization
import Social

/// Pictures of the post: choosing, removing, ordering and describing them.
extension Compose {
  /// UTF-16 code units, as fields count: never more than servers accept (Mastodon: 1,500 characters).
  static let maxDescriptionLength = 1_500
  static let descriptionField = "description"
  /// The field in which the picture on that page reports a key, or a point in thousandths of its width and
  /// height.
  static let focusField = "focus"
  /// The distance that a key moves the focus, in thousandths of half the width or height.
  private static let focusStep = 100

  indirect enum PictureTap: ScreenTap {
    /// Removes a picture by its id.
    case remove(String)
    /// Retries the upload of a picture that the server refused.
    case retry(String)
    /// Opens its description.
    case describe(String)
    /// Closes the description.
    case described
    /// Moves it to another position.
    case move(String, to: Int)
    /// Toggles whether the pictures are sensitive.
    case sensitive

    enum Verb: String {
      case describe, described, move, sensitive
      case remove = "remove-picture"
      case retry = "retry-picture"
    }

    var encoded: EncodedTap {
      switch self {
      case .remove(let id): EncodedTap(Verb.remove.rawValue, id)
      case .retry(let id): EncodedTap(Verb.retry.rawValue, id)
      case .describe(let id): EncodedTap(Verb.describe.rawValue, id)
      case .described: EncodedTap(Verb.described.rawValue)
      case .move(let id, let position): EncodedTap(Verb.move.rawValue, id, "\(position)")
      case .sensitive: EncodedTap(Verb.sensitive.rawValue)
      }
    }

    init?(_ tap: EncodedTap) {
      switch Verb(rawValue: tap.verb) {
      case .remove: self = .remove(tap.value)
      case .retry: self = .retry(tap.value)
      case .describe: self = .describe(tap.value)
      case .described: self = .described
      case .move:
        guard let position = tap.number(1) else { return nil }
        self = .move(tap.value, to: position)
      case .sensitive: self = .sensitive
      case nil: return nil
      }
    }
  }

  /// Uploads the pictures of a restored draft. A post that was undone before it was sent is stored as a draft
  /// again. A foreign server is asked for its limits.
  static func appeared(_ state: State) -> [Effect] {
    var effects = sending(state.draft)
    if state.start.isRestored { effects.insert(store(state), at: 0) }
    if state.isNew, state.draft.visibility == nil, state.session != nil {
      effects.append(.ask(Request.preferences, MastodonRequests.preferences))
    }
    if state.choosesCircles { effects.append(.ask(Request.circles, CircleRequests.all)) }
    effects += askWhoSees(state)
    if state.session?.isOwnServer == false {
      effects.append(.ask(Request.limits(.second), MastodonRequests.instance(.second)))
    }
    return effects
  }

  static func sending(_ draft: Draft) -> [Effect] { draft.pictures.map { .pictures(.send($0)) } }

  static func picked(_ state: inout State, _ id: String) -> [Effect] {
    guard state.loading == .no, !state.isSent, state.draft.poll == nil else { return [] }
    guard state.draft.pictures.count < state.limits.pictures else {
      return [.toast(Toast(Message(.tooManyPictures, "\(state.limits.pictures)")))]
    }
    state.draft.pictures.append(DraftPicture(id: id))
    state.discarded = nil
    // The draft is stored before the picture, so that no picture is left without a draft.
    return [store(state), .pictures(.prepare(id))]
  }

  static func tapped(_ state: inout State, _ tap: PictureTap) -> [Effect] {
    switch tap {
    case .remove(let id):
      guard let picture = take(&state, id) else { return [] }
      // The server removes a picture that the post has already, once the change is saved.
      return [store(state)] + (picture.url == nil ? [.pictures(.remove(id))] : [])
    case .retry(let id): return [.pictures(.retry(id))]
    case .describe(let id):
      guard let picture = state.draft.picture(id) else { return [] }
      coverField(&state)
      state.described = id
      state.fieldText = picture.description
      return []
    case .described:
      let picture = state.described.flatMap { state.draft.picture($0) }
      state.described = nil
      state.fieldText = state.draft.text
      state.fieldWarning = state.draft.warning
      return picture.map { [.pictures(.send($0))] } ?? []
    case .move(let id, let position):
      guard 0..<state.draft.pictures.count ~= position, let picture = take(&state, id) else { return [] }
      state.draft.pictures.insert(picture, at: position)
    case .sensitive: state.draft.isSensitive.toggle()
    }
    return [store(state)]
  }

  /// Moves a picture by a key: one position along the line, or a row of three.
  static func carried(_ state: inout State, _ id: String, _ key: ScreenEvent.Key) -> [Effect] {
    guard let index = state.draft.pictures.firstIndex(where: { $0.id == id }) else { return [] }
    let step =
      switch key {
      case .forward: 1
      case .backward: -1
      case .up: -3
      case .down: 3
      case .escape: 0
      }
    return step == 0 ? [] : tapped(&state, .move(id, to: index + step))
  }

  /// Takes a picture out of the draft.
  private static func take(_ state: inout State, _ id: String) -> DraftPicture? {
    let picture = state.draft.picture(id)
    state.draft.pictures.removeAll { $0.id == id }
    return picture
  }

  static func describe(_ state: inout State, _ text: String) -> [Effect] {
    guard var picture = state.described.flatMap({ state.draft.picture($0) }) else { return [] }
    picture.description = text
    state.draft.put(picture)
    return [store(state)]
  }

  /// Puts the focus on the tapped point of the picture, or moves it.
  static func aim(_ state: inout State, _ text: String) -> [Effect] {
    guard var picture = state.described.flatMap({ state.draft.picture($0) }) else { return [] }
    let (x, y) = (picture.focus?.x ?? 0, picture.focus?.y ?? 0)
    switch text {
    case "ArrowLeft": picture.focus = .init(x: x - focusStep, y: y)
    case "ArrowRight": picture.focus = .init(x: x + focusStep, y: y)
    case "ArrowUp": picture.focus = .init(x: x, y: y + focusStep)
    case "ArrowDown": picture.focus = .init(x: x, y: y - focusStep)
    default:
      let parts = Array(text.utf8).split(separator: UInt8(ascii: ","))
      guard parts.count == 2, let across = Int64(digits: parts[0]), let down = Int64(digits: parts[1]),
        0...1000 ~= across, 0...1000 ~= down
      else { return [] }
      picture.focus = .init(x: Int(across) * 2 - 1000, y: 1000 - Int(down) * 2)
    }
    state.draft.put(picture)
    return [store(state)]
  }

  static func changed(
    _ state: inout State, _ id: String, _ picture: DraftPicture.State, _ size: PixelSize?
  ) -> [Effect] {
    guard var known = state.draft.picture(id), !state.isSent, known.update(picture, size) else { return [] }
    state.draft.put(known)
    return [store(state)]
  }
}
