// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests screens that are removed from the middle of a stack or moved.
@Suite struct ArrangedStackTests {
  private struct Hotel: Equatable, Sendable {
    var rooms: StackState<Lodger> = []
    var isOpen = true
  }

  private enum HotelAction: Sendable {
    case change(@Sendable (inout StackState<Lodger>) -> Void)
    case rooms(StackAction<Lodger, LodgerAction>)
  }

  /// Lodgers with two effects each: one that `onMount` starts, and one of a subscription.
  private struct World {
    let running = Recorder<[String]>([])
    let register: Register

    init() {
      var register = Register()
      register.onMount = { [running] in Self.endless("mount \($0.name)", running) }
      self.register = register
    }

    static func endless(
      _ name: String,
      _ running: Recorder<[String]>
    ) -> Effect<LodgerAction, Never> {
      .run { _ in
        running.update { $0.append(name) }
        return AnyCancellable { running.update { $0.removeAll { $0 == name } } }
      }
    }

    func makeStore(_ names: String...) -> ManualStore<Hotel, HotelAction> {
      ManualStore(
        initialState: Hotel(rooms: StackState(names.map { Lodger(name: $0) })),
        reducer: Reducer<Hotel, HotelAction, Register>.combine(
          lodgerReducer
            .subscription(to: \.name) { [running] name, _ in Self.endless("key \(name)", running) }
            .forEach(stack: \.rooms, action: /HotelAction.rooms),
          Reducer { state, action, _ in
            if case .change(let change) = action { change(&state.rooms) }
            return .none
          }
        ),
        environment: register
      )
    }

    var names: Set<String> { Set(running.value) }
  }

  private static func effects(of names: String...) -> Set<String> {
    Set(names.flatMap { ["mount \($0)", "key \($0)"] })
  }

  @Test func `removing a screen ends only its own effects`() {
    let world = World()
    let store = world.makeStore("a", "b", "c")
    #expect(world.names == Self.effects(of: "a", "b", "c"))
    _ = world.register.take()
    store.send(.change { $0.remove(id: 1) })
    #expect(world.register.take() == ["-b[]"])
    #expect(world.names == Self.effects(of: "a", "c"))
    store.send(.change { $0.remove(id: 0) })
    #expect(world.register.take() == ["-a[]"])
    #expect(world.names == Self.effects(of: "c"))
    store.send(.rooms(.element(id: 2, action: .note(1))))
    store.send(.change { $0.remove(id: 2) })
    #expect(world.register.take() == ["-c[1]"])
    #expect(store.store.hasRunningEffects == false)
  }

  @Test func `moving screens neither mounts nor unmounts a screen`() {
    let world = World()
    let store = world.makeStore("a", "b", "c")
    _ = world.register.take()
    store.send(.change { $0.move(id: 0, to: 2) })
    store.send(.change { $0.move(id: 2, to: 0) })
    #expect(store.store.rooms.ids == [2, 1, 0])
    #expect(world.register.take() == [])
    #expect(world.names == Self.effects(of: "a", "b", "c"))
    // The former bottom screen is now the top screen.
    store.send(.rooms(.element(id: 0, action: .note(7))))
    store.send(.rooms(.popFrom(id: 0)))
    #expect(world.register.take() == ["-a[7]"])
    #expect(world.names == Self.effects(of: "b", "c"))
    // The subscription still follows the key of a moved screen.
    store.send(.change { $0[id: 1]?.name = "d" })
    #expect(world.names == ["key c", "key d", "mount b", "mount c"])
  }

  @Test func `one turn can add, remove, move and change screens`() {
    let world = World()
    let store = world.makeStore("a", "b", "c")
    _ = world.register.take()
    store.send(
      .change {
        $0.remove(id: 1)
        let id = $0.append(Lodger(name: "d"))
        $0.move(id: id, to: 0)
        $0[id: 2]?.notes = [5]
        $0.append(Lodger(name: "e"))
      }
    )
    #expect(store.store.rooms.ids == [3, 0, 2, 4])
    #expect(world.register.take() == ["-b[]", "+d", "+e"])
    #expect(world.names == Self.effects(of: "a", "c", "d", "e"))
    store.send(.change { $0.removeAll() })
    #expect(world.register.take() == ["-e[]", "-c[5]", "-a[]", "-d[]"])
    #expect(store.store.hasRunningEffects == false)
  }

  @Test func `the time to push and pop does not depend on the number of screens`() {
    func time(screens: Int) -> Duration {
      let store = ManualStore(
        initialState: Hotel(rooms: StackState((0..<screens).map { Lodger(name: "\($0)") })),
        reducer: Reducer<Hotel, HotelAction, Void>.combine(
          Reducer<Lodger, LodgerAction, Void>.empty
            .onMount { _, _ in .run { _ in AnyCancellable {} } }
            .subscription(to: \.name) { _, _ in .run { _ in AnyCancellable {} } }
            .forEach(stack: \.rooms, action: /HotelAction.rooms),
          Reducer { state, action, _ in
            if case .change(let change) = action { change(&state.rooms) }
            return .none
          }
        ),
        environment: ()
      )
      let clock = ContinuousClock()
      return (0..<20).map { turn in
        clock.measure {
          for change in 0..<20 {
            store.store.send(.change { $0.append(Lodger(name: "b")) })
            store.store.send(.rooms(.popFrom(id: screens + turn * 20 + change)))
          }
        }
      }
      .min() ?? .zero
    }
    _ = time(screens: 1)
    let (few, many) = (time(screens: 10), time(screens: 10_000))
    #expect(many < few * 10)
  }

  @Test func `the time to look up a missing screen does not depend on the number of screens`() {
    func time(screens: Int) -> Duration {
      var stack = StackState(0..<screens)
      // The last id is greater than the missing one.
      stack.remove(id: screens - 2)
      let clock = ContinuousClock()
      return (0..<20).map { _ in
        clock.measure {
          for _ in 0..<1_000 where stack[id: screens - 2] != nil { stack.removeAll() }
        }
      }
      .min() ?? .zero
    }
    _ = time(screens: 10)
    let (few, many) = (time(screens: 10), time(screens: 100_000))
    #expect(many < few * 20)
  }

  @Test func `moved screens of a decoded stack are found by their ids`() throws {
    var stack: StackState = ["a", "b", "c"]
    stack.move(id: 2, to: 0)
    var decoded = try JSONDecoder().decode(
      StackState<String>.self,
      from: JSONEncoder().encode(stack)
    )
    for id in 0..<3 { #expect(decoded[id: id] == stack[id: id]) }
    decoded.append("d")
    #expect(decoded.ids == [2, 0, 1, 3])
    #expect(decoded.ids.map { decoded[id: $0] } == ["c", "a", "b", "d"])
  }

  @Test func `random changes mount the added screens and unmount the removed screens`() {
    for seed in 0..<60 {
      let world = World()
      let store = world.makeStore()
      var generator = SplitMix64(seed: UInt64(seed))
      for step in 0..<40 {
        let id = Int.random(in: 0...20, using: &generator)
        let position = Int.random(in: 0...4, using: &generator)
        let changes: [@Sendable (inout StackState<Lodger>) -> Void] = [
          { $0.append(Lodger(name: "\($0.nextID)")) },
          { $0.remove(id: id) },
          { $0.move(id: id, to: position) },
          { $0.pop(from: id) },
          { $0[id: $0.ids.first ?? 0]?.notes.append(step) },
        ]
        let picked = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
          changes[[0, 0, 1, 2, 3, 4][Int.random(in: 0..<6, using: &generator)]]
        }
        _ = withReportedIssues {
          store.send(.change { stack in for change in picked { change(&stack) } })
        }
        let names = Set(store.store.rooms.elements.map(\.name))
        #expect(world.names == Set(names.flatMap { ["mount \($0)", "key \($0)"] }))
      }
    }
  }
}
