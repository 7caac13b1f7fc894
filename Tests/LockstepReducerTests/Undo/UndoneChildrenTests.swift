// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Children that undo and redo remove or restore.
@Suite struct UndoneChildrenTests {
  struct House: Equatable {
    var lodgings = Undoable(Lodgings())
  }

  enum HouseAction: Sendable {
    case history(UndoAction)
    case lodgings(LodgingsAction)
  }

  static let house = lodgingsReducer.pullback(
    state: \House.lodgings.value,
    action: /HouseAction.lodgings,
    environment: { (register: Register) in register }
  )
  .undoable(\.lodgings, action: /HouseAction.history)

  private let register = Register()

  private func makeStore(_ register: Register) -> ManualStore<House, HouseAction> {
    let store = ManualStore(
      initialState: House(),
      reducer: Self.house,
      environment: register
    )
    _ = register.take()
    return store
  }

  @Test(arguments: LodgerPlace.all)
  func `a child unmounts if an undo removes it and mounts if a redo restores it`(
    place: LodgerPlace
  ) {
    let store = makeStore(register)
    store.send(.lodgings(.set { place.put(&$0, Lodger()) }))
    store.send(.lodgings(place.action(.note(1))))
    #expect(register.take() == ["+a"])
    store.send(.history(.undo))
    #expect(register.take() == [])
    store.send(.history(.undo))
    #expect(register.take() == ["-a[]"], "\(place)")
    store.send(.history(.redo))
    #expect(register.take() == ["+a"])
    store.send(.history(.redo))
    #expect(register.take() == [])
    #expect(place.get(store.store.state.lodgings.value)?.notes == [1])
    store.send(.lodgings(.set { place.take(&$0) }))
    store.send(.history(.undo))
    #expect(register.take() == ["-a[1]", "+a"])
  }

  @Test(arguments: LodgerPlace.all)
  func `an undo cancels a child's effects only if it removes the child`(
    place: LodgerPlace
  ) {
    let store = makeStore(register)
    let source = Subject<LodgerAction, Never>()
    store.send(.lodgings(.set { place.put(&$0, Lodger()) }))
    store.send(.lodgings(place.action(.start(source.effect))))
    store.send(.lodgings(place.action(.note(1))))
    store.send(.history(.undo))
    source.send(.note(2))
    store.run()
    #expect(place.get(store.store.state.lodgings.value)?.notes == [2], "\(place)")
    store.send(.history(.undo))
    store.send(.history(.undo))
    #expect(place.get(store.store.state.lodgings.value) == nil)
    store.send(.history(.redo))
    source.send(.note(3))
    store.run()
    #expect(place.get(store.store.state.lodgings.value)?.notes == [])
  }

  @Test func `an undo restores popped screens with their ids`() {
    let store = makeStore(register)
    store.send(.lodgings(.set { $0.stack = [Lodger(name: "a"), Lodger(name: "b")] }))
    store.send(.lodgings(.stack(.popFrom(id: 1))))
    store.send(.lodgings(.stack(.element(id: 0, action: .note(1)))))
    #expect(register.take() == ["+a", "+b", "-b[]"])
    store.send(.history(.undo))
    store.send(.history(.undo))
    #expect(register.take() == ["+b"])
    #expect(store.store.state.lodgings.value.stack.ids == [0, 1])
    store.send(.lodgings(.stack(.element(id: 1, action: .note(2)))))
    store.send(.history(.undo))
    store.send(.history(.undo))
    #expect(register.take() == ["-b[]", "-a[]"])
  }

  /// An effect of a screen that was undone never sends to a new screen.
  @Test func `a new screen does not reuse the id of a screen that was undone`() {
    let store = makeStore(register)
    let source = Subject<LodgerAction, Never>()
    store.send(.lodgings(.set { $0.stack.append(Lodger(name: "a")) }))
    store.send(.lodgings(.stack(.element(id: 0, action: .start(source.effect)))))
    store.send(.history(.undo))
    store.send(.lodgings(.set { $0.stack.append(Lodger(name: "b")) }))
    source.send(.note(1))
    store.run()
    #expect(store.store.state.lodgings.value.stack.ids == [1])
    #expect(store.store.state.lodgings.value.stack.elements == [Lodger(name: "b")])
    #expect(register.take() == ["+a", "-a[]", "+b"])
  }

  // MARK: Subscriptions

  struct Radio: Equatable {
    var station = Undoable<String?>(nil)
    var heard: [String] = []
  }

  enum RadioAction: Sendable {
    case heard(String)
    case history(UndoAction)
    case tuned(String?)
  }

  @Test func `a subscription restarts if an undo or a redo changes its key`() {
    let log = Recorder<[String]>([])
    let radio = Reducer<Radio, RadioAction, Void> { state, action, _ in
      switch action {
      case .heard(let text): state.heard.append(text)
      case .history: break
      case .tuned(let station): state.station.value = station
      }
      return .none
    }
    .undoable(\.station, action: /RadioAction.history)
    .subscription(to: \.station.value) { station, _ in
      .run { _ in
        log.update { $0.append("+\(station)") }
        return AnyCancellable { log.update { $0.append("-\(station)") } }
      }
    }
    let store = ManualStore(initialState: Radio(), reducer: radio, environment: ())
    store.send(.tuned("a"))
    store.send(.tuned("b"))
    store.send(.tuned(nil))
    store.send(.history(.undo))
    store.send(.history(.undo))
    store.send(.history(.undo))
    store.send(.history(.redo))
    #expect(log.value == ["+a", "-a", "+b", "-b", "+b", "-b", "+a", "-a", "+a"])
  }

  // MARK: Sharing

  struct Desk: Equatable {
    var left = Side()
    var right = Side()
    var papers = Undoable<[Int]>([])

    struct Side: Equatable {
      var changes = 0
    }
  }

  enum DeskAction: Equatable {
    case history(UndoAction)
    case left(Int)
    case right(Int)
  }

  @MainActor @Test func `features that share an undoable value record steps`() {
    let side = Reducer<Sharing<Desk.Side, [Int]>, Int, Void> { state, paper, _ in
      state.local.changes += 1
      state.shared.append(paper)
      return .none
    }
    let desk = Reducer<Desk, DeskAction, Void>.combine(
      side.pullback(
        state: \.left,
        sharing: \.papers.value,
        action: /DeskAction.left
      ),
      side.pullback(
        state: \.right,
        sharing: \.papers.value,
        action: /DeskAction.right
      )
    )
    .undoable(\.papers, action: /DeskAction.history)
    let store = TestStore(initialState: Desk(), reducer: desk, environment: ())
    store.send(.left(1)) {
      $0.left.changes = 1
      $0.papers.value = [1]
    }
    store.send(.right(2)) {
      $0.right.changes = 1
      $0.papers.value = [1, 2]
    }
    store.send(.history(.undo)) { $0.papers.value = [1] }
    store.send(.history(.undo)) { $0.papers.value = [] }
    store.send(.history(.redo)) { $0.papers.value = [1] }
  }
}
