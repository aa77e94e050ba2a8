import Localization
import Markup
import Social

/// The one picture that a comment may have.
extension Moments {
  /// Returns the name under which the device stores it until the comment is sent.
  static func pictureKey(_ answered: String) -> String { "comment-picture " + answered }

  /// Adds chosen pictures to the comment that is being written, else begins a new post.
  static func picked(_ state: inout State, _ id: String?) -> [Effect] {
    guard let commenting = state.writing.commenting else {
      return id == nil ? [.open(.compose(ComposeStart()))] : []
    }
    guard let id else { return [] }
    guard commenting.picture == nil else { return [.toast(Toast(.onePicture))] }
    // The name is stored before the picture, so that no picture is left without a comment.
    return [
      storeDraft(&state, DraftPicture(id: id), answering: commenting.answered), .pictures(.prepare(id)),
    ]
  }

  static func pictureChanged(
    _ state: inout State, _ id: String, _ picture: DraftPicture.State, _ size: PixelSize?
  ) -> [Effect] {
    guard let commenting = state.writing.commenting, var known = commenting.picture, known.id == id,
      known.update(picture, size)
    else { return [] }
    return [storeDraft(&state, known, answering: commenting.answered)]
  }

  static func removePicture(_ state: inout State) -> [Effect] {
    guard let commenting = state.writing.commenting, let picture = commenting.picture else { return [] }
    return [storeDraft(&state, nil, answering: commenting.answered), .pictures(.remove(picture.id))]
  }

  static func retryPicture(_ state: State) -> [Effect] {
    guard let picture = state.writing.commenting?.picture else { return [] }
    return [.pictures(.retry(picture.id))]
  }

  /// Sets the picture of the comment that is being written, and stores it for a comment on `answered`.
  @inline(never)
  static func storeDraft(_ state: inout State, _ picture: DraftPicture?, answering answered: String) -> Effect
  {
    var text: String?
    if let picture { text = Draft(pictures: [picture]).json }
    state.writing.commenting?.picture = picture
    state.commentDrafts[pictureKey(answered)] = text
    return .remember(key: pictureKey(answered), text)
  }

  static func storedPicture(_ state: State, answering answered: String) -> DraftPicture? {
    state.commentDrafts[pictureKey(answered)].flatMap { Draft(json: $0)?.pictures.first }
  }

  static func openPicture(_ state: State, _ key: String, of comment: String) -> [Effect] {
    guard let picture = state.post(key)?.comments.first(where: { $0.id == comment })?.picture else {
      return []
    }
    return [.open(.viewer(PictureSet(pictures: [picture], index: 0)))]
  }
}

extension Moments.MomentsPostCell {
  func picture(of comment: Comment, _ strings: Strings, _ html: inout HTML) {
    guard let picture = comment.picture else { return }
    let tap = comment.id.map { Moments.Tap.commentPicture(key: key, comment: $0) }
    html.element("a", .class("photo"), SafeURL(picture.url).map { .href($0) }, tap.map { .tap($0) }) { html in
      html.picture(
        picture, shape: .square, shownSize: "64px", box: PictureLayout.Box(width: 64, height: 64),
        class: "picture",
        alt: picture.description.isEmpty ? strings[.picture] : picture.description)
    }
  }
}

extension Moments.CommentCell {
  /// Returns the upload's progress, with a button that removes the picture.
  static func chosenPicture(_ picture: DraftPicture, _ strings: Strings) -> HTML {
    HTML { html in
      html.element(
        "div", .class("comment-picture"), .data("data-key", "comment-picture"),
        .dismiss(Moments.CommentTap.leave)
      ) { html in
        if case .failed(let failure) = picture.state {
          html.element("p", .class("problem"), .role("status"), text: failure.text(strings))
        }
        html.element("div", .class("tile")) { html in
          html.element(
            "button", .class("shown"), .type("button"), .tap(Moments.CommentTap.retryPicture),
            picture.canRetry ? nil : .flag(.disabled),
            .aria(.label, strings[picture.canRetry ? .retry : .picture])
          ) { $0.chosenPicture(picture, strings) }
          html.progress(of: picture, strings)
          html.element(
            "button", .class("remove"), .type("button"), .tap(Moments.CommentTap.removePicture),
            .aria(.label, strings[.removePicture])
          ) { Icon.close.append(to: &$0) }
        }
      }
    }
  }
}
