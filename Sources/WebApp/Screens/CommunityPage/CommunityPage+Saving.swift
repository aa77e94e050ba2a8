import Contracts

extension CommunityPage {
  /// A change of the settings, which a form or a chosen picture makes.
  indirect enum Save: Equatable, Sendable {
    case settings(CommunitySettings)
    case text(CommunityTextName, String)
    case picture(PictureCutter.Choice)

    /// The form or picture that it is from. Of each, only the last save has to be sent.
    var source: String {
      switch self {
      case .settings: "settings"
      case .text(let name, _): name.rawValue
      case .picture(let choice): choice.kind.rawValue
      }
    }

    var request: APIRequest {
      switch self {
      case .settings(let settings): CommunityRequests.change(settings)
      case .text(let name, let text): CommunityRequests.change(name, to: text)
      case .picture(let choice): CommunityRequests.change(cover: choice.kind == .cover, to: choice.id)
      }
    }

    /// Removes the picture from the device, if there is one.
    var removal: [Effect] {
      guard case .picture(let choice) = self, !choice.id.isEmpty else { return [] }
      return [.pictures(.remove(choice.id))]
    }
  }

  /// Sends a save; after the change that is being sent, if there is one.
  static func send(_ state: inout State, _ save: Save) -> [Effect] {
    var effects: [Effect] = []
    var saves: [Save] = []
    for waiting in state.waitingSaves {
      if waiting.source == save.source { effects += waiting.removal } else { saves.append(waiting) }
    }
    saves.append(save)
    state.waitingSaves = saves
    return effects + sendWaiting(&state)
  }

  static func sendWaiting(_ state: inout State) -> [Effect] {
    guard !state.isRunning, let save = state.waitingSaves.first else { return [] }
    state.waitingSaves.removeFirst()
    state.sentSave = save
    return change(&state, save.request)
  }

  /// Takes the save that the server has answered, and removes its picture from the device.
  ///
  /// - Returns: the effects, and true if the same form or picture was saved again meanwhile.
  static func endSave(_ state: inout State) -> (effects: [Effect], isSavedAgain: Bool) {
    guard let sent = state.sentSave else { return ([], false) }
    state.sentSave = nil
    return (sent.removal, state.waitingSaves.contains { $0.source == sent.source })
  }
}
