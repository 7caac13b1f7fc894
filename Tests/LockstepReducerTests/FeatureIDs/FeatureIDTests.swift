// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests that an id belongs to the feature that uses it, for every kind of place and every API with an id.
@Suite struct FeatureIDTests {
  /// A way to start an effect under an id, which sends 1 once.
  struct Start: Sendable, CustomStringConvertible {
    let description: String
    let make: @Sendable (Surroundings, any Hashable & Sendable) -> Numbers

    init(
      _ description: String,
      _ make: @escaping @Sendable (Surroundings, any Hashable & Sendable) -> Numbers
    ) {
      self.description = description
      self.make = make
    }

    static let all = [
      Self("task") { around, id in
        under(
          id,
          Numbers.task {
            await around.clock.pause(for: 1)
            return 1
          }
        )
      },
      Self("callback") { around, id in under(id, around.subject.effect.prefix(1)) },
      Self("value") { around, id in
        under(id, Numbers(value: 1).receive(on: around.clock))
      },
      Self("timer") { around, id in timer(id, around).map { _ in 1 }.prefix(1) },
      Self("debounce") { around, id in debounced(Numbers(value: 1), id, around) },
      Self("throttle") { around, id in
        throttled(.merge(Numbers(value: 0), Numbers(value: 1)), id, around).filter { $0 == 1 }
      },
      Self("in a later part") { around, id in
        .concatenate(.fireAndForget {}, under(id, around.subject.effect.prefix(1)))
      },
      Self("in a part of a part") { around, id in
        Numbers(value: 1).flatMap { _ in
          Numbers.merge(.none, under(id, around.subject.effect.prefix(1)))
        }
      },
    ]
  }

  @Test(arguments: Start.all)
  func `the same id in two instances of a feature does not collide`(start: Start) {
    for place in EstatePlace.all {
      for other in EstatePlace.all where other != place {
        let around = Surroundings()
        let store = ManualStore(estate: Estate(depth: 2))
        store.send(EstateAction(place, .start(start.make(around, "id"))))
        store.send(EstateAction(other, .start(start.make(around, "id"))))
        around.goOn()
        store.send(.set { _ in })
        #expect(store.store.state[place]?.values == [1], "\(place) beside \(other)")
        #expect(store.store.state[other]?.values == [1], "\(other) beside \(place)")
      }
    }
  }

  @Test(arguments: Start.all)
  func `a feature replaces its own effect with the same id`(start: Start) {
    for place in EstatePlace.all {
      let around = Surroundings()
      let store = ManualStore(estate: Estate(depth: 2))
      for _ in 1...2 { store.send(EstateAction(place, .start(start.make(around, "id")))) }
      around.goOn()
      store.send(.set { _ in })
      #expect(store.store.state[place]?.values == [1], "\(place)")
    }
  }

  @Test(arguments: Start.all)
  func `a feature cancels the effects of itself and of its children by id`(start: Start) {
    for place in EstatePlace.all {
      let around = Surroundings()
      let store = ManualStore(estate: Estate(depth: 2))
      for other in EstatePlace.all {
        store.send(EstateAction(other, .start(start.make(around, "id"))))
      }
      store.send(EstateAction(place, .start(.cancel(id: "another"))))
      store.send(EstateAction(place, .start(.cancel(id: "id"))))
      around.goOn()
      store.send(.set { _ in })
      for other in EstatePlace.all {
        let isCancelled = other.isAtOrBelow(place)
        #expect(
          store.store.state[other]?.values == (isCancelled ? [] : [1]),
          "\(other), cancelled from \(place)"
        )
      }
    }
  }

  @Test(arguments: Start.all)
  func `a store-wide id cancels effects of every feature`(start: Start) {
    for place in EstatePlace.all {
      for other in EstatePlace.all {
        for id in [StoreWide("id"), StoreWide("another")] {
          let around = Surroundings()
          let store = ManualStore(estate: Estate(depth: 2))
          store.send(EstateAction(place, .start(start.make(around, StoreWide("id")))))
          store.send(EstateAction(other, .start(.cancel(id: "id"))))
          store.send(EstateAction(other, .start(.cancel(id: id))))
          around.goOn()
          store.send(.set { _ in })
          #expect(
            store.store.state[place]?.values == (id == StoreWide("id") ? [] : [1]),
            "\(place), cancelled from \(other)"
          )
        }
      }
    }
  }

  @Test func `each feature has its own throttle interval`() {
    let around = Surroundings()
    let store = ManualStore(estate: Estate(depth: 2))
    for (index, place) in EstatePlace.all.enumerated() {
      for value in [index, -1] {
        store.send(EstateAction(place, .start(throttled(Numbers(value: value), "id", around))))
      }
    }
    for (index, place) in EstatePlace.all.enumerated() {
      #expect(store.store.state[place]?.values == [index], "\(place)")
    }
    around.clock.advance(by: 1)
    store.send(.set { _ in })
    for (index, place) in EstatePlace.all.enumerated() {
      #expect(store.store.state[place]?.values == [index, -1], "\(place)")
    }
  }

  @Test func `a moved row keeps its ids`() {
    let around = Surroundings()
    let store = ManualStore(estate: Estate())
    store.send(.room(1, .start(around.callback.cancellable(id: "id"))))
    store.send(.set { $0.rooms = [Chamber(id: 1), Chamber(id: 5), Chamber(id: 0)] })
    store.send(.room(0, .start(.cancel(id: "id"))))
    store.send(.room(5, .start(.cancel(id: "id"))))
    #expect(around.cancelled.value == 0)
    store.send(.room(1, .start(.cancel(id: "id"))))
    #expect(around.cancelled.value == 1)
  }

  @Test func `a reducer that is run directly uses the ids of its caller`() {
    let around = Surroundings()
    let store = ManualStore(
      initialState: Estate(),
      // Reducers may be created for each action.
      reducer: Reducer<Estate, EstateAction, Void> { state, action, environment in
        guestReducer
          .pullback(state: \Estate.left, action: /EstateAction.left)
          .run(&state, action, environment)
      },
      environment: ()
    )
    store.send(.left(.start(around.callback.cancellable(id: "id"))))
    store.send(.left(.start(.cancel(id: "id"))))
    #expect(around.cancelled.value == 1)
  }

  @Test func `store-wide ids are equal if their values are equal`() {
    #expect(StoreWide(1) == StoreWide(1))
    #expect(StoreWide(1) != StoreWide(2))
    #expect(StoreWide(1) != StoreWide("1"))
    #expect(Set([StoreWide(1), StoreWide(1), StoreWide(2)]).count == 2)
  }
}

extension EstatePlace {
  fileprivate func isAtOrBelow(_ other: Self) -> Bool {
    switch (self, other) {
    case (_, .own): true
    case (.below(let place), .below(let other)): place.isAtOrBelow(other)
    default: self == other
    }
  }
}

extension ManualStore<Estate, EstateAction> {
  fileprivate convenience init(estate: Estate) {
    self.init(initialState: estate, reducer: estateReducer, environment: ())
  }
}

// Values of existential types are opened by these functions.

private func under(_ id: some Hashable & Sendable, _ effect: Numbers) -> Numbers {
  effect.cancellable(id: id, cancelInFlight: true)
}

private func timer(
  _ id: some Hashable & Sendable,
  _ around: Surroundings
) -> Effect<SchedulerTime<Never>, Never> {
  .timer(id: id, every: 1, on: around.clock)
}

private func debounced(
  _ effect: Numbers,
  _ id: some Hashable & Sendable,
  _ around: Surroundings
) -> Numbers {
  effect.debounce(id: id, for: 1, scheduler: around.clock)
}

private func throttled(
  _ effect: Numbers,
  _ id: some Hashable & Sendable,
  _ around: Surroundings
) -> Numbers {
  effect.throttle(id: id, for: 1, scheduler: around.clock, latest: true)
}
