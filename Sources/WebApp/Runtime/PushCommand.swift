/// A command about this browser's registration at its push service, or about the notifications that show.
/// `AppEvent.pushed` follows unless the command says otherwise.
public enum PushCommand: Equatable, Sendable {
  /// Reports the permission.
  case look
  /// Registers for the server with that public key, if the viewer has allowed notifications.
  case renew(key: String)
  /// Registers after asking the viewer. Browsers ask only in response to a tap.
  case ask(key: String)
  /// Ends the registration, and takes away the notifications that show. No event follows.
  case end
  /// Ends the registration, and makes a new one, which no server knows yet.
  case replace(key: String)
  /// Notes how much is unread in the account with that id. The icon shows the sum of all accounts, and the
  /// notifications of one that has read everything are taken away. No event follows.
  case unread(account: String, Int)
  /// Shows a notification for the account with that id, unless the page shows. It leads to the path. No event
  /// follows.
  case tell(title: String, body: String, account: String, path: String)
}

/// The browser's permission to show notifications, or the reason why it can't.
public enum PushPermission: String, Equatable, Sendable {
  /// The viewer hasn't been asked.
  case unasked = "default"
  case granted
  case denied
  /// The browser has no push service, as in private windows.
  case missing
  /// iPhones and iPads have it for apps on the home screen alone.
  case needsHomeScreen = "home-screen"
  /// The push service didn't answer, or refused.
  case failed
}
