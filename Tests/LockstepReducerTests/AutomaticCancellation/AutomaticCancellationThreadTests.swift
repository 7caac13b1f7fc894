// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

/// Tests effects of children that start and end inner effects on other threads while the store removes the children.
@Suite struct AutomaticCancellationThreadTests {
  private actor Hotel {
    private var store: Store<House, HouseAction>?

    /// The reducer starts the effects of its rooms after an effect of its own, on whatever thread that
    /// ends.
    func open(_ reducer: HouseReducer) {
      store = Store(
        initialState: House(),
        reducer: reducer,
        environment: (),
        isolation: self
      )
    }

    func send(_ action: HouseAction) { store?.send(action) }

    var state: House? { store?.state }
  }

  @Test @MainActor func `an effect started elsewhere after its state is removed sends nothing`() {
    let (sent, taken) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let gate = Subject<Int, Never>()
    let issues = withReportedIssues {
      let composed = Composition.identifiedArray.reducer()
      let store = Store(
        initialState: House(rooms: [Chamber(id: 1)]),
        reducer: HouseReducer(around: composed) { state, action, environment, run in
          let effect = run(&state, action, environment)
          guard case .room(_, .start) = action else { return effect }
          return .concatenate(gate.effect.prefix(1).fireAndForget(), effect)
        },
        environment: ()
      )
      let inner = Numbers.run { subscriber in
        subscriber.send(1)
        sent.signal()
        // The store takes the value while the effect is still starting.
        taken.wait()
        return AnyCancellable {}
      }
      store.send(.room(1, .start(inner)))
      store.send(.set { $0.rooms = [] })
      let done = DispatchGroup()
      DispatchQueue.global().async(group: done) { gate.send(0) }
      sent.wait()
      store.send(.set { _ in })
      taken.signal()
      done.wait()
    }
    #expect(issues == [])
  }

  private static func count(_ around: Surroundings) -> Numbers {
    .run { [started = around.started, cancelled = around.cancelled] subscriber in
      started.update { $0 += 1 }
      subscriber.send(1)
      return AnyCancellable { cancelled.update { $0 += 1 } }
    }
  }

  @Test(.timeLimit(.minutes(60)))
  func `eight threads start and end effects while children are added and removed`() async {
    let around = Surroundings()
    let gates = (0..<8).map { _ in Subject<Int, Never>() }
    let issues = await withReportedIssues {
      let composed = Composition.identifiedArray.reducer()
      let hotel = Hotel()
      await hotel.open(
        HouseReducer(around: composed) { state, action, environment, run in
          let effect = run(&state, action, environment)
          guard case .room(let id, .start) = action else { return effect }
          return .concatenate(
            gates[id % 8].effect.prefix(1).fireAndForget(),
            effect
          )
        }
      )
      await withTaskGroup { group in
        for number in 0..<8 {
          group.addTask {
            for value in 0..<1_000 {
              gates[number].send(value)
              if value % 50 == 0 { await Task.yield() }
            }
          }
        }
        group.addTask {
          for round in 0..<100 {
            await hotel.send(.set { $0.rooms = IdentifiedArray((0..<16).map { Chamber(id: $0) }) })
            for id in 0..<16 {
              let inner = Self.count(around)
              let effect = gates[(id + 1) % 8].effect.flatMap { value in
                value % 2 == 0 ? inner : Numbers(value: value)
              }
              await hotel.send(.room(id, .start(effect.cancellable(id: round))))
              await hotel.send(.room(id, .start(inner)))
            }
            await hotel.send(.set { $0.rooms.removeAll { $0.id % 2 == 0 } })
            await hotel.send(.set { $0.rooms = [] })
          }
        }
      }
      await hotel.send(.set { $0.rooms = [] })
      // The effects that wait for the gates start now, after their state was removed.
      for gate in gates { gate.send(0) }
      await hotel.send(.set { _ in })
      #expect(await hotel.state == House())
      // An effect that was still starting on its thread has ended by itself, or ends with the store.
    }
    #expect(issues == [])
    #expect(around.started.value > 0)
    #expect(around.cancelled.value == around.started.value)
  }
}
