// SPDX-License-Identifier: MIT

/// The shape of an effect.
///
/// The tests build it twice: from the library's operators and from naive operators.
///
/// The leaves listen to numbered sources, and send the events of those sources.
indirect enum HammerPlan: Sendable {
  /// A leaf that sends the events of its source.
  enum Leaf: CaseIterable, Sendable {
    case callback
    case subject
    case sending
    /// Sends only its first value or failure.
    case future
    /// Sends only its first value or failure, from the thread on which the task continues.
    case task
    /// Sends from the thread on which the iteration continues.
    case sequence

    /// Whether the leaf sends its values outside of the striking call.
    var isAsynchronous: Bool { self == .task || self == .sequence }

    var sendsOnce: Bool { self == .future || self == .task }
  }

  /// A leaf that sends its values and completes in the call that starts it.
  enum Constant: CaseIterable, Sendable {
    case sync
    case result
    case future
    case callback
    case task
    case sending
    case sequence

    var count: Int {
      switch self {
      case .sync, .result, .future, .task: 1
      case .callback, .sending, .sequence: 2
      }
    }
  }

  case leaf(Leaf, Int)
  case value(Int)
  case constant(Constant)
  case map(Self)
  case compactMapToOdd(Self)
  case filterOdd(Self)
  case mapError(Self)
  case catchToEffect(Self)
  case replaceError(Self)
  case ignoreFailure(Self)
  case ignoreOutput(Self)
  case fireAndForget(Self)
  case handleEvents(Self)
  case tryMap(Self)
  case prefix(Self, Int)
  case removeDuplicateRemainders(Self)
  case flatMap(Self, into: Self)
  case `catch`(Self, with: Self)
  case merge([Self])
  /// A merge of effects that cannot fail, under a map.
  case neverFailing([Self])
  case concatenate([Self])
  case deferred(Self)
  case cancellable(Self)
  /// Cancels the cancellable part with each value.
  case cancels(Self)
  /// Restarts the second effect with each value of the first.
  case restart(by: Self, Self)
  case receiveAtOnce(Self)
  case receiveLater(Self)
  case delay(Self)
  case subscribe(Self)
  case deferredFor(Self)
  case debounce(by: Self, Self)
  case throttle(Self, latest: Bool)
  /// Restarts the second effect, throttled under one id, with each value of the first.
  case restartThrottle(by: Self, Self, latest: Bool)
  case timer
  /// Restarts a timer under one id with each value.
  case restartTimer(by: Self)
}
