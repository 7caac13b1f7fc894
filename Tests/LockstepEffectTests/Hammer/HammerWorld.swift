// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Synchronization

/// What an effect of the library is made of that is under the hammer, and what it has sent.
final class HammerWorld: Sendable {
  private struct Listener: Sendable {
    let send: @Sendable (HammerEvent) -> Void
  }

  /// What happens in the middle of a delivery.
  struct Hook: Sendable {
    let place: Place
    let blow: HammerBlow

    enum Place: CaseIterable, Sendable {
      /// In a function that an operator has been given.
      case function
      /// Where the values arrive.
      case sink
    }
  }

  let scheduler = DispatchQueue.test
  private let subjects = [Subject<Int, Problem>(), Subject<Int, Problem>()]
  private let listeners = Mutex<[Int: [Listener]]>([:])
  private let events = Mutex<[HammerEvent]>([])
  private let run = Mutex<AnyCancellable?>(nil)
  private let countAtCancel = Mutex<Int?>(nil)
  private let hook: Hook?
  private let visits = Atomic(0)
  private let visitors = Atomic(0)
  private let overlaps = Atomic(0)
  private let lingers: Bool

  /// - Parameters:
  ///   - plan: The shape of the effect, which is started.
  ///   - hook: What happens at the second visit of a place.
  ///   - lingers: Whether functions take so long that others may come meanwhile.
  init(_ plan: HammerPlan, hook: Hook? = nil, lingers: Bool = false) {
    self.hook = hook
    self.lingers = lingers
    let cancellable = effect(plan).sink { [self] completion in
      switch completion {
      case .finished: note(.end)
      case .failure(let problem): note(.failure(problem.code))
      }
    } receiveValue: { [self] value in
      note(.value(value))
      visit(.sink)
    }
    run.withLock { $0 = cancellable }
  }

  /// What has been sent so far.
  var outcome: [HammerEvent] { events.withLock { $0 } }

  /// How much has been sent since it was cancelled.
  var countAfterCancel: Int {
    let count = outcome.count
    return countAtCancel.withLock { count - ($0 ?? count) }
  }

  /// How often functions of the effect ran at the same time.
  var overlapCount: Int { overlaps.load(ordering: .relaxed) }

  /// Ends the effect, which holds this.
  func close() {
    strike(.cancel)
    run.withLock { $0 = nil }
    listeners.withLock { $0 = [:] }
  }

  private func note(_ event: HammerEvent) {
    events.withLock { $0.append(event) }
  }

  /// Does what a blow says, on this thread.
  func strike(_ blow: HammerBlow) {
    switch blow {
    case .value(let value, let source):
      subjects[source].send(value)
      send(.value(value), to: source)
    case .end(let source):
      subjects[source].send(completion: .finished)
      send(.end, to: source)
    case .failure(let source):
      subjects[source].send(completion: .failure(Problem()))
      send(.failure(1), to: source)
    case .cancel:
      run.withLock { $0 }?.cancel()
      let count = events.withLock { $0.count }
      countAtCancel.withLock { $0 = min($0 ?? count, count) }
    case .advance:
      scheduler.advance(by: 1)
    case .settle:
      scheduler.advance()
    }
  }

  private func send(_ event: HammerEvent, to source: Int) {
    for listener in listeners.withLock({ $0[source] ?? [] }) { listener.send(event) }
  }

  private func listen(to source: Int, _ send: @escaping @Sendable (HammerEvent) -> Void) {
    listeners.withLock { $0[source, default: []].append(Listener(send: send)) }
  }

  private func visit(_ place: Hook.Place) {
    if place == .function {
      if visitors.add(1, ordering: .relaxed).newValue > 1 { overlaps.add(1, ordering: .relaxed) }
      if lingers { sched_yield() }
    }
    if let hook, hook.place == place, visits.add(1, ordering: .relaxed).newValue == 2 {
      strike(hook.blow)
    }
    if place == .function { visitors.subtract(1, ordering: .relaxed) }
  }
}

extension HammerWorld {
  private func effect(_ plan: HammerPlan) -> Effect<Int, Problem> {
    switch plan {
    case .leaf(let leaf, let source): effect(leaf, source)
    case .value(let value): Effect(value: value)
    case .merge(let plans): .merge(plans.map(effect))
    case .neverFailing(let plans):
      Effect.merge(plans.map { effect($0).ignoreFailure(setFailureType: Never.self) })
        .map { [self] value in
          visit(.function)
          return value
        }
        .setFailureType(to: Problem.self)
    case .concatenate(let plans): .concatenate(plans.map(effect))
    case .deferred(let plan): .deferred { [self] in effect(plan) }
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
    case .timer:
      Effect.timer(id: "timer", every: 1, on: scheduler).map { _ in 50 }
        .setFailureType(to: Problem.self)
    default: transformation(plan)
    }
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
    default: preconditionFailure("The plan \(plan) is no transformation.")
    }
  }

  private func effect(_ leaf: HammerPlan.Leaf, _ source: Int) -> Effect<Int, Problem> {
    switch leaf {
    case .subject:
      return subjects[source].effect
    case .callback:
      return .run { [self] subscriber in
        listen(to: source) { event in
          switch event {
          case .value(let value): subscriber.send(value)
          case .end: subscriber.send(completion: .finished)
          case .failure(let code): subscriber.send(completion: .failure(Problem(code: code)))
          }
        }
        return AnyCancellable {}
      }
    case .sending:
      return .run { [self] send in
        let (stream, _) = AsyncStream.makeStream(of: Never.self)
        listen(to: source) { event in
          if case .value(let value) = event { send(value) }
        }
        // Until it is cancelled.
        for await _ in stream {}
      }
    }
  }
}
