// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests `onMount` of states that appear.
@Suite struct OnMountTests {
  private func makeStore(
    _ state: Lodgings = Lodgings(),
    _ register: Register
  ) -> ManualStore<Lodgings, LodgingsAction> {
    ManualStore(initialState: state, reducer: lodgingsReducer, environment: register)
  }

  @Test(arguments: LodgerPlace.all)
  func `a state is mounted once, when it appears`(place: LodgerPlace) {
    let register = Register()
    let store = makeStore(Lodgings(), register)
    #expect(register.take() == ["+s"])
    store.send(.set { place.put(&$0, Lodger()) })
    #expect(register.take() == ["+a"])
    store.send(place.action(.note(1)))
    store.send(.set { _ in })
    #expect(register.take() == [])
    store.send(.set { place.take(&$0) })
    store.send(.set { place.put(&$0, Lodger(name: "b")) })
    #expect(register.take() == ["-a[1]", "+b"])
  }

  @Test(arguments: LodgerPlace.all)
  func `every kind of store mounts the first state`(place: LodgerPlace) async {
    var state = Lodgings()
    place.put(&state, Lodger())
    let register = Register(onMount: { lodger in
      lodger.name == "a" ? Effect(value: .note(7)) : .none
    })
    let manual = makeStore(state, register)
    #expect(place.get(manual.store.state)?.notes == [7], "\(place)")
    #expect(register.take().sorted() == ["+a", "+s"])
    let live = await MainActor.run {
      let store = Store(initialState: state, reducer: lodgingsReducer, environment: register)
      return place.get(store.state)?.notes
    }
    #expect(live == [7])
    let test = TestStore(initialState: state, reducer: lodgingsReducer, environment: register)
    #expect(place.get(test.state)?.notes == [])
    test.receive(/LodgingsAction.self) { state in
      let lodger = place.get(state)
      place.put(&state, Lodger(notes: (lodger?.notes ?? []) + [7]))
    }
  }

  @Test func `setting several screens mounts them from the bottom to the top`() {
    let register = Register()
    let store = makeStore(Lodgings(), register)
    _ = register.take()
    store.send(.set { $0.stack = ["a", "b", "c"].mapToStack { Lodger(name: $0) } })
    #expect(register.take() == ["+a", "+b", "+c"])
    store.send(.set { $0.stack.pop(from: 1) })
    #expect(register.take() == ["-c[]", "-b[]"])
    store.send(.stack(.push(Lodger(name: "d"))))
    #expect(register.take() == ["+d"])
    // Screens of another stack are different screens, even if their ids are equal.
    store.send(.set { $0.stack = [Lodger(name: "e")] })
    #expect(register.take() == ["-d[]", "-a[]", "+e"])
    store.send(
      .set { $0.inners = [Lodgings.Inner(presented: Lodger(name: "x")), Lodgings.Inner()] }
    )
    #expect(register.take() == ["+x"])
    store.send(.set { $0.inners[id: 1]?.presented = Lodger(name: "y") })
    #expect(register.take() == ["+y"])
  }

  @Test func `a state with another identity is unmounted and mounted again`() {
    let register = Register()
    let store = makeStore(Lodgings(), register)
    _ = register.take()
    store.send(
      .set {
        $0.tenant = Tenant(id: 1, lodger: Lodger(name: "t"))
        $0.tenants = [Tenant(id: 1, lodger: Lodger(name: "u"))]
      }
    )
    #expect(register.take().sorted() == ["+t", "+u"])
    store.send(
      .set {
        $0.tenant = Tenant(id: 1, lodger: Lodger(name: "t2"))
        $0.tenants[id: 0] = Tenant(id: 1, lodger: Lodger(name: "u2"))
        $0.sitting = Tenant(id: 0, lodger: Lodger(name: "s2"))
      }
    )
    #expect(register.take() == [])
    store.send(
      .set {
        $0.tenant = Tenant(id: 2, lodger: Lodger(name: "t3"))
        $0.tenants[id: 0] = Tenant(id: 2, lodger: Lodger(name: "u3"))
        $0.sitting = Tenant(id: 1, lodger: Lodger(name: "s3"))
      }
    )
    #expect(register.take().sorted() == ["+s3", "+t3", "+u3", "-s2[]", "-t2[]", "-u2[]"])
  }

  @Test func `a state removed and restored within one turn stays mounted`() {
    let register = Register()
    let store = makeStore(Lodgings(presented: Lodger()), register)
    _ = register.take()
    store.send(
      .set {
        $0.presented = nil
        $0.presented = Lodger(name: "b")
      }
    )
    #expect(register.take() == [])
  }

  @Test(arguments: LodgerPlace.all)
  func `effects started by onMount end when the state is removed`(place: LodgerPlace) {
    let clock = DispatchQueue.test
    let ticks = Recorder(0)
    let register = Register(onMount: { lodger in
      guard lodger.name == "a" else { return .none }
      return Effect.timer(id: "tick", every: 1, on: clock).map { _ in
        ticks.update { $0 += 1 }
        return .note(0)
      }
    })
    let store = makeStore(Lodgings(), register)
    store.send(.set { place.put(&$0, Lodger()) })
    clock.advance(by: 2)
    #expect(place.get(store.store.state)?.notes == [0, 0])
    store.send(.set { place.take(&$0) })
    clock.advance(by: 5)
    #expect(ticks.value == 2)
    #expect(store.store.hasRunningEffects == false)
  }

  @Test func `onMount can send an output`() {
    let register = Register(onMount: { lodger in
      lodger.name == "a" ? .output(.hello(lodger.name)) : .none
    })
    let store = makeStore(Lodgings(presented: Lodger()), register)
    #expect(store.store.received == ["hello(\"a\") by nobody"])
    store.send(.set { $0.inner.presented = Lodger() })
    #expect(store.store.inner.received == ["hello(\"a\") by nobody"])
    let test = TestStore(
      initialState: Lodgings(presented: Lodger()),
      reducer: lodgingsReducer,
      environment: register
    )
    #expect(test.state.received == ["hello(\"a\") by nobody"])
    test.send(.set { $0.inner.presented = Lodger() }) {
      $0.inner.presented = Lodger()
      $0.inner.received = ["hello(\"a\") by nobody"]
    }
  }

  @Test func `onMount can dismiss the state`() {
    let register = Register(onMount: { lodger in lodger.name == "a" ? .dismiss : .none })
    let store = makeStore(Lodgings(), register)
    for place in LodgerPlace.all where place.dismissal != nil {
      store.send(.set { place.put(&$0, Lodger()) })
      #expect(place.get(store.store.state) == nil, "\(place)")
    }
  }

  @Test func `a state that a parent presents in response to an output is mounted`() {
    let following = Reducer<Lodgings, LodgingsAction, Register>.combine(
      lodgerReducer.optional()
        .pullback(state: \.optional, action: /LodgingsAction.optional),
      Reducer { state, action, _ in
        if case .set(let change) = action { change(&state) }
        return .none
      }
    )
    .presenting(\.presented, action: /LodgingsAction.presented, lodgerReducer)
    .onOutput(of: LodgerAction.self) { output, state, _, _ in
      if case .farewell("a", _) = output { state.optional = Lodger(name: "b") }
      return .none
    }
    let world = Register(onUnmount: { .output(.farewell($0.name, $0.notes)) })
    let chain = ManualStore(
      initialState: Lodgings(presented: Lodger()),
      reducer: following,
      environment: world
    )
    _ = world.take()
    chain.send(.set { $0.presented = nil })
    #expect(world.take() == ["-a[]", "+b"])
    #expect(chain.store.optional == Lodger(name: "b"))
  }

  @Test func `a recursive reducer mounts the screens on each level`() {
    struct Folder: Equatable, Sendable {
      var name = ""
      var path: StackState<Folder> = []
    }
    enum FolderAction: Sendable {
      indirect case path(StackAction<Folder, FolderAction>)
      case set(StackState<Folder>)
    }
    let names = Recorder<[String]>([])
    let reducer = Reducer<Folder, FolderAction, Void>.recursive { folder in
      .combine(
        folder.forEach(stack: \.path, action: /FolderAction.path),
        Reducer { state, action, _ in
          if case .set(let path) = action { state.path = path }
          return .none
        }
      )
      .onMount { state, _ in
        names.update { $0.append("+\(state.name)") }
        return .none
      }
      .onUnmount { state, _ in
        names.update { $0.append("-\(state.name)") }
        return .none
      }
    }
    let store = ManualStore(
      initialState: Folder(name: "1", path: [Folder(name: "2", path: [Folder(name: "3")])]),
      reducer: reducer,
      environment: ()
    )
    #expect(names.value == ["+1", "+2", "+3"])
    store.send(.path(.element(id: 0, action: .set([Folder(name: "4")]))))
    #expect(names.value.suffix(2) == ["-3", "+4"])
    store.send(.set([]))
    #expect(names.value.suffix(2) == ["-4", "-2"])
  }

  @Test func `the time of a turn does not depend on the number of screens`() {
    struct Pile: Equatable { var path: StackState<Int> = [] }
    enum PileAction: Sendable {
      case path(StackAction<Int, Int>)
      case nothing
    }
    func time(screens: Int) -> Duration {
      let reducer = Reducer<Int, Int, Void>.empty.onMount { _, _ in .none }
        .forEach(stack: \Pile.path, action: /PileAction.path)
      let store = ManualStore(
        initialState: Pile(path: StackState(0..<screens)),
        reducer: reducer,
        environment: ()
      )
      let clock = ContinuousClock()
      return (0..<20).map { _ in
        clock.measure { for _ in 0..<200 { store.store.send(.nothing) } }
      }
      .min() ?? .zero
    }
    _ = time(screens: 1)
    let (few, many) = (time(screens: 10), time(screens: 10_000))
    #expect(many < few * 10)
  }

  @Test func `a reducer without hooks has no lifecycle`() {
    let reducers = [
      bookshopReducer.lifecycle == nil,
      lodgingsReducer.lifecycle != nil,
      Reducer<Int, Int, Void>.recursive { $0 }.lifecycle == nil,
    ]
    #expect(reducers == [true, true, true])
  }
}

extension Sequence {
  fileprivate func mapToStack<Screen>(_ make: (Element) -> Screen) -> StackState<Screen> {
    StackState(map(make))
  }
}
