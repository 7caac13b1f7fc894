// SPDX-License-Identifier: MIT

internal import Lockstep

@usableFromInline
final class IgnoredParts<State> {
  // Optional, because unspecialized code would look up the metadata of an empty array's type.
  private var parts: [StatePart<State>]?

  @usableFromInline
  init() {}

  var isEmpty: Bool { parts == nil }

  func add(_ part: StatePart<State>) -> Bool {
    let parts = parts ?? []
    guard part.path == nil || parts.allSatisfy({ $0.path != part.path }) else { return false }
    self.parts = parts + [part]
    return true
  }

  /// Copies the ignored parts of one state to another, so that the two compare equal there.
  func copy(from source: State, to target: inout State) {
    guard let parts else { return }
    for part in parts { part.copy(source, &target) }
  }
}

struct StatePart<State> {
  let name: String
  let path: AnyKeyPath?
  let isIn: (State) -> Bool
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

/// An ignored part of the state that has not changed yet.
struct UnchangedPart<State> {
  let name: String
  let location: CodeLocation
  let hasChanged: (State) -> Bool

  var issue: ReportedIssue {
    ReportedIssue(TestFailure.neverChanged(name).message, at: location)
  }
}

extension TestCore {
  /// Returns the state changes that a test must assert, without the ignored parts.
  func changes(from before: State, to after: State) -> [StateChange] {
    var compared = before
    ignored.copy(from: after, to: &compared)
    return StateChange.all(from: compared, to: after)
  }

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

extension TestRun {
  func noteChangedParts() {
    let left = unchanged?.filter { part in
      guard part.hasChanged(runtime.state) else { return true }
      exploration?.0.note(hasChanged: true, part.issue)
      return false
    }
    unchanged = left?.isEmpty == false ? left : nil
  }

  /// Reports the ignored parts that never changed.
  ///
  /// During an exploration, a part may change in one schedule and not in another. The exploration reports such parts
  /// when it finishes.
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
