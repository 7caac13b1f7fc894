// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests that a child's effects end when its state is removed, for every composition and every kind of effect.
@Suite struct AutomaticCancellationTests {
  @Test(arguments: Composition.all, LivingEffect.all)
  func `an effect ends when its state is removed`(composition: Composition, kind: LivingEffect) {
    let around = Surroundings()
    let issues = withReportedIssues {
      let store = composition.makeStore()
      let token = store.send { composition.action(.start(kind.make(around, $0))) }
      #expect(token.isDeallocated == false)
      store.send(.set(composition.remove))
      #expect(token.isDeallocated || kind.isHeldByScheduler)
      let state = store.store.state
      around.goOn()
      store.send(.set { _ in })
      #expect(store.store.state == state)
      #expect(token.isDeallocated)
    }
    #expect(issues == [])
  }

  @Test(arguments: Composition.all, LivingEffect.all)
  func `an effect continues when its state changes`(composition: Composition, kind: LivingEffect) {
    let around = Surroundings()
    let issues = withReportedIssues {
      let store = composition.makeStore()
      let token = store.send { composition.action(.start(kind.make(around, $0))) }
      store.send(composition.action(.touch))
      store.send(.set(composition.keep))
      store.send(.set { _ in })
      #expect(token.isDeallocated == false)
      around.goOn()
      store.send(.set { _ in })
      #expect(composition.child(store.store.state) == Guest(values: kind.values, touches: 7))
    }
    #expect(issues == [])
  }

  @Test(arguments: Composition.optionallyCancelling, LivingEffect.all)
  func `an effect continues without its state if automatic cancellation is off`(
    composition: Composition,
    kind: LivingEffect
  ) {
    let around = Surroundings()
    let issues = withReportedIssues {
      let store = composition.makeStore(cancelsEffects: false)
      let token = store.send { composition.action(.start(kind.make(around, $0))) }
      store.send(.set(composition.remove))
      #expect(token.isDeallocated == false)
      around.goOn()
      store.send(.set { _ in })
    }
    #expect(issues.count == kind.values.count)
  }

  @Test(arguments: Composition.all, LivingEffect.all)
  func `a test store sees nothing running`(composition: Composition, kind: LivingEffect) {
    let around = Surroundings()
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: composition.initialState,
        reducer: composition.reducer(),
        environment: ()
      )
      store.send(composition.action(.start(kind.make(around, Token()))))
      store.send(.set(composition.remove), composition.remove)
      if kind.values.isEmpty { store.fireAndForget() }
    }
    #expect(issues == [])
  }

  @Test(.timeLimit(.minutes(60)), arguments: Composition.all, LivingEffect.all)
  @MainActor func `a task that waits for an effect continues when the state is removed`(
    composition: Composition,
    kind: LivingEffect
  ) async {
    let around = Surroundings()
    let store = Store(
      initialState: composition.initialState,
      reducer: composition.reducer(),
      environment: ()
    )
    let task = store.send(composition.action(.start(kind.make(around, Token()))))
    store.send(.set(composition.remove))
    await task.finish()
    #expect(store.state == Self.removed(composition))
  }

  private static func removed(_ composition: Composition) -> House {
    var state = composition.initialState
    composition.remove(&state)
    return state
  }

  // MARK: What is on its way

  @Test(arguments: Composition.all)
  func `values sent during the turn that removes the state are dropped`(
    composition: Composition
  ) {
    let around = Surroundings()
    let issues = withReportedIssues {
      let store = composition.makeStore()
      store.send(composition.action(.start(around.callback)))
      store.send(
        .set { state in
          around.subject.send(1)
          composition.remove(&state)
          around.subject.send(2)
        }
      )
      around.subject.send(3)
      store.send(.set { _ in })
      #expect(store.store.state == Self.removed(composition))
    }
    #expect(issues == [])
    #expect(around.cancelled.value == 1)
  }

  @Test func `the effect is cancelled before observers of the turn are called`() {
    let around = Surroundings()
    let seen = Recorder<[Int]>([])
    let store = Composition.optional.makeStore()
    store.send(.child(.start(around.callback)))
    let observation = store.store.observe { _, _ in
      seen.update { $0.append(around.cancelled.value) }
    }
    store.send(.set(Composition.optional.remove))
    observation.cancel()
    #expect(seen.value.last == 1)
  }

  // MARK: Ids

  @Test func `the id of an automatically cancelled effect can be used again`() {
    let around = Surroundings()
    let store = Composition.optional.makeStore()
    let first = store.send { token in
      .child(.start(around.callback.map { _ in token.one }.cancellable(id: "id")))
    }
    store.send(.set { $0.optional = nil })
    #expect(first.isDeallocated)
    store.send(.set { $0.optional = Guest() })
    store.send(.child(.start(around.callback.cancellable(id: "id"))))
    around.subject.send(1)
    store.send(.own(.cancel(id: "id")))
    around.subject.send(2)
    store.send(.set { _ in })
    #expect(store.store.state == House(optional: Guest(values: [1])))
    #expect(around.cancelled.value == 2)
  }

  @Test func `removing a child does not cancel the effects of its parent and siblings`() {
    let around = Surroundings()
    let store = Composition.identifiedArray.makeStore()
    store.send(.own(around.callback.cancellable(id: "id")))
    for id in 0..<3 { store.send(.room(id, .start(around.callback.cancellable(id: "id")))) }
    store.send(.set { $0.rooms.remove(id: 1) })
    #expect(around.cancelled.value == 1)
    around.subject.send(5)
    store.send(.set { _ in })
    #expect(
      store.store.state.rooms.elements.map(\.guest) == [Guest(values: [5]), Guest(values: [5])]
    )
    store.send(.own(.cancel(id: "id")))
    #expect(around.cancelled.value == 4)
  }

  @Test func `removing a child in one store does not cancel effects in another store`() {
    for composition in Composition.all {
      let around = Surroundings()
      let reducer = composition.reducer()
      let stores = (0..<2).map { _ in
        ManualStore(initialState: composition.initialState, reducer: reducer, environment: ())
      }
      for store in stores { store.send(composition.action(.start(around.callback))) }
      stores[0].send(.set(composition.remove))
      #expect(around.cancelled.value == 1)
      around.subject.send(4)
      stores[1].send(.set { _ in })
      #expect(composition.child(stores[1].store.state) == Guest(values: [4]))
    }
  }
}
