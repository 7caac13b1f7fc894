// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests that a store reads only the keys of changed children.
@Suite struct HookCostTests {
  struct Screen: Equatable, Identifiable, Sendable {
    var id = 0
    var taps = 0
    var lines: [Int] = []
  }

  enum ScreenAction: Equatable, Sendable { case tap, nothing }

  /// Records the screens whose keys are read.
  final class Desk: Sendable {
    let asked = Recorder<[Int]>([])
    let begun = Recorder<[Int]>([])

    /// Returns the ids of the screens whose keys were read since the last call.
    func takeAsked() -> [Int] {
      defer { asked.update { $0 = [] } }
      return asked.value
    }
  }

  static func screen(_ desk: Desk) -> Reducer<Screen, ScreenAction, Void> {
    Reducer { state, action, _ in
      if action == .tap { state.taps += 1 }
      return .none
    }
    .onMount { state, _ in
      desk.begun.update { $0.append(state.id) }
      return .none
    }
    .subscription { state in
      desk.asked.update { $0.append(state.id) }
      return state.taps
    } _: { _, _ in
      .none
    }
  }

  enum Place: Equatable, Sendable {
    case screen(Screen)
    case nothing
  }

  struct App: Equatable, Sendable {
    var count = 0
    var presented: Screen? = Screen(id: 1)
    var optional: Screen? = Screen(id: 2)
    var place = Place.screen(Screen(id: 3))
    var stack = StackState((10..<1_010).map { Screen(id: $0) })
  }

  enum AppAction: Sendable {
    case presented(PresentationAction<ScreenAction>)
    case optional(ScreenAction)
    case place(ScreenAction)
    case stack(StackAction<Screen, ScreenAction>)
    case change(@Sendable (inout App) -> Void)
  }

  private func makeStore(_ desk: Desk) -> ManualStore<App, AppAction> {
    let screen = Self.screen(desk)
    let reducer = Reducer<App, AppAction, Void>.combine(
      screen.optional().pullback(state: \.optional, action: /AppAction.optional),
      screen.pullback(
        state: (\App.place).appending(path: /Place.screen),
        action: /AppAction.place
      ),
      screen.forEach(stack: \.stack, action: /AppAction.stack),
      Reducer { state, action, _ in
        if case .change(let change) = action { change(&state) }
        return .none
      }
    )
    .presenting(\.presented, action: /AppAction.presented, screen)
    return ManualStore(initialState: App(), reducer: reducer, environment: ())
  }

  @Test func `an unrelated action reads no child's key`() {
    let desk = Desk()
    let store = makeStore(desk)
    #expect(desk.takeAsked().count == 1_003)
    store.send(.change { $0.count += 1 })
    store.send(.change { $0.count += 1 })
    #expect(desk.takeAsked() == [])
  }

  @Test func `an action of a child reads only that child's key`() {
    let desk = Desk()
    let store = makeStore(desk)
    _ = desk.takeAsked()
    store.send(.stack(.element(id: 500, action: .tap)))
    #expect(desk.takeAsked() == [510])
    store.send(.stack(.element(id: 0, action: .tap)))
    #expect(desk.takeAsked() == [10])
    store.send(.presented(.presented(.tap)))
    #expect(desk.takeAsked() == [1])
    store.send(.optional(.tap))
    #expect(desk.takeAsked() == [2])
    store.send(.place(.tap))
    #expect(desk.takeAsked() == [3])
    store.send(.change { $0.count += 1 })
    #expect(desk.takeAsked() == [])
  }

  @Test func `pushing and popping screens reads only the keys of pushed screens`() {
    let desk = Desk()
    let store = makeStore(desk)
    _ = desk.takeAsked()
    store.send(.stack(.push(Screen(id: -1))))
    #expect(desk.takeAsked() == [-1])
    store.send(.change { _ = $0.stack.append(Screen(id: -2)) })
    #expect(desk.takeAsked() == [-2])
    store.send(.stack(.popFrom(id: 1_001)))
    store.send(.change { _ = $0.stack.popLast() })
    #expect(desk.takeAsked() == [])
    store.send(
      .change {
        $0.stack.pop(from: 999)
        $0.stack.append(Screen(id: -3))
      }
    )
    #expect(desk.takeAsked() == [-3])
    #expect(desk.begun.value.suffix(3) == [-1, -2, -3])
  }

  @Test func `a change by a parent reads only the key of the changed child`() {
    let desk = Desk()
    let store = makeStore(desk)
    _ = desk.takeAsked()
    store.send(.change { $0.stack[id: 7]?.taps = 5 })
    #expect(desk.takeAsked() == [17])
    store.send(.change { $0.presented?.lines.append(1) })
    #expect(desk.takeAsked() == [1])
    // An in-place change does not change the address of the array.
    store.send(.change { $0.presented?.lines[0] = 2 })
    #expect(desk.takeAsked() == [1])
    store.send(.change { $0.optional?.lines.append(1) })
    #expect(desk.takeAsked() == [2])
    store.send(.change { $0.place = .screen(Screen(id: 3, lines: [1])) })
    #expect(desk.takeAsked() == [3])
    store.send(.presented(.presented(.tap)))
    store.send(.change { $0.presented?.lines[0] = 3 })
    #expect(desk.takeAsked() == [1, 1])
  }

  @Test func `a screen whose identity changes is mounted`() {
    let desk = Desk()
    let store = makeStore(desk)
    _ = desk.takeAsked()
    store.send(.change { $0.stack[id: 7]?.id = -7 })
    #expect(desk.takeAsked() == [-7])
    #expect(desk.begun.value.last == -7)
    store.send(.change { $0.presented = Screen(id: -8) })
    #expect(desk.takeAsked() == [-8])
    store.send(.change { $0.stack = $0.stack })
    #expect(desk.takeAsked() == [])
    let copy = store.store.state.stack
    store.send(.change { $0.stack = StackState($0.stack.elements) })
    #expect(desk.takeAsked().count == 1_000)
    store.send(.change { $0.stack = copy })
    #expect(desk.takeAsked().count == 1_000)
  }

  // MARK: Depth

  /// A screen that presents another screen of the same type.
  struct Node: Equatable, Sendable {
    var level = 0
    var taps = 0
    private var below: [Node] = []
    var child: Node? {
      get { below.first }
      set { below = newValue.map { [$0] } ?? [] }
    }

    init(levels: Int, from level: Int = 0) {
      self.level = level
      if levels > 1 { child = Node(levels: levels - 1, from: level + 1) }
    }
  }

  indirect enum NodeAction: Sendable {
    case child(PresentationAction<NodeAction>)
    case tap

    init(_ action: NodeAction, at level: Int) {
      self = action
      for _ in 0..<level { self = .child(.presented(self)) }
    }
  }

  static func node(_ asked: Recorder<[Int]>) -> Reducer<Node, NodeAction, Void> {
    .recursive { node in
      Reducer { state, action, _ in
        if case .tap = action { state.taps += 1 }
        return .none
      }
      .subscription { state in
        asked.update { $0.append(state.level) }
        return state.level
      } _: { _, _ in
        .run { _ in AnyCancellable {} }
      }
      .presenting(\.child, action: /NodeAction.child, node)
    }
  }

  @Test func `an action of a nested child reads only the keys of the child and its parents`() {
    let asked = Recorder<[Int]>([])
    let store = ManualStore(
      initialState: Node(levels: 20),
      reducer: Self.node(asked),
      environment: ()
    )
    asked.update { $0 = [] }
    store.send(NodeAction(.tap, at: 3))
    #expect(asked.value.sorted() == [0, 1, 2, 3])
    asked.update { $0 = [] }
    store.send(.tap)
    #expect(asked.value == [0])
    asked.update { $0 = [] }
    store.send(NodeAction(.child(.dismiss), at: 4))
    #expect(asked.value.sorted() == [0, 1, 2, 3, 4])
  }
}
