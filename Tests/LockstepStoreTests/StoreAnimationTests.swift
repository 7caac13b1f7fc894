// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// A way to animate an action.
private enum Way: CaseIterable, Sendable {
  case scheduler
  case send
}

private enum Action: Sendable {
  case load(Way)
  case loaded
  case note(String)
  case last
}

private struct Environment: Sendable {
  var scheduler: SchedulerOf<RunLoop>
  var done: @Sendable () -> Void
}

private let reducer = Reducer<[String], Action, Environment> { state, action, environment in
  switch action {
  case .load(.scheduler):
    state.append("load")
    return .task {
      await Task.yield()
      return .loaded
    }
    .receive(on: environment.scheduler.animation(.easeIn))
  case .load(.send):
    state.append("load")
    return .run { send in
      await Task.yield()
      send(.loaded, animation: .easeIn)
    }
  case .loaded:
    state.append("loaded")
    return .merge(
      .run { subscriber in
        subscriber.send(.note("callback"))
        return AnyCancellable {}
      },
      .task { .note("task") },
      .run { send in
        send(.note("first of run"))
        await Task.yield()
        send(.note("second of run"))
        send(.last)
      }
    )
  case .note(let note):
    state.append(note)
    return .none
  case .last:
    return .fireAndForget { environment.done() }
  }
}

private actor Stage {}

extension Store where State == [String] {
  /// Records the line that each action adds, with its animation.
  fileprivate func note(in changes: Recorder<[String]>) -> StoreObservation {
    observe { state, change in
      guard let last = state.last else { return }
      let animation = change.animation.map { " \($0.name)" } ?? ""
      changes.update { $0.append(last + animation) }
    }
  }
}

/// The animation of an action does not apply to the actions of its effects.
@Suite struct StoreAnimationTests {
  /// Returns the changes of a store that is idle when the animated action arrives.
  private func changes(
    after way: Way,
    on isolation: isolated any Actor
  ) async -> [String] {
    let (end, done) = AsyncStream.makeStream(of: Never.self)
    let changes = Recorder<[String]>([])
    let store = Store(
      initialState: [],
      reducer: reducer,
      environment: Environment(scheduler: .immediate) { done.finish() },
      isolation: isolation
    )
    let observation = store.note(in: changes)
    store.send(.load(way))
    for await _ in end {}
    observation.cancel()
    return changes.value
  }

  private let expected = [
    "load", "loaded easeIn", "callback", "task", "first of run", "second of run",
  ]

  @Test(arguments: Way.allCases)
  private func `effects of an animated action send without animation on the main actor`(
    way: Way
  ) async {
    #expect(await changes(after: way, on: MainActor.shared) == expected)
  }

  @Test(arguments: Way.allCases)
  private func `effects of an animated action send without animation on another actor`(
    way: Way
  ) async {
    #expect(await changes(after: way, on: Stage()) == expected)
  }

  @Test func `an effect after an animated effect sends without animation`() {
    let clock = RunLoop.test
    let changes = Recorder<[String]>([])
    let store = ManualStore<[String], String>(
      initialState: [],
      reducer: Reducer { state, action, scheduler in
        state.append(action)
        guard action == "load" else { return .none }
        return .concatenate(
          Effect(value: "first").receive(on: scheduler.animation(.easeIn)),
          Effect(value: "value"),
          .sync { "result" },
          .merge(Effect(value: "merged"), .future { $0(.success("callback")) }),
          .lazy { Effect(value: "deferred") },
          .task { "task" },
          Effect(value: "animated again").receive(on: scheduler.animation(.linear)),
          Effect(value: "last")
        )
      },
      environment: clock
    )
    let observation = store.store.note(in: changes)
    store.send("load")
    clock.advance()
    #expect(
      changes.value == [
        "load", "first easeIn", "value", "result", "merged", "callback", "deferred", "task",
        "animated again linear", "last",
      ]
    )
    observation.cancel()
  }
}
