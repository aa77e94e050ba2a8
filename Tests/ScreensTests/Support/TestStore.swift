import Contracts
import Foundation
import Markup
import Social
import Testing
import Texts

@testable import Localization
@testable import Screens

/// A screen under test. Every action that is sent must change the state and cause effects exactly as the test
/// says. Only pending requests can get a response. `given` leads to the state that a test is about.
struct TestStore<S: Screen> {
  private(set) var state: S.State
  private var out: [S.Action.Request] = []

  init(_ state: S.State) { self.state = state }

  /// Sends actions that lead to what a test checks. Their effects are dropped, and the state isn't compared.
  mutating func given(_ actions: S.Action...) {
    for action in actions { _ = perform(action) }
  }

  /// Sends an action that causes no effects.
  mutating func send(
    _ action: S.Action, sourceLocation: SourceLocation = #_sourceLocation,
    change: (inout S.State) -> Void = { _ in }
  ) {
    send(action, effects: { _ in [] }, sourceLocation: sourceLocation, change: change)
  }

  /// Sends an action; `effects` gets the state after the action.
  mutating func send(
    _ action: S.Action, effects: (S.State) -> [Effect], sourceLocation: SourceLocation = #_sourceLocation,
    change: (inout S.State) -> Void = { _ in }
  ) {
    var expected = state
    change(&expected)
    let performed = perform(action)
    #expect(state == expected, "\(difference(expected, state))", sourceLocation: sourceLocation)
    let wanted = effects(expected)
    #expect(performed == wanted, "\(difference(wanted, performed))", sourceLocation: sourceLocation)
  }

  /// Sends a response that causes no effects.
  mutating func answer(
    _ request: S.Action.Request, with result: Result<Response, RequestFailure>, at time: Timestamp = noon,
    sourceLocation: SourceLocation = #_sourceLocation, change: (inout S.State) -> Void = { _ in }
  ) {
    answer(
      request, with: result, at: time, effects: { _ in [] }, sourceLocation: sourceLocation, change: change)
  }

  /// Sends the response to a pending request; `at`: the time of the request.
  mutating func answer(
    _ request: S.Action.Request, with result: Result<Response, RequestFailure>, at time: Timestamp = noon,
    effects: (S.State) -> [Effect], sourceLocation: SourceLocation = #_sourceLocation,
    change: (inout S.State) -> Void = { _ in }
  ) {
    guard let index = out.firstIndex(of: request) else {
      Issue.record("\(request) is not out, but \(out)", sourceLocation: sourceLocation)
      return
    }
    out.remove(at: index)
    send(
      .received(request, result, at: time), effects: effects, sourceLocation: sourceLocation, change: change)
  }

  /// Returns the effects of an action, without checking the state.
  mutating func effects(_ action: S.Action) -> [Effect] {
    return perform(action)
  }

  private mutating func perform(_ action: S.Action) -> [Effect] {
    // The app records a change before its screens hear of it.
    if let change = Mirror(reflecting: action).children.first?.value as? Change {
      entityStore(in: state)?.apply(change)
    }
    let effects = S.reduce(&state, action)
    for effect in effects {
      switch effect {
      case .asking(let label, _, _):
        if let request = (label.request as? ScreenRequest<S.Action.Request>)?.value { out.append(request) }
      case .cancelling(let label):
        out.removeAll { ScreenRequestLabel(request: ScreenRequest($0)) == label }
      default: continue
      }
    }
    return effects
  }

  /// The cells of the screen's page.
  var page: AnyPage { AnyPage(S.view(state, .made())) }
  var keys: [String] { (0..<page.count).map { page.key($0) } }
  var frameKeys: [String] { page.frame.map(\.key) }
  /// The markup of the frame.
  var text: String { page.frame.map { $0.html(Strings(.english)).text }.joined() }
  /// The markup of the frame and of all cells.
  var wholeText: String {
    text + (0..<page.count).map { page.cell($0).html(Strings(.english)).text }.joined()
  }
  /// The markup of the last cell.
  var footer: String { page.count > 0 ? page.cell(page.count - 1).html(Strings(.english)).text : "" }
}

/// Returns the store of what a screen knows, wherever its state holds it.
func entityStore(in value: Any, depth: Int = 5) -> EntityStore? {
  if let store = value as? EntityStore { return store }
  guard depth > 0 else { return nil }
  for child in Mirror(reflecting: value).children {
    if let store = entityStore(in: child.value, depth: depth - 1) { return store }
  }
  return nil
}

/// Returns the lines in which the dumps of two values differ.
private func difference<Value>(_ expected: Value, _ actual: Value) -> String {
  func lines(_ value: Value) -> [String] {
    var text = ""
    dump(value, to: &text)
    return text.components(separatedBy: "\n")
  }
  let (one, two) = (lines(expected), lines(actual))
  return two.difference(from: one).prefix(40).map { change in
    switch change {
    case .remove(_, let line, _): "− \(line)"
    case .insert(_, let line, _): "+ \(line)"
    }
  }.joined(separator: "\n")
}
