import Social

/// Who one is here: the own page, other accounts, what waits to be sent, settings, signing out.
public enum Me {
  public struct State: Equatable, Sendable {
    /// nil on a page that the server renders.
    public internal(set) var session: Session?
    /// Who else is signed in on this device.
    public internal(set) var others: [Session]
    /// What waits to be sent, oldest first.
    public internal(set) var outbox: [OutboxItem]
    /// The person wants to sign out, although something would be lost.
    public internal(set) var asksToSignOut = false

    init(_ context: ScreenContext) {
      session = context.session
      others = context.sessions.all.filter { $0.key != context.session?.key }
      outbox = context.outbox.filter { $0.draft != nil }
    }
  }

  public indirect enum Action: Equatable, Sendable {
    case tappedProfile
    case tappedAccount(key: String)
    case tappedSettings
    case tappedSignOut
    case tappedSignOutAnyway
    case tappedStay
    case tapped(OutboxRequest)
    case heard(Fact)
  }

  static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
    switch action {
    case .tappedProfile:
      guard let me = state.session?.me else { return [] }
      return [.open(.profile(id: me.id, handle: me.handle, nil))]
    case .tappedAccount(let key): return [.session(.choose(key))]
    case .tappedSettings: return [.open(.settings)]
    case .tappedSignOut:
      guard state.outbox.isEmpty else {
        state.asksToSignOut = true
        return [.reveal(key: "sign-out")]
      }
      return signOut(state)
    case .tappedSignOutAnyway: return signOut(state)
    case .tappedStay:
      state.asksToSignOut = false
      return []
    case .tapped(let request): return [.outbox(request)]
    case .heard(let fact):
      hear(&state, fact)
      return []
    }
  }

  private static func signOut(_ state: State) -> [Effect] {
    state.session.map { [.session(.signOut($0.key))] } ?? []
  }

  private static func hear(_ state: inout State, _ fact: Fact) {
    switch fact {
    case .statusWaiting(let item):
      guard item.session == state.session?.key else { return }
      if let index = state.outbox.firstIndex(where: { $0.id == item.id }) {
        state.outbox[index] = item
      } else {
        state.outbox.append(item)
      }
    case .statusSent(let id, _), .statusCancelled(let id): state.outbox.removeAll { $0.id == id }
    case .profileChanged(let profile):
      if profile.id == state.session?.me.id { state.session?.me = profile }
    default: return
    }
  }
}

extension Me.Action {
  init?(_ event: ScreenEvent) {
    switch event {
    case .tapped(let tap): self.init(tap: tap)
    case .heard(let fact): self = .heard(fact)
    default: return nil
    }
  }

  /// Reads what the view wrote into `data-tap`.
  init?(tap: String) {
    let (verb, rest) = tapParts(tap)
    switch verb {
    case "profile": self = .tappedProfile
    case "account": self = .tappedAccount(key: rest)
    case "settings": self = .tappedSettings
    case "sign-out": self = .tappedSignOut
    case "sign-out-anyway": self = .tappedSignOutAnyway
    case "stay": self = .tappedStay
    case "cancel": self = .tapped(.cancel(rest))
    case "retry": self = .tapped(.retry(rest))
    case "edit": self = .tapped(.edit(rest))
    default: return nil
    }
  }
}
