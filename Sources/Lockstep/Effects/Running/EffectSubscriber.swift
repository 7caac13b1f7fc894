// SPDX-License-Identifier: MIT

/// When the events of an effect must be delivered one at a time, through its ``Lane``.
enum LaneUse: UInt8, Comparable {
  /// Never: values may arrive on any thread, and nothing follows the end.
  case never
  /// When several values may arrive.
  case forSeveralValues
  /// Always, because there are several senders.
  case always

  static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

/// An object that a running effect sends to, whatever its output and failure types.
///
/// A class and not a protocol, so that finding its methods needs no lookup for generic types.
///
/// `@unchecked` because a nonfinal class cannot be checked; the properties of all subclasses are constants of
/// `Sendable` types, or belong to the thread in the effect's lane.
@usableFromInline
package class EffectTarget: @unchecked Sendable {
  /// When the target must be called from within the lane.
  let laneUse: LaneUse

  init(_ laneUse: LaneUse) {
    self.laneUse = laneUse
  }

  /// The position of the state of the reducer that returned the effect, if it is needed.
  var statePosition: StatePosition? { nil }
}

/// An object that receives the values of a running effect, whatever its failure type.
///
/// `@unchecked` for the same reason as its superclass.
@usableFromInline
package class EffectReceiver<Output: Sendable>: EffectTarget, @unchecked Sendable {
  /// Receives a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - scope: The innermost scope that it comes from.
  ///   - isLast: Whether the value is also the end, in which case nothing else follows.
  @usableFromInline
  func receive(_ value: Output, from scope: EffectScope, isLast: Bool) {
    preconditionFailure("A subclass of EffectReceiver does not override receive(_:from:isLast:).")
  }
}

/// An object that receives the values and the end of a running effect.
///
/// `@unchecked` for the same reason as its superclass.
@usableFromInline
package class EffectSubscriber<Output: Sendable, Failure: Error>: EffectReceiver<Output>,
  @unchecked Sendable
{
  /// Receives the end: a failure, or `nil` for completion, and the innermost scope that it comes from.
  @usableFromInline
  func finish(_ failure: Failure?, from scope: EffectScope) {
    preconditionFailure("A subclass of EffectSubscriber does not override finish(_:from:).")
  }

  /// Whether the subscriber continues by itself after a part that completes where it is started: it does so
  /// there, and not where the lane gets to the completion, so that what follows keeps its isolation.
  var goesOnAlone: Bool { false }

  /// Continues after such a part.
  func goOn() {}

  private final func needsLane(in scope: EffectScope) -> Bool {
    laneUse > (scope.isShared ? .never : .forSeveralValues)
  }

  /// Receives the only value of what is started in a scope, from outside of the lane.
  final func send(only value: Output, from scope: EffectScope) {
    guard needsLane(in: scope) else { return receive(value, from: scope, isLast: true) }
    let (lane, isLast) = (scope.lane, goesOnAlone == false)
    if lane.enter() {
      receive(value, from: scope, isLast: isLast)
      lane.leave(isTail: true)
    } else if scope.hold() {
      let event = LaneEvent(of: scope, in: scope.context) {
        self.receive(value, from: scope, isLast: isLast)
      }
      lane.wait(event, isTail: true)
    }
    if isLast == false { goOn() }
  }

  /// Receives the end of what is started in a scope, from outside of the lane.
  final func send(end failure: Failure?, from scope: EffectScope) {
    guard needsLane(in: scope) else { return finish(failure, from: scope) }
    if failure == nil, goesOnAlone { return goOn() }
    let lane = scope.lane
    if lane.enter() {
      finish(failure, from: scope)
      lane.leave(isTail: true)
    } else {
      let event = LaneEvent(of: nil, in: scope.context) { self.finish(failure, from: scope) }
      lane.wait(event, isTail: true)
    }
  }
}

extension EffectScope {
  /// Runs a function in the lane of the effect: now, if no thread is in the lane, or else when its turn
  /// comes.
  ///
  /// - Parameters:
  ///   - isTail: See ``Lane/leave(isTail:)``.
  ///   - goBack: How to get back here, if the function must run here.
  ///   - body: The function to run.
  func inLane(
    isTail: Bool = false,
    goBack: LaneEvent.GoBack? = nil,
    _ body: @escaping @Sendable () -> Void
  ) {
    let lane = lane
    if lane.enter() {
      body()
      lane.leave(isTail: isTail)
    } else {
      lane.wait(LaneEvent(of: nil, in: context, goBack: goBack, body), isTail: isTail)
    }
  }
}
