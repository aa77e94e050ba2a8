import Contracts
import Localization
import Social

/// The member's account: the password, the devices that are signed in, addresses for old clients, and
/// deleting the account.
enum AccountPage: Screen {
  static let name: StaticString = "settings account-page"

  struct State: Equatable, Sendable {
    var session: Session?
    /// The sessions of the account; `nil` until the server has answered.
    var signedIn: [SessionEntity]?
    var hasFailed = false
    /// The latest request, which runs while `isRunning` is true.
    var form = Form.password
    var isRunning = false
    /// The outcome of that request.
    var message: Message?
    /// The read-only address that was just made. The server shows it once.
    var address: String?
    /// True if the owner allows app passwords.
    var hasAppPasswords = false
    /// The app password that was just made. The server shows it once.
    var appPassword: String?
    /// The e-mail address; `nil` until the server has answered.
    var email: EmailEntity?
    /// True if the member wants to delete the account and is asked for the password.
    var asksToRemove = false

    init(_ context: ScreenContext) { session = context.session }
  }

  enum Form: String, Equatable, Sendable {
    case password, removal, email
    case appPassword = "app-password"
  }

  enum Request: Equatable, Sendable {
    case sessions
    case form(Form)
    case end, export, address, email, appPasswords
  }

  indirect enum Tap: ScreenTap {
    case retry, remove, stay, export
    /// Makes a read-only address.
    case address
    case copy
    case copyPassword
    /// Ends that session.
    case end(String)

    private enum Verb: String {
      case retry, remove, stay, export, address, copy, end
      case copyPassword = "copy-password"
    }

    var encoded: EncodedTap {
      switch self {
      case .retry: EncodedTap(Verb.retry.rawValue)
      case .remove: EncodedTap(Verb.remove.rawValue)
      case .stay: EncodedTap(Verb.stay.rawValue)
      case .export: EncodedTap(Verb.export.rawValue)
      case .address: EncodedTap(Verb.address.rawValue)
      case .copy: EncodedTap(Verb.copy.rawValue)
      case .copyPassword: EncodedTap(Verb.copyPassword.rawValue)
      case .end(let id): EncodedTap(Verb.end.rawValue, id)
      }
    }

    init?(_ tap: EncodedTap) {
      switch Verb(rawValue: tap.verb) {
      case .retry: self = .retry
      case .remove: self = .remove
      case .stay: self = .stay
      case .export: self = .export
      case .address: self = .address
      case .copy: self = .copy
      case .copyPassword: self = .copyPassword
      case .end: self = .end(tap.value)
      case nil: return nil
      }
    }
  }

  indirect enum Action: ScreenAction {
    case appeared
    case tapped(Tap)
    case changePassword(from: String, to: String)
    case remove(password: String)
    /// Changes the e-mail address; an empty one removes it.
    case changeEmail(to: String, password: String)
    case makeAppPassword(for: String, password: String)
    case received(Request, Result<Response, RequestFailure>, at: Timestamp)

    init?(_ event: ScreenEvent) {
      switch event {
      case .appeared: self = .appeared
      // The first field of all forms is the username, for password managers.
      case .submitted(let fields) where fields.count == 4 && fields[1] == "email":
        self = .changeEmail(to: fields[2], password: fields[3])
      case .submitted(let fields) where fields.count == 4 && fields[1] == Form.appPassword.rawValue:
        self = .makeAppPassword(for: fields[2], password: fields[3])
      case .submitted(let fields) where fields.count == 3:
        self = .changePassword(from: fields[1], to: fields[2])
      case .submitted(let fields) where fields.count == 2: self = .remove(password: fields[1])
      default: return nil
      }
    }
  }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .appeared, .tapped(.retry):
      state.hasFailed = false
      return [
        refresh, .ask(Request.email, MembershipRequests.email),
        .ask(Request.appPasswords, MembershipRequests.appPasswords),
      ]
    case .tapped(.remove): state.asksToRemove = true
    case .tapped(.stay):
      state.asksToRemove = false
      state.message = nil
    case .tapped(.end(let id)):
      state.signedIn?.removeAll { $0.id == id }
      return [.ask(Request.end, MembershipRequests.endSession(id))]
    case .tapped(.export): return [.ask(Request.export, MembershipRequests.export)]
    case .tapped(.address): return [.ask(Request.address, MembershipRequests.makeReadingAddress)]
    case .tapped(.copy): return state.address.map { [.copy($0), .toast(Toast(.copied))] } ?? []
    case .tapped(.copyPassword):
      return state.appPassword.map { [.copy($0), .toast(Toast(.copied))] } ?? []
    case .changePassword(let current, let new):
      return send(&state, .password, MembershipRequests.changePassword(from: current, to: new))
    case .changeEmail(let address, let password):
      return send(&state, .email, MembershipRequests.changeEmail(to: address, password: password))
    case .makeAppPassword(let client, let password):
      return send(
        &state, .appPassword, MembershipRequests.makeAppPassword(for: client, password: password))
    case .remove(let password):
      return send(&state, .removal, MembershipRequests.removeAccount(password: password))
    case .received(let request, let result, _): return received(&state, request, result)
    }
    return []
  }

  private static func send(_ state: inout State, _ form: Form, _ request: APIRequest) -> [Effect] {
    guard !state.isRunning else { return [] }
    state.form = form
    state.isRunning = true
    state.message = nil
    return [.ask(Request.form(form), request)]
  }

  private static func received(
    _ state: inout State, _ request: Request, _ result: Result<Response, RequestFailure>
  ) -> [Effect] {
    let failure = failure(of: result)
    switch request {
    case .sessions:
      if case .success(let response) = result, failure == nil {
        state.signedIn = SessionEntity.list(response.body)
      }
      state.hasFailed = state.signedIn == nil
    case .email:
      if case .success(let response) = result, failure == nil { state.email = EmailEntity(response.body) }
    case .appPasswords:
      if case .success(let response) = result, failure == nil {
        state.hasAppPasswords = MembershipRequests.allowsAppPasswords(response.body)
      }
    case .end:
      // Refreshes the list to the server's state, even after a failure.
      return failure.map { [.toast(Toast($0)), refresh] } ?? []
    case .export:
      guard failure == nil, case .success(let response) = result, let session = state.session,
        let address = MembershipRequests.exportAddress(response.body, at: session.server)
      else { return failure.map { [.toast(Toast($0))] } ?? [] }
      return [.visit(url: address)]
    case .address:
      guard failure == nil, case .success(let response) = result else {
        return failure.map { [.toast(Toast($0))] } ?? []
      }
      state.address = MembershipRequests.readingAddress(response.body)
      return [refresh]
    case .form(let form):
      state.isRunning = false
      state.message = failure
      guard failure == nil else { return [] }
      if form == .removal, let key = state.session?.key {
        return [.session(.leave(key))]
      }
      if form == .email, case .success(let response) = result {
        state.email = EmailEntity(response.body) ?? state.email
        return []
      }
      if form == .appPassword, case .success(let response) = result {
        state.appPassword = MembershipRequests.appPassword(response.body)
        return [refresh]
      }
      state.message = Message(.passwordChanged)
      return [refresh]
    }
    return []
  }

  private static var refresh: Effect { .ask(Request.sessions, MembershipRequests.sessions) }

  private static func failure(of result: Result<Response, RequestFailure>) -> Message? {
    switch result {
    case .success(let response): response.isSuccess ? nil : Message(.refusedBy, response.errorText)
    case .failure: Message(.unreachable)
    }
  }
}
