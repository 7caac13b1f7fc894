// SPDX-License-Identifier: MIT

/// Where the events of an effect have to come one after the other, through its ``Lane``.
enum LaneUse: UInt8, Comparable {
  /// Nowhere: values may come on any thread, and nothing follows the end.
  case never
  /// Where several values may come.
  case forSeveralValues
  /// Everywhere, because there are several who send.
  case always

  static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

/// Whom a running effect sends to, whatever its values and failures.
///
/// It is a class and not a protocol, so that finding its functions needs no look-up for generic types.
///
/// `@unchecked` because a class that is not final cannot be checked; the properties of all
/// subclasses are constants of `Sendable` types, or belong to whoever is in the effect's lane.
@usableFromInline
package class EffectTarget: @unchecked Sendable {
  /// Whether it has to be called from within the lane.
  let laneUse: LaneUse

  init(_ laneUse: LaneUse) {
    self.laneUse = laneUse
  }

  /// Where the state of the reducer stands that has returned the effect, if somebody has to know.
  var statePosition: StatePosition? { nil }
}

/// What takes the values of a running effect, whatever its failures.
///
/// `@unchecked` for the same reason as what it inherits from.
@usableFromInline
package class EffectReceiver<Output: Sendable>: EffectTarget, @unchecked Sendable {
  /// Takes a value; the scope is the innermost one that it comes from.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - scope: The innermost scope that it comes from.
  ///   - isLast: Whether it is the end as well, in which case nothing else comes.
  @usableFromInline
  func receive(_ value: Output, from scope: EffectScope, isLast: Bool) {
    preconditionFailure("A subclass of EffectReceiver does not override receive(_:from:isLast:).")
  }
}

/// What takes the values and the end of a running effect.
///
/// `@unchecked` for the same reason as what it inherits from.
@usableFromInline
package class EffectSubscriber<Output: Sendable, Failure: Error>: EffectReceiver<Output>,
  @unchecked Sendable
{
  /// Takes the end: a failure, or `nil` for completion, and the innermost scope that it comes from.
  @usableFromInline
  func finish(_ failure: Failure?, from scope: EffectScope) {
    preconditionFailure("A subclass of EffectSubscriber does not override finish(_:from:).")
  }

  /// Whether it goes on by itself after a part that completes where it is started: there, and not where the
  /// lane comes to it, so that what follows keeps its isolation.
  var goesOnAlone: Bool { false }

  /// Goes on after such a part.
  func goOn() {}

  private final func needsLane(in scope: EffectScope) -> Bool {
    laneUse > (scope.isShared ? .never : .forSeveralValues)
  }

  /// Takes the only value of what is started in a scope, from outside of the lane.
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

  /// Takes the end of what is started in a scope, from outside of the lane.
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
  /// Does something in the lane of the effect: now, if nobody is in, or else when its turn comes.
  ///
  /// - Parameters:
  ///   - isTail: See ``Lane/leave(isTail:)``.
  ///   - goBack: How to come back to here, if it has to be done here.
  ///   - body: What to do.
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
