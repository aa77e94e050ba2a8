public import Community
import Contracts
import JSON
import Localization
import Social
import Texts

/// Encodes push messages: Mastodon's, and those of Declarative Web Push.
public enum PushPayload {
  /// The greatest length of a text, in code points, as in Mastodon.
  private static let maxText = 140
  /// The greatest length of a name, so that a message is small for every push service.
  private static let maxName = 60

  public static func encode(_ message: PushMessage) -> [UInt8] {
    var writer = JSONWriter()
    switch message.format {
    case .mastodon: mastodon(message, &writer)
    case .declarative: declarative(message, &writer)
    }
    return writer.bytes
  }

  /// Encodes the payload of Mastodon's `Web::NotificationSerializer`.
  private static func mastodon(_ message: PushMessage, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("access_token", message.token ?? "")
      writer.member("preferred_locale", message.language)
      // A number: apps for iOS read nothing else.
      writer.name("notification_id")
      writer.number(Int64(message.notification.id) ?? 0)
      writer.member("notification_type", message.notification.kind.rawValue)
      writer.member("icon", icon(of: message))
      writer.member("title", title(of: message))
      writer.member("body", body(of: message))
    }
  }

  /// Encodes a declarative message (W3C Push API, "Declarative push message"; WebKit shows it without the
  /// service worker).
  private static func declarative(_ message: PushMessage, _ writer: inout JSONWriter) {
    let language = Language(tag: message.language) ?? .english
    // The icon is that of all accounts.
    let badge = message.unread.reduce(0) { $0 + $1.count }
    writer.object { writer in
      writer.name("web_push")
      writer.number(8030)
      writer.object("notification") { writer in
        writer.member("title", addressed(title(of: message), to: message))
        writer.member("body", body(of: message))
        // The app opens it in that account, also where the browser itself follows it.
        writer.member(
          "navigate",
          message.origin + path(of: message)
            + "#for=\(message.account).\(message.notification.id).\(message.tapProof)")
        writer.member("lang", language.tag)
        writer.member("dir", language.isRightToLeft ? "rtl" : "ltr")
        writer.member("icon", icon(of: message))
        // A newer like of the same post takes the place of an older one.
        writer.member("tag", message.topic ?? message.notification.id)
        writer.object("data") { writer in
          writer.member("account", "\(message.account)")
          writer.member("notification", message.notification.id)
          writer.member("kind", message.notification.kind.rawValue)
          writer.member("post", orNull: message.notification.post?.id)
          // Those up to it were read, perhaps on another device.
          if let read = message.lastRead { writer.member("read", "\(read)") }
          actions(message.notification, language, &writer)
        }
        // Safari 18.4 to 18.6 reads it here, and later versions outside.
        writer.member("app_badge", badge)
      }
      writer.member("app_badge", badge)
      // The app adds up what is unread elsewhere.
      writer.object("unread") { writer in
        for unread in message.unread {
          writer.name(of: "\(unread.account)")
          writer.number(unread.count)
        }
      }
    }
  }

  /// Encodes the actions of a notification about a post that asks for an answer. They are part of the data,
  /// which the service worker reads: a browser that shows the message itself could only follow an address.
  private static func actions(
    _ notification: Social.Notification, _ language: Language, _ writer: inout JSONWriter
  ) {
    switch notification.kind {
    case .mention, .post: break
    case .follow, .followRequest, .favourite, .repost, .update, .poll, .signUp, .report, .warning,
      .reportResolved:
      return
    }
    guard notification.post != nil else { return }
    let strings = Strings(language)
    writer.name("actions")
    writer.array([("like", strings[.like]), ("reply", strings[.reply])]) { writer, action in
      writer.object { writer in
        writer.member("action", action.0)
        writer.member("title", action.1)
      }
    }
  }

  /// Encodes a test message as a declarative one.
  public static func encode(_ test: PushTest) -> [UInt8] {
    let language = Language(tag: test.language) ?? .english
    let strings = Strings(language)
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("web_push")
      writer.number(8030)
      writer.object("notification") { writer in
        writer.member("title", strings.addressed(strings[auth: .pushTest], to: test.accountName))
        writer.member("body", test.community)
        writer.member("navigate", test.origin + "/notifications#for=\(test.account)")
        writer.member("lang", language.tag)
        writer.member("dir", language.isRightToLeft ? "rtl" : "ltr")
        writer.member("icon", test.origin + DefaultPicture.avatar)
        writer.member("tag", "test")
        writer.object("data") { $0.member("account", "\(test.account)") }
      }
    }
    return writer.bytes
  }

  /// Returns the address of the post, or of the person who did something. Who asks to join has no page yet.
  private static func path(of message: PushMessage) -> String {
    let notification = message.notification
    guard let post = notification.post else {
      return notification.report == nil && notification.warning == nil && !notification.isJoinRequest
        ? "/@" + percentEncoded(notification.actor.handle) : "/notifications"
    }
    return "/@" + percentEncoded(post.author.handle) + "/" + post.id
  }

  private static func icon(of message: PushMessage) -> String {
    let own = message.detail == .kind ? nil : message.notification.actor.account.avatar?.url
    let address = own ?? DefaultPicture.avatar
    return address.hasPrefix("/") ? message.origin + address : address
  }

  private static func title(of message: PushMessage) -> String {
    let strings = Strings(Language(tag: message.language) ?? .english)
    guard message.detail != .kind else { return strings.withoutName(message.notification) }
    let nick = prefix(message.notification.actor.account.nick, maxName)
    return strings.sentence(message.notification, nick: nick, receiver: message.account)
  }

  /// Names the receiver, so that several accounts on a device are told apart. A locked screen that may show no
  /// names doesn't show this one either.
  private static func addressed(_ title: String, to message: PushMessage) -> String {
    let strings = Strings(Language(tag: message.language) ?? .english)
    return message.detail == .kind ? title : strings.addressed(title, to: message.accountName)
  }

  /// Returns the content warning, otherwise the text; a moderator's words for a warning, and the person's bio for
  /// other notifications without a post. It is empty unless the receiver wants texts.
  private static func body(of message: PushMessage) -> String {
    guard message.detail == .text else { return message.detail == .kind ? message.community : "" }
    let notification = message.notification
    if let warning = notification.warning { return prefix(warning.text, maxText) }
    guard let post = notification.post else {
      return notification.report == nil ? text(notification.actor.bio) : ""
    }
    return post.warning.isEmpty ? text(post.content) : prefix(post.warning, maxText)
  }

  private static func text(_ content: Content) -> String {
    guard case .text(let text) = content else { return "" }
    return prefix(CleanText.text(text), maxText)
  }

  /// Returns the beginning of a text, with its white space as single blanks.
  private static func prefix(_ text: String, _ count: Int) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard line.unicodeScalars.count > count else { return line }
    return String(String.UnicodeScalarView(line.unicodeScalars.prefix(count - 1))) + "…"
  }
}

extension Strings {
  /// Returns “@ben · Anna liked your post”; the title alone without a username.
  fileprivate func addressed(_ title: String, to username: String?) -> String {
    username.map { isolated("@" + $0) + " · " + title } ?? title
  }

  /// Returns “Anna liked your post”.
  fileprivate func sentence(_ notification: Social.Notification, nick: String, receiver: Int64) -> String {
    switch notification.kind {
    case .mention: self[.mentionedYou, nick]
    case .follow: self[.followedYou, nick]
    case .followRequest: self[.wantsToFollowYou, nick]
    case .favourite: self[.likedYourPost, nick]
    case .repost: self[.repostedYourPost, nick]
    case .post: self[.published, nick]
    case .update: self[.changedPost, nick]
    case .poll:
      notification.actor.id == "\(receiver)" ? self[later: .ownPollEnded] : self[later: .pollEnded, nick]
    case .signUp: notification.isJoinRequest ? self[later: .askedToJoin, nick] : self[.signedUp, nick]
    case .report: self[later: .sentReport, nick]
    case .warning:
      switch notification.warning?.action {
      case .warned: self[later: .warnedYou, nick]
      case .removedPosts, nil: self[later: .removedYourPost, nick]
      }
    case .reportResolved:
      switch notification.report?.resolution?.decision {
      case .warned: self[later: .reportWarned, nick]
      case .hidden: self[later: .reportHidden, nick]
      case .suspended: self[later: .reportSuspended, nick]
      case .dismissed, nil: self[later: .reportDismissed, nick]
      }
    }
  }

  /// Returns “Your post was liked”, which names no member.
  fileprivate func withoutName(_ notification: Social.Notification) -> String {
    switch notification.kind {
    case .mention: self[auth: .pushMention]
    case .follow: self[auth: .pushFollow]
    case .followRequest: self[auth: .pushFollowRequest]
    case .favourite: self[auth: .pushFavourite]
    case .repost: self[auth: .pushRepost]
    case .post: self[auth: .pushPost]
    case .update: self[auth: .pushUpdate]
    case .poll: self[auth: .pushPoll]
    case .signUp: self[auth: notification.isJoinRequest ? .pushJoinRequest : .pushSignUp]
    case .report, .warning, .reportResolved: self[auth: .pushReport]
    }
  }
}
