// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting

extension HammerWorld {
  /// The effect of a plan, which notes what its functions do.
  func effect(_ plan: HammerPlan) -> Effect<Int, Problem> {
    switch plan {
    case .leaf(let leaf, let source): effect(leaf, source)
    case .value(let value): Effect(value: value)
    case .constant(let constant): effect(constant)
    case .merge(let plans): .merge(plans.map(effect))
    case .neverFailing(let plans):
      Effect.merge(plans.map { effect($0).ignoreFailure(setFailureType: Never.self) })
        .map { [self] value in
          visit(.function)
          return value
        }
        .setFailureType(to: Problem.self)
    case .concatenate(let plans): .concatenate(plans.map(effect))
    case .deferred(let plan): .lazy { [self] in effect(plan) }
    case .flatMap(let plan, let inner):
      effect(plan).flatMap { [self] value in
        visit(.function)
        return effect(inner).map { $0 + value * 100 }
      }
    case .catch(let plan, let other):
      effect(plan).catch { [self] _ in
        visit(.function)
        return effect(other)
      }
    case .cancellable(let plan): effect(plan).cancellable(id: "hammer")
    case .cancels(let plan): effect(plan).flatMap { _ in Effect<Int, Problem>.cancel(id: "hammer") }
    case .restart(let plan, let other):
      effect(plan).flatMap { [self] value in
        effect(other).map { $0 + value * 100 }.cancellable(id: "hammer", cancelInFlight: true)
      }
    case .receiveAtOnce(let plan): effect(plan).receive(on: DispatchQueue.immediate)
    case .receiveLater(let plan): effect(plan).receive(on: scheduler)
    case .delay(let plan): effect(plan).delay(for: 1, scheduler: scheduler)
    case .subscribe(let plan): effect(plan).subscribe(on: scheduler)
    case .deferredFor(let plan): effect(plan).deferred(for: 1, scheduler: scheduler)
    case .debounce(let plan, let other):
      effect(plan).flatMap { [self] value in
        effect(other).map { $0 + value * 100 }
          .debounce(id: "hammer", for: 1, scheduler: scheduler)
      }
    case .throttle(let plan, let latest):
      effect(plan).throttle(id: "hammer", for: 1, scheduler: scheduler, latest: latest)
    case .restartThrottle(let plan, let other, let latest):
      effect(plan).flatMap { [self] value in
        effect(other).map { $0 + value * 100 }
          .throttle(id: "hammer", for: 1, scheduler: scheduler, latest: latest)
      }
    case .timer: timer(50)
    case .restartTimer(let plan): effect(plan).flatMap { [self] in timer($0 * 100) }
    default: transformation(plan)
    }
  }

  private func timer(_ value: Int) -> Effect<Int, Problem> {
    Effect.timer(id: "timer", every: 1, on: scheduler).map { _ in value }
      .setFailureType(to: Problem.self)
  }

  private func transformation(_ plan: HammerPlan) -> Effect<Int, Problem> {
    let visit: @Sendable (Int) -> Void = { [self] _ in self.visit(.function) }
    switch plan {
    case .map(let plan):
      return effect(plan).map { value in
        visit(value)
        return value
      }
    case .compactMapToOdd(let plan):
      return effect(plan).compactMap { value in
        visit(value)
        return value % 2 == 1 ? value : nil
      }
    case .filterOdd(let plan):
      return effect(plan).filter { value in
        visit(value)
        return value % 2 == 1
      }
    case .mapError(let plan): return effect(plan).mapError { Problem(code: $0.code + 10) }
    case .catchToEffect(let plan):
      return effect(plan).catchToEffect().map { result in
        switch result {
        case .success(let value): value
        case .failure(let problem): 1_000 + problem.code
        }
      }
      .setFailureType(to: Problem.self)
    case .replaceError(let plan):
      return effect(plan).replaceError(with: 2_000).setFailureType(to: Problem.self)
    case .ignoreFailure(let plan):
      return effect(plan).ignoreFailure(setFailureType: Problem.self)
    case .ignoreOutput(let plan): return effect(plan).ignoreOutput()
    case .fireAndForget(let plan): return effect(plan).fireAndForget()
    case .handleEvents(let plan): return effect(plan).handleEvents(receiveOutput: visit)
    case .tryMap(let plan):
      return effect(plan).tryMap { value throws(Problem) in
        visit(value)
        if value % 10 == 3 { throw Problem(code: value) }
        return value
      }
    case .prefix(let plan, let count): return effect(plan).prefix(count)
    case .removeDuplicateRemainders(let plan):
      return effect(plan).removeDuplicates { last, next in
        visit(next)
        return last % 2 == next % 2
      }
    default: preconditionFailure("The plan \(plan) is not a transformation.")
    }
  }
}
