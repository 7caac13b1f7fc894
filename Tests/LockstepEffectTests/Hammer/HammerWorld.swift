// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Synchronization

/// The parts of the effect that is under the hammer, and the events that it has sent.
final class HammerWorld: Sendable {
  private struct Listener: Sendable {
    let send: @Sendable (HammerEvent) -> Void
  }

  /// An action in the middle of a delivery.
  struct Hook: Sendable {
    let place: Place
    let blow: HammerBlow

    enum Place: CaseIterable, Sendable {
      /// In a function that an operator has been given.
      case function
      /// The receiver of the values.
      case sink
    }
  }

  let scheduler = DispatchQueue.test
  let subjects = [Subject<Int, Problem>(), Subject<Int, Problem>()]
  private let listeners = Mutex<[Int: [Listener]]>([:])
  private let events = Mutex<[HammerEvent]>([])
  private let run = Mutex<AnyCancellable?>(nil)
  private let countAtCancel = Mutex<Int?>(nil)
  private let hook: Hook?
  private let visits = Atomic(0)
  private let visitors = Atomic(0)
  private let overlaps = Atomic(0)
  private let lingers: Bool
  private let log = Mutex<[HammerStrike]>([])
  private let clock = Atomic(0)
  private let isHandedOver = Atomic(false)

  /// - Parameters:
  ///   - hook: The action at the second visit of a place.
  ///   - lingers: Whether functions take so long that others may come meanwhile.
  init(hook: Hook? = nil, lingers: Bool = false) {
    self.hook = hook
    self.lingers = lingers
  }

  /// Creates a world and starts the effect of a plan.
  convenience init(_ plan: HammerPlan, hook: Hook? = nil, lingers: Bool = false) {
    self.init(hook: hook, lingers: lingers)
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

  /// The events that have been sent so far.
  var outcome: [HammerEvent] { events.withLock { $0 } }

  /// The blows that have been struck and what they were struck beside.
  var strikes: [HammerStrike] { log.withLock { $0 }.sorted { $0.begin < $1.begin } }

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

  /// Strikes a blow on this thread.
  ///
  /// - Parameters:
  ///   - blow: The blow.
  ///   - cancel: Cancels the effect, if it was not started by this world.
  func strike(_ blow: HammerBlow, cancel: (() -> Void)? = nil) {
    let begin = clock.add(1, ordering: .sequentiallyConsistent).newValue
    if blow == .cancel, let cancel { cancel() } else { perform(blow) }
    let end = clock.add(1, ordering: .sequentiallyConsistent).newValue
    log.withLock { $0.append(HammerStrike(blow: blow, begin: begin, end: end)) }
  }

  private func perform(_ blow: HammerBlow) {
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
    case .settle, .drift:
      preconditionFailure("Only the model knows what is late.")
    case .handOver:
      isHandedOver.store(true, ordering: .releasing)
    case .takeOver:
      while isHandedOver.load(ordering: .acquiring) == false { sched_yield() }
    }
  }

  private func send(_ event: HammerEvent, to source: Int) {
    for listener in listeners.withLock({ $0[source] ?? [] }) { listener.send(event) }
  }

  func listen(to source: Int, _ send: @escaping @Sendable (HammerEvent) -> Void) {
    listeners.withLock { $0[source, default: []].append(Listener(send: send)) }
  }

  func visit(_ place: Hook.Place) {
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
