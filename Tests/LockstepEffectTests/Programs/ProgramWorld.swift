// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting

/// The environment of a program, which makes its effects of those of the library.
struct ProgramWorld: Sendable {
  let log = Recorder<[Program.Entry]>([])
  private let clock: SchedulerOf<Never>
  private let subject = Subject<Int, Never>()

  init(_ clock: SchedulerOf<Never>) {
    self.clock = clock
  }

  var second: Int { Int(clock.now.nanoseconds / 1_000_000_000) }

  /// The effect that a reducer returns: a merge and a value are not hidden in anything.
  func effect(
    of recipe: Program.Recipe,
    _ makeAction: @escaping @Sendable (Int) -> Program.Action
  ) -> Effect<Program.Action, Never> {
    switch recipe {
    case .value(let kind): Effect(value: makeAction(kind))
    case .merge(let recipes): .merge(recipes.map { effect(of: $0, makeAction) })
    case _ where recipe.canFail:
      effect(of: recipe, Program.Failure.self)
        .catch { Effect<Int, Never>(value: $0.code) }
        .map(makeAction)
    default: effect(of: recipe, Never.self).map(makeAction)
    }
  }

  private func effect<Failure: ProgramFailure>(
    of recipe: Program.Recipe,
    _ failure: Failure.Type
  ) -> Effect<Int, Failure> {
    if let unrolled = recipe.unrolled { return effect(of: unrolled, failure) }
    switch recipe {
    case .value(let kind): return Effect(value: kind)
    case .callback(let kind, let seconds):
      return .run { subscriber in
        schedule(after: seconds) {
          subscriber.send(kind)
          subscriber.send(completion: .finished)
        }
      }
    case .failure(let code): return Effect(error: Failure(code: code))
    case .failingCallback(let code, let seconds):
      return .run { subscriber in
        schedule(after: seconds) { subscriber.send(completion: .failure(Failure(code: code))) }
      }
    case .task(let steps): return task(steps)
    case .subject: return subject.effect.setFailureType(to: Failure.self)
    case .send(let kind): return .fireAndForget { subject.send(kind) }
    case .timer(_, let id, _), .cancel(let id), .cancellable(_, let id, _), .debounce(_, let id, _),
      .throttle(_, let id, _, _):
      return id == Program.storeWideID
        ? effect(of: recipe, under: StoreWide(id)) : effect(of: recipe, under: id)
    default: return combination(recipe)
    }
  }

  private func effect<Failure: ProgramFailure>(
    of recipe: Program.Recipe,
    under id: some Hashable & Sendable
  ) -> Effect<Int, Failure> {
    switch recipe {
    case .timer(let kind, _, let seconds):
      return Effect<SchedulerTime<Never>, Never>.timer(id: id, every: .seconds(seconds), on: clock)
        .map { _ in kind }
        .setFailureType(to: Failure.self)
    case .cancel: return .cancel(id: id)
    case .cancellable(let recipe, _, let cancelInFlight):
      return effect(of: recipe, Failure.self).cancellable(id: id, cancelInFlight: cancelInFlight)
    case .debounce(let recipe, _, let seconds):
      return effect(of: recipe, Failure.self)
        .debounce(id: id, for: .seconds(seconds), scheduler: clock)
    case .throttle(let recipe, _, let seconds, let latest):
      return effect(of: recipe, Failure.self)
        .throttle(id: id, for: .seconds(seconds), scheduler: clock, latest: latest)
    default: preconditionFailure("The recipe \(recipe) has no id.")
    }
  }

  private func schedule(
    after seconds: Int,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    clock.schedule(after: clock.now.advanced(by: .seconds(seconds)), work)
  }

  private func task<Failure: ProgramFailure>(
    _ steps: [Program.Step]
  ) -> Effect<Int, Failure> {
    .run { send async throws(Failure) in
      for step in steps {
        switch step {
        case .send(let kind): send(kind)
        case .sleep(let seconds):
          do { try await clock.sleep(for: .seconds(seconds)) } catch { return }
        case .fail(let code): throw Failure(code: code)
        }
      }
    }
  }

  private func combination<Failure: ProgramFailure>(
    _ recipe: Program.Recipe
  ) -> Effect<Int, Failure> {
    @Sendable func effect(_ recipe: Program.Recipe) -> Effect<Int, Failure> {
      self.effect(of: recipe, Failure.self)
    }
    switch recipe {
    case .merge(let recipes): return .merge(recipes.map(effect))
    case .concatenate(let recipes): return .concatenate(recipes.map(effect))
    case .map(let recipe, let number):
      return effect(recipe).map { ($0 + number) % Program.kinds }
    case .flatMap(let recipe, let inner):
      return effect(recipe).flatMap { kind in effect(inner).map { ($0 + kind) % Program.kinds } }
    case .catch(let recipe, let other):
      return self.effect(of: recipe, Program.Failure.self).catch { error in
        effect(other).map { ($0 + error.code) % Program.kinds }
      }
    case .deferred(let recipe): return .lazy { effect(recipe) }
    case .deferredFor(let recipe, let seconds):
      return effect(recipe).deferred(for: .seconds(seconds), scheduler: clock)
    case .prefix(let recipe, let count): return effect(recipe).prefix(count)
    case .delay(let recipe, let seconds):
      return effect(recipe).delay(for: .seconds(seconds), scheduler: clock)
    case .receiveLater(let recipe): return effect(recipe).receive(on: clock)
    default: preconditionFailure("The recipe \(recipe) combines nothing.")
    }
  }
}

/// An error that programs fail with.
private protocol ProgramFailure: Error {
  init(code: Int)
}

extension Program.Failure: ProgramFailure {}

extension Never: ProgramFailure {
  init(code: Int) {
    preconditionFailure("An effect that cannot fail fails with the code \(code).")
  }
}
