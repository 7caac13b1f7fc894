// SPDX-License-Identifier: MIT

internal import Lockstep

/// The parts of a state that the steps of a test do not compare.
@usableFromInline
final class IgnoredParts<State> {
  // Optional, because unspecialized code would look up the type of an empty list.
  private var parts: [StatePart<State>]?

  @usableFromInline
  init() {}

  var isEmpty: Bool { parts == nil }

  /// Adds a part; returns `false` if it is there already.
  func add(_ part: StatePart<State>) -> Bool {
    let parts = parts ?? []
    guard part.path == nil || parts.allSatisfy({ $0.path != part.path }) else { return false }
    self.parts = parts + [part]
    return true
  }

  /// Copies the parts of a state into another one, so that both agree in them.
  func copy(from source: State, to target: inout State) {
    guard let parts else { return }
    for part in parts { part.copy(source, &target) }
  }
}

/// A part of a state.
struct StatePart<State> {
  /// The path to the part, as text.
  let name: String
  /// The path, if it is a key path.
  let path: AnyKeyPath?
  /// Returns whether a state has the part.
  let isIn: (State) -> Bool
  /// Copies the part of a state into another one, if both have it.
  let copy: (State, inout State) -> Void

  init<Value>(_ path: WritableKeyPath<State, Value>) {
    name = path.text
    self.path = path
    isIn = { _ in true }
    copy = { source, target in target[keyPath: path] = source[keyPath: path] }
  }

  init<Value>(_ path: OptionalPath<State, Value>) {
    name = path.description
    self.path = nil
    isIn = { path.extract(from: $0) != nil }
    copy = { source, target in
      if let value = path.extract(from: source) { path.set(into: &target, value) }
    }
  }
}

/// A part of the state that is not compared, until it has changed for the first time.
struct UnchangedPart<State> {
  let name: String
  let location: CodeLocation
  let hasChanged: (State) -> Bool

  /// The failure, if the part does not change by the end.
  var issue: ReportedIssue {
    ReportedIssue(TestFailure.neverChanged(name).message, at: location)
  }
}

extension TestCore {
  /// Returns the changes from one state to another that steps have to state.
  func changes(from before: State, to after: State) -> [StateChange] {
    var compared = before
    ignored.copy(from: after, to: &compared)
    return StateChange.all(from: compared, to: after)
  }

  /// Does not compare a part of the state from now on.
  func ignore(_ part: StatePart<State>, at location: CodeLocation) {
    guard ignored.add(part) else { return }
    var last = state
    watch(
      UnchangedPart(name: part.name, location: location) { state in
        let before = last
        part.copy(state, &last)
        defer { last = state }
        return last != before || part.isIn(before) != part.isIn(state)
      }
    )
  }
}

// The parts of the state that have to change before the end.
extension TestRun {
  /// Forgets the parts that a turn has changed.
  func noteChangedParts() {
    let left = unchanged?.filter { part in
      guard part.hasChanged(runtime.state) else { return true }
      exploration?.0.note(hasChanged: true, part.issue)
      return false
    }
    unchanged = left?.isEmpty == false ? left : nil
  }

  /// Reports the parts that need not have been ignored.
  ///
  /// A part that changes in one order of an exploration may not change in another, so its end reports them.
  func reportUnchangedParts() {
    guard let parts = unchanged else { return }
    unchanged = nil
    guard dimensions.contains(.stateChanges) else { return }
    for part in parts {
      if let (run, _) = exploration {
        run.note(hasChanged: false, part.issue)
      } else {
        fail(.neverChanged(part.name), at: part.location)
      }
    }
  }
}
