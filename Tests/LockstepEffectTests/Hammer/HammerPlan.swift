// SPDX-License-Identifier: MIT

/// The shape of an effect that the hammer makes twice: of the library's operators, and of naive ones.
///
/// Its leaves listen to sources that have numbers, and send what is struck there.
indirect enum HammerPlan: Sendable {
  /// A leaf that sends what its source is struck with.
  enum Leaf: CaseIterable, Sendable {
    case callback
    case subject
    case sending
    /// Sends its first value or failure only.
    case future
    /// Sends its first value or failure only, from wherever the task continues.
    case task
    /// Sends from wherever the iteration continues.
    case sequence

    /// Whether the values are sent elsewhere than in the call that strikes.
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
  /// Cancels what is cancellable with each value.
  case cancels(Self)
  /// Starts the second anew with each value of the first, in place of the one it started before.
  case restart(by: Self, Self)
  case receiveAtOnce(Self)
  case receiveLater(Self)
  case delay(Self)
  case subscribe(Self)
  case deferredFor(Self)
  case debounce(by: Self, Self)
  case throttle(Self, latest: Bool)
  /// Starts the second anew with each value of the first, throttled under one id.
  case restartThrottle(by: Self, Self, latest: Bool)
  case timer
  /// Starts a timer with each value, under one id.
  case restartTimer(by: Self)
}
