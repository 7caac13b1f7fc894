// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization

/// The outputs and dismissal requests that no parent in the test handles.
final class OutputAccount: Sendable {
  private struct State {
    /// The unasserted outputs, and whether the test must assert each.
    var outputs: [(output: SentOutput, isRequired: Bool)] = []
    var isRequiring = true
    var isDismissed = false
  }

  private let state = Mutex(State())

  func add(_ output: SentOutput) {
    state.withLock { state in
      state.outputs.append((output, state.isRequiring))
      if output.isDismissal { state.isDismissed = true }
    }
  }

  var isRequiring: Bool {
    get { state.withLock { $0.isRequiring } }
    set { state.withLock { $0.isRequiring = newValue } }
  }

  var unasserted: [SentOutput] { state.withLock { $0.outputs }.map(\.output) }

  /// Returns whether the account contains an output that meets the condition or that the test must assert.
  func hasOutput(where isExpected: (SentOutput) -> Bool) -> Bool {
    state.withLock { $0.outputs }.contains { $0.isRequired || isExpected($0.output) }
  }

  func take(where isTaken: (SentOutput) -> Bool) -> SentOutput? {
    let outputs = unasserted
    guard let index = outputs.firstIndex(where: isTaken) else { return nil }
    state.withLock { _ = $0.outputs.remove(at: index) }
    return outputs[index]
  }

  func takeAll() -> [SentOutput] {
    let outputs = state.withLock { state in
      defer { state.outputs = [] }
      return state.outputs
    }
    return outputs.filter(\.isRequired).map(\.output)
  }

  func takeDismissal() -> Bool {
    state.withLock { state in
      defer { state.isDismissed = false }
      return state.isDismissed
    }
  }

  var isDismissed: Bool { state.withLock { $0.isDismissed } }
}
