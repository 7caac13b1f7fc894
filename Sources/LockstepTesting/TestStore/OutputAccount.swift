// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization

/// The outputs and requests to be dismissed that no parent in the test has handled.
final class OutputAccount: Sendable {
  private struct State {
    /// The outputs that have not been asserted, and whether each has to be.
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

  /// Whether the test must assert the outputs that follow.
  var isRequiring: Bool {
    get { state.withLock { $0.isRequiring } }
    set { state.withLock { $0.isRequiring = newValue } }
  }

  /// The outputs that have not been asserted.
  var unasserted: [SentOutput] { state.withLock { $0.outputs }.map(\.output) }

  /// Returns whether there is an output for which a condition holds, or one that has to be asserted.
  func hasOutput(where isExpected: (SentOutput) -> Bool) -> Bool {
    state.withLock { $0.outputs }.contains { $0.isRequired || isExpected($0.output) }
  }

  /// Takes the oldest output for which a condition holds; returns `nil` if there is none.
  func take(where isTaken: (SentOutput) -> Bool) -> SentOutput? {
    let outputs = unasserted
    guard let index = outputs.firstIndex(where: isTaken) else { return nil }
    state.withLock { _ = $0.outputs.remove(at: index) }
    return outputs[index]
  }

  /// Takes all outputs, and returns those that had to be asserted.
  func takeAll() -> [SentOutput] {
    let outputs = state.withLock { state in
      defer { state.outputs = [] }
      return state.outputs
    }
    return outputs.filter(\.isRequired).map(\.output)
  }

  /// Returns whether the feature has asked to be dismissed since the last call.
  func takeDismissal() -> Bool {
    state.withLock { state in
      defer { state.isDismissed = false }
      return state.isDismissed
    }
  }

  var isDismissed: Bool { state.withLock { $0.isDismissed } }
}
