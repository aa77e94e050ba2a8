import Contracts
import Localization
import Markup
import Social

extension PostCell {
  /// Texts of more lines are cut, three lines shorter, so that the cut is worth it.
  static let foldedLines = 11

  func html(_ strings: Strings) -> HTML {
    HTML { html in
      let isLarge = style == .large
      if !filter.isEmpty, !isUnfolded, !isLarge {
        return html.element("article", .class("post filtered"), .data("data-key", key), .tap(unfolds)) {
          $0.warning(warning(strings), isUnfolded: false, .tap(unfolds), strings)
        }
      }
      html.element(
        "article", .class(className), .aria(.label, post.author.account.nick), .data("data-key", key),
        isLarge ? nil : .tap(PostTap.open(id: post.id))
      ) { html in
        if isUnread { html.unreadMark(strings) }
        if let reposter = entry.reposter { repostedBy(reposter, strings, &html) }
        if isPinned {
          html.element("p", .class("reposted")) { html in
            Icon.pin.append(to: &html)
            html.element("span", text: strings[.pinned])
          }
        }
        html.element(
          "a", .class("face"), .href(Links.profile(post.author.handle)),
          .tap(PostTap.profile(id: post.author.id)), .named(.tabIndex, "-1"),
          .aria(.label, strings[.avatarOf, post.author.account.nick])
        ) { $0.avatar(of: post.author.account, shownSize: "\(isLarge ? 44 : 40)px") }
        html.element("div", .class("body")) { html in
          head(strings, &html)
          if !isReadOnly { options(strings, &html) }
          if let parentSquare { html.append(parentSquare) }
          answered(strings, &html)
          if isLarge {
            html.element("div", .class("rest")) { _ in }
          } else {
            main(strings, &html)
          }
        }
        if isLarge {
          html.element("div", .class("whole")) { html in
            main(strings, &html)
          }
        }
      }
    }
  }

  /// Returns the row of actions if only an interaction has changed, unless the numbers stand above it.
  func part(since old: PostCell, _ strings: Strings) -> HTML? {
    guard style != .large, filter.isEmpty else { return nil }
    var unmarked = self
    unmarked.entry.post.interactions = old.entry.post.interactions
    unmarked.entry.post.repostsCount = old.entry.post.repostsCount
    unmarked.entry.post.favouritesCount = old.entry.post.favouritesCount
    return unmarked == old ? HTML { actions(strings, &$0) } : nil
  }

  private var className: String {
    var name =
      switch style {
      case .plain: "post"
      case .ancestor: "post ancestor"
      case .answer: "post answer"
      case .large: "post large"
      }
    if isReadOnly { name += " quiet" }
    if isUnread { name += " unread" }
    if depth > 0 { name += " deep-\(depth)" }
    return name
  }

  private func repostedBy(_ reposter: Profile, _ strings: Strings, _ html: inout HTML) {
    var (name, tap) = (reposter.account.nick, Attribute.tap(PostTap.profile(id: reposter.id)))
    if let other = alsoReposted.first {
      let count = alsoReposted.count
      name = strings.names(
        [strings.isolated(name), count == 1 ? strings.isolated(other) : strings[.others, count]], of: 2)
      tap = .tap(AppTap.people(.repostedBy, id: post.id, handle: ""))
    }
    html.element("p", .class("reposted")) { html in
      Icon.repost.append(to: &html)
      html.element("a", .href(Links.profile(reposter.handle)), tap) {
        $0.element("bdi") { $0.text(strings[.repostedBy, name], reposter.account.emojis) }
      }
    }
  }

  /// Writes name, handle and time: the time always shows in full, and the name takes precedence over the
  /// handle.
  private func head(_ strings: Strings, _ html: inout HTML) {
    html.element("h2", .class("who")) { html in
      html.names(of: post.author, .class("author"), .tap(PostTap.profile(id: post.author.id)))
      if style != .large {
        time(strings, &html)
        if post.editedAt != nil {
          html.element("span", .class("seers")) { html in
            Icon.pen.append(to: &html)
            html.element("span", .class("unseen"), text: strings[.edited])
            html.text("\u{200B}")  // gives the pen the height of a letter to stand on
          }
        }
        post.visibility.append(to: &html, post.circles, strings)
      }
      follow.button(.tap(PostTap.follow(id: post.author.id)), strings, &html)
    }
  }

  /// Writes a link to the thread.
  private func time(_ strings: Strings, _ html: inout HTML) {
    guard isReadOnly || age != nil else { return }
    html.element(
      "a", .class("time"), .href(isReadOnly ? Links.file : Links.post(post.id, of: post.author.handle)),
      .tap(PostTap.open(id: post.id))
    ) { html in
      if let age, let date = post.createdAt {
        html.element(
          "time", .datetime(date.iso8601), .named(.title, moment.map { strings.text($0) } ?? ""),
          .aria(.label, strings.text(age)), text: strings.short(age))
      } else {
        html.text(strings[.undated])
      }
    }
  }

  private var unfolds: PostTap { .warning(id: post.id) }

  /// Returns the text before a hidden post: its author's warning, or the viewer's filter.
  private func warning(_ strings: Strings) -> String {
    post.warning.isEmpty && !filter.isEmpty ? strings[.filtered, filter] : post.warning
  }

  /// Writes everything below the name.
  private func main(_ strings: Strings, _ html: inout HTML) {
    let warning = warning(strings)
    if !warning.isEmpty { html.warning(warning, post.emojis, isUnfolded: isUnfolded, .tap(unfolds), strings) }
    if warning.isEmpty || isUnfolded {
      let content = ContentTargets(
        origin: origin, mentions: post.mentions, tags: post.tags, answered: post.replyTo?.author,
        emojis: post.emojis
      ).html(post.content)
      if !content.bytes.isEmpty {
        // For screen readers' voices, and because Chinese and Japanese write some letters differently.
        let language = post.language.map { Attribute.lang($0) }
        html.element("div", .class(isUnfolded ? "words unfolded" : "words"), .dir("auto"), language) {
          $0.append(content)
        }
        if style != .large, warning.isEmpty {
          html.fold(
            content, isUnfolded, .tap(unfolds), .aria(.keyShortcuts, "x"), strings,
            lines: entry.reposter == nil ? Self.foldedLines : 9)
        }
      }
      attachments(strings, &html)
      elsewhere(strings, &html)
      if warning.isEmpty, post.attachments.isEmpty { html.linkPreview(post.linkPreview) }
      if let location = post.location { html.location(location, hasPin: true, strings) }
      if !post.reminded.isEmpty { html.reminded(post.reminded, isOwn: isOwn, strings) }
    }
    if style == .large { facts(strings, &html) }
    if !isReadOnly { actions(strings, &html) }
  }

  /// Writes the time of publication, and the numbers of interactions.
  private func facts(_ strings: Strings, _ html: inout HTML) {
    if let moment, let date = post.createdAt {
      html.element("p", .class("moment")) { html in
        html.element("time", .datetime(date.iso8601), text: strings.text(moment))
        if post.editedAt != nil { html.element("span", text: strings[.edited]) }
        post.visibility.append(to: &html, post.circles, strings)
      }
    }
    guard post.repostsCount > 0 || post.favouritesCount > 0 else { return }
    html.element("p", .class("counts")) { html in
      if post.repostsCount > 0 { peopleLink(.repostedBy, strings[.reposts, post.repostsCount], &html) }
      if post.favouritesCount > 0 { peopleLink(.likedBy, strings[.favourites, post.favouritesCount], &html) }
    }
  }

  /// Writes a number that links to the list of people.
  private func peopleLink(_ list: MastodonRequests.PeopleList, _ text: String, _ html: inout HTML) {
    if isReadOnly { return html.element("span", text: text) }
    html.element("button", .type("button"), .tap(AppTap.people(list, id: post.id, handle: "")), text: text)
  }

  private func answered(_ strings: Strings, _ html: inout HTML) {
    if style == .answer { return }
    if isParentElsewhere {
      // Its line is there before the post is loaded, so that nothing below moves.
      html.element("p", .class("context line")) { html in
        guard let name = parent?.handle ?? answeredHandle else { return }
        html.element("bdi", text: strings[.replyingTo, "@" + name])
        html.text(" ")
        html.element("span", .dir("auto")) { $0.text(parent?.text ?? "", parent?.emojis ?? []) }
      }
    } else if let parent {
      html.element("p", .class("context")) { html in
        html.element("button", .type("button"), .tap(PostTap.reveal(id: parent.id))) { html in
          html.element("bdi", text: strings[.replyingTo, "@" + parent.handle])
          html.text(" ")
          html.element("span", .dir("auto")) { $0.text(parent.text, parent.emojis) }
        }
      }
    } else if let name = answeredHandle {
      html.element("p", .class("context")) { html in
        html.element("bdi", text: strings[.replyingTo, "@" + name])
      }
    }
  }

  /// The handle of the answered author, if known.
  private var answeredHandle: String? {
    guard let author = post.replyTo?.author, author != post.author.id else { return nil }
    return post.mentions.first { $0.id == author }?.handle
  }
}
