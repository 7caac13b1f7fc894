// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests exactly when the effects of a child end.
@Suite struct AutomaticCancellationTimingTests {
  private func makeStore(
    _ more: HouseReducer,
    in composition: Composition = .optional
  ) -> ManualStore<House, HouseAction> {
    ManualStore(
      initialState: composition.initialState,
      reducer: .combine(composition.reducer(), more),
      environment: ()
    )
  }

  /// Returns a reducer that removes the state for certain actions.
  private func removing(
    _ composition: Composition = .optional,
    when isDue: @escaping @Sendable (HouseAction) -> Bool
  ) -> HouseReducer {
    HouseReducer { state, action, _ in
      if isDue(action) { composition.remove(&state) }
      return .none
    }
  }

  // MARK: In one turn

  @Test(arguments: Composition.all)
  func `a state that is removed and restored in one turn keeps its effects`(
    composition: Composition
  ) {
    let around = Surroundings()
    let store = composition.makeStore()
    store.send(composition.action(.start(around.callback)))
    store.send(
      .set { state in
        composition.remove(&state)
        state = composition.initialState
      }
    )
    #expect(around.cancelled.value == 0)
    around.subject.send(1)
    store.send(.set { _ in })
    #expect(composition.child(store.store.state) == Guest(values: [1]))
  }

  @Test(arguments: Composition.all)
  func `a state that is restored in the next turn has lost its effects`(
    composition: Composition
  ) {
    let around = Surroundings()
    let store = composition.makeStore()
    store.send(composition.action(.start(around.callback)))
    store.send(.set(composition.remove))
    store.send(.set { $0 = composition.initialState })
    #expect(around.cancelled.value == 1)
    around.subject.send(1)
    store.send(.set { _ in })
    #expect(store.store.state == composition.initialState)
    store.send(composition.action(.start(around.callback)))
    around.subject.send(2)
    store.send(.set { _ in })
    #expect(composition.child(store.store.state) == Guest(values: [2]))
    #expect(around.cancelled.value == 1)
  }

  @Test(arguments: Composition.all, LivingEffect.all)
  func `an effect returned in the turn that removes its state is cancelled`(
    composition: Composition,
    kind: LivingEffect
  ) {
    let around = Surroundings()
    let issues = withReportedIssues {
      let isStart: @Sendable (HouseAction) -> Bool = { action in
        if case .start? = action.guestAction { true } else { false }
      }
      let store = makeStore(removing(composition, when: isStart), in: composition)
      let token = store.send { composition.action(.start(kind.make(around, $0))) }
      let state = store.store.state
      around.goOn()
      store.send(.set { _ in })
      #expect(token.isDeallocated)
      #expect(store.store.state == state)
      #expect(composition.child(state) == nil)
    }
    #expect(issues == [])
  }

  @Test func `an immediate effect runs even if its state is removed in the same turn`() {
    let didSave = Recorder(false)
    let child = Reducer<Guest, GuestAction, Void> { _, action, _ in
      guard case .touch = action else { return .none }
      return .merge(Effect(value: .value(1)), .fireAndForget { didSave.set(true) })
    }
    let line: UInt = #line + 1
    let reducer = child.optional()
      .pullback(state: \House.optional, action: /HouseAction.child, environment: { (_: Void) in })
    let issues = withReportedIssues {
      let store = ManualStore(
        initialState: House(optional: Guest()),
        reducer: .combine(
          reducer,
          removing { action in
            if case .child(.touch) = action { true } else { false }
          }
        ),
        environment: ()
      )
      store.send(.child(.touch))
    }
    #expect(didSave.value)
    #expect(
      issues.map(\.message) == [
        unhandledMessage(
          "made optional",
          line,
          "its state was 'nil'",
          dumped("HouseAction.child", dumped("GuestAction.value", "1")),
          path: #"\House.optional"#,
          sentBy: "an effect that sends its value at once, started by HouseAction.child"
        )
      ]
    )
  }

  // MARK: By what takes it away

  @Test func `an effect is cancelled if its own value removes its state`() {
    let around = Surroundings()
    let issues = withReportedIssues {
      let store = makeStore(
        removing { action in
          if case .child(.value) = action { true } else { false }
        }
      )
      let token = store.send { token in
        .child(.start(around.callback.map { _ in token.one }))
      }
      // The second value is in the queue when the first value removes the state.
      around.subject.send(1)
      around.subject.send(2)
      store.send(.set { _ in })
      #expect(around.cancelled.value == 1)
      #expect(token.isDeallocated)
      #expect(store.store.state == House())
    }
    #expect(
      issues.map(\.message) == [
        Composition.optional.report(
          sentBy: "effect run, made at LockstepReducerTests/AutomaticCancellationFixture.swift:1, "
            + "started by HouseAction.child",
          dumped("GuestAction.value", "1")
        )
      ]
    )
  }

  @Test func `an effect is cancelled before the next action of the chain that removes its state`() {
    let around = Surroundings()
    let seen = Recorder<[Int]>([])
    let store = makeStore(
      HouseReducer { state, action, _ in
        guard case .ownValue(let number) = action else { return .none }
        seen.update { $0.append(around.cancelled.value) }
        if number == 2 { state.optional = nil }
        return number < 4 ? Effect(value: .ownValue(number + 1)) : .none
      }
    )
    store.send(.child(.start(around.callback)))
    store.send(.ownValue(0))
    #expect(seen.value == [0, 0, 0, 1, 1])
  }

  @Test func `a child's effects end if the parent removes the state in response to a value`() {
    let around = Surroundings()
    let store = makeStore(
      HouseReducer { state, action, _ in
        // The value of the child is delegated to the parent.
        if case .child(.value(let value)) = action, value == 9 { state.optional = nil }
        return .none
      }
    )
    store.send(.child(.start(.merge(around.callback, Effect(value: 9)))))
    #expect(around.started.value == 1)
    #expect(around.cancelled.value == 1)
    #expect(store.store.state == House())
  }

  // MARK: Between turns

  /// Returns a reducer that runs a pause of the parent before the child's effects.
  private func pausing(_ clock: TestScheduler<Never>) -> HouseReducer {
    let composed = Composition.optional.reducer()
    return HouseReducer(around: composed) { state, action, environment, run in
      let effect = run(&state, action, environment)
      guard case .child(.start) = action else { return effect }
      return .concatenate(.fireAndForget { await clock.pause(for: 1) }, effect)
    }
  }

  /// Returns an effect that sends a value as soon as it starts.
  private func eager(_ around: Surroundings) -> Numbers {
    .run { [started = around.started, cancelled = around.cancelled] subscriber in
      started.update { $0 += 1 }
      subscriber.send(1)
      return AnyCancellable { cancelled.update { $0 += 1 } }
    }
  }

  @Test func `an effect that starts after its state becomes nil sends nothing`() {
    let around = Surroundings()
    let issues = withReportedIssues {
      let store = ManualStore(
        initialState: House(optional: Guest()),
        reducer: pausing(around.clock),
        environment: ()
      )
      store.send(.child(.start(eager(around))))
      store.send(.set { $0.optional = nil })
      #expect(around.started.value == 0)
      around.clock.advance(by: 1)
      #expect(around.started.value == 1)
      #expect(around.cancelled.value == 1)
      #expect(store.store.state == House())
    }
    #expect(issues == [])
  }

  @Test func `an effect that starts after a pause ends when its state is removed`() {
    let around = Surroundings()
    let store = ManualStore(
      initialState: House(optional: Guest()),
      reducer: pausing(around.clock),
      environment: ()
    )
    store.send(.child(.start(eager(around))))
    around.clock.advance(by: 1)
    #expect(store.store.state == House(optional: Guest(values: [1])))
    #expect(around.cancelled.value == 0)
    store.send(.set { $0.optional = nil })
    #expect(around.cancelled.value == 1)
  }

  @Test func `removing a state also cancels the later effects of a concatenation`() {
    let around = Surroundings()
    let composed = Composition.optional.reducer()
    let store = ManualStore(
      initialState: House(optional: Guest()),
      reducer: HouseReducer(around: composed) { state, action, environment, run in
        guard case .child(.start) = action else { return run(&state, action, environment) }
        return .concatenate(
          (0..<5).map { _ in run(&state, action, environment) }
            + [around.callback.map(HouseAction.ownValue)]
        )
      },
      environment: ()
    )
    store.send(.child(.start(around.callback)))
    #expect(around.started.value == 1)
    store.send(.set { $0.optional = nil })
    // The last effect belongs to the parent.
    #expect(around.started.value == 6)
    #expect(around.cancelled.value == 5)
  }

  @Test func `an endlessly repeated effect of a removed child does not block the store`() {
    let around = Surroundings()
    let composed = Composition.optional.reducer()
    @Sendable func again(_ effect: Effect<HouseAction, Never>) -> Effect<HouseAction, Never> {
      .concatenate(effect, .lazy { again(effect) })
    }
    let store = ManualStore(
      initialState: House(optional: Guest()),
      reducer: HouseReducer(around: composed) { state, action, environment, run in
        let effect = run(&state, action, environment)
        guard case .child(.start) = action else { return effect }
        return again(effect).cancellable(id: "again")
      },
      environment: ()
    )
    store.send(.child(.start(around.callback)))
    store.send(.set { $0.optional = nil })
    store.send(.own(.cancel(id: "again")))
    #expect(around.started.value == around.cancelled.value)
    #expect(store.store.state == House())
  }

  // MARK: Looking at the state

  private struct Watched: Sendable {
    var guest: Guest? = Guest()
    let onLook: @Sendable () -> Void

    /// The guest, whose getter calls `onLook`.
    var watchedGuest: Guest? {
      get {
        onLook()
        return guest
      }
      set { guest = newValue }
    }
  }

  private enum WatchedAction: Sendable {
    case watched(GuestAction)
    case unwatched(GuestAction)
  }

  @Test(.timeLimit(.minutes(60)))
  func `a getter that the store calls to check for a state may end effects`() {
    let around = Surroundings()
    let ending = Subject<Int, Never>()
    let store = ManualStore(
      initialState: Watched { ending.send(completion: .finished) },
      reducer: Reducer<Watched, WatchedAction, Void>.combine(
        guestReducer.optional().pullback(
          state: \.watchedGuest,
          action: /WatchedAction.watched
        ),
        guestReducer.optional().pullback(
          state: \.guest,
          action: /WatchedAction.unwatched
        )
      ),
      environment: ()
    )
    store.send(.unwatched(.start(.concatenate(ending.effect, Numbers(value: 9)))))
    store.send(.watched(.start(around.callback)))
    store.send(.unwatched(.touch))
    #expect(around.cancelled.value == 0)
    #expect(store.store.state.guest == Guest(values: [9], touches: 1))
  }
}
