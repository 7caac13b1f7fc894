// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport

extension Program {
  /// The log of the program when the library runs it.
  func run() -> [Entry] {
    let world = World()
    let store = ManualStore(
      initialState: [],
      reducer: Reducer<[Entry], Action, World> { [self] log, action, world in
        let recipe = reaction(to: action, logged: log.count)
        log.append(Entry(action: action, second: world.second))
        guard let recipe else { return .none }
        return world.effect(of: recipe).map { Action(kind: $0, fuel: action.fuel - 1) }
      },
      environment: world
    )
    for command in commands {
      switch command {
      case .send(let kind): store.send(Action(kind: kind, fuel: Self.fuel))
      case .advance(let seconds): world.clock.advance(by: .seconds(seconds))
      }
    }
    return store.store.state
  }

  private struct World: Sendable {
    let clock = TestSchedulerOf<Never>(now: SchedulerTime(nanoseconds: 0))
    let subject = Subject<Int, Never>()

    var second: Int { Int(clock.now.nanoseconds / 1_000_000_000) }

    func effect(of recipe: Recipe) -> Effect<Int, Never> {
      switch recipe {
      case .value(let kind): return Effect(value: kind)
      case .callback(let kind, let seconds):
        return .run { subscriber in
          clock.schedule(after: clock.now.advanced(by: .seconds(seconds))) {
            subscriber.send(kind)
            subscriber.send(completion: .finished)
          }
        }
      case .subject: return subject.effect
      case .send(let kind): return .fireAndForget { subject.send(kind) }
      case .timer(let kind, let id, let seconds):
        return Effect.timer(id: id, every: .seconds(seconds), on: clock).map { _ in kind }
      case .cancel(let id): return .cancel(id: id)
      case .merge(let recipes): return .merge(recipes.map(effect))
      case .concatenate(let recipes): return .concatenate(recipes.map(effect))
      case .map(let recipe, let number):
        return effect(of: recipe).map { ($0 + number) % Program.kinds }
      case .flatMap(let recipe, let inner):
        return effect(of: recipe).flatMap { kind in
          effect(of: inner).map { ($0 + kind) % Program.kinds }
        }
      case .deferred(let recipe): return .deferred { effect(of: recipe) }
      case .prefix(let recipe, let count): return effect(of: recipe).prefix(count)
      case .delay(let recipe, let seconds):
        return effect(of: recipe).delay(for: .seconds(seconds), scheduler: clock)
      case .receiveLater(let recipe): return effect(of: recipe).receive(on: clock)
      case .cancellable(let recipe, let id, let cancelInFlight):
        return effect(of: recipe).cancellable(id: id, cancelInFlight: cancelInFlight)
      case .debounce(let recipe, let id, let seconds):
        return effect(of: recipe).debounce(id: id, for: .seconds(seconds), scheduler: clock)
      }
    }
  }
}
