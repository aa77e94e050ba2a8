public import Contracts

/// What a screen asks of the world. Only the interpreter performs it; what comes back is an action.
public indirect enum Effect<Action: Equatable & Sendable>: Equatable, Sendable {
  /// GET; the answer comes as the screen's `answered` with this name.
  case request(RequestName, url: String)
  /// The answer to a running request is no longer wanted.
  case cancel(RequestName)
  /// Keeps bytes on the device, best effort.
  case save(key: String, [UInt8])
  /// Comes back as the screen's `loaded`, with nil if there is nothing.
  case load(key: String)
  case removeSaved(key: String)
  /// Does this in so many milliseconds; 0: after the next frame was drawn.
  case after(milliseconds: Int, Action)
  case open(Destination)
  /// Closes the screen that asks.
  case close
  /// Brings a cell into view.
  case reveal(key: String)
  case scrollToTop
  /// Follows a link within the site with a full load of the page.
  case visit(url: String)
  case speak(Language)
}

extension Effect {
  /// The same effect for whoever wraps the screen's actions into its own.
  @inline(never)
  func map<Other>(_ wrap: (Action) -> Other) -> Effect<Other> {
    switch self {
    case .request(let name, let url): .request(name, url: url)
    case .cancel(let name): .cancel(name)
    case .save(let key, let bytes): .save(key: key, bytes)
    case .load(let key): .load(key: key)
    case .removeSaved(let key): .removeSaved(key: key)
    case .after(let milliseconds, let action): .after(milliseconds: milliseconds, wrap(action))
    case .open(let destination): .open(destination)
    case .close: .close
    case .reveal(let key): .reveal(key: key)
    case .scrollToTop: .scrollToTop
    case .visit(let url): .visit(url: url)
    case .speak(let language): .speak(language)
    }
  }
}

/// Which of its requests a screen means.
public enum RequestName: Equatable, Sendable {
  case profile
  case posts
}

/// A screen that another one leads to. Screens know this, not each other.
public indirect enum Destination: Equatable, Sendable {
  case moments(username: String, Origin)
  case viewer(Viewer.Start)
  case settings
}

/// The answer of a server, whatever its status.
public struct Answer: Equatable, Sendable {
  public let status: Int
  public let body: [UInt8]

  public init(status: Int, body: [UInt8]) {
    self.status = status
    self.body = body
  }

  /// Any 2xx status (RFC 9110 section 15.3).
  public var isSuccess: Bool { 200...299 ~= status }
}

/// Why there is no answer.
public enum RequestFailure: Error, Equatable, Sendable {
  /// No network, no such server, refused, cut off, not allowed by the server (CORS), or too slow.
  case unreachable
  /// More bytes than the app takes.
  case tooLarge
}
