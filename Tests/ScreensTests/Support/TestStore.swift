import Screens
import Testing

/// A screen under test: every action has to change the state exactly as the test says, and to ask for
/// exactly these effects.
struct TestStore<State: Equatable & Sendable, Action: Equatable & Sendable> {
  private(set) var state: State
  private let reduce: (inout State, Action) -> [Effect]

  init(_ state: State, _ reduce: @escaping (inout State, Action) -> [Effect]) {
    self.state = state
    self.reduce = reduce
  }

  /// An action that asks for nothing.
  mutating func send(
    _ action: Action, sourceLocation: SourceLocation = #_sourceLocation, change: (inout State) -> Void = { _ in }
  ) {
    send(action, effects: { _ in [] }, sourceLocation: sourceLocation, change: change)
  }

  /// `effects` gets the state after the action.
  mutating func send(
    _ action: Action, effects: (State) -> [Effect], sourceLocation: SourceLocation = #_sourceLocation,
    change: (inout State) -> Void = { _ in }
  ) {
    var expected = state
    change(&expected)
    let performed = reduce(&state, action)
    #expect(state == expected, sourceLocation: sourceLocation)
    #expect(performed == effects(expected), sourceLocation: sourceLocation)
  }

  /// What an action asks for, where the state after it is looked at in other ways.
  mutating func effects(_ action: Action) -> [Effect] { reduce(&state, action) }

  /// Brings the screen to where the test begins.
  mutating func prepare(_ actions: Action...) {
    for action in actions { _ = reduce(&state, action) }
  }
}
