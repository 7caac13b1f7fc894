// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite struct StackTests {
  private let world = BookshopWorld()

  private typealias Bookstore = TestStore<Bookshop, BookshopAction, BookshopWorld>

  private func makeStore(_ titles: String...) -> Bookstore {
    TestStore(
      initialState: Bookshop(path: StackState(titles.map { Book(title: $0) })),
      reducer: bookshopReducer,
      environment: world
    )
  }

  @Test func `an action changes the screen with its id`() {
    let store = makeStore("Emma", "Sanditon")
    store.send(.path(.element(id: 0, action: .saved("Emma II")))) {
      $0.path[id: 0]?.title = "Emma II"
    }
    store.send(.path(.element(id: 1, action: .saved("S.")))) { $0.path[id: 1]?.title = "S." }
  }

  @Test func `screens are pushed and popped by actions`() {
    let store = makeStore()
    store.send(.path(.push(Book(title: "Emma")))) { $0.path.append(Book(title: "Emma")) }
    store.send(.path(.push(Book(title: "Sanditon")))) { $0.path.append(Book(title: "Sanditon")) }
    store.send(.path(.push(Book(title: "Lady Susan")))) {
      $0.path.append(Book(title: "Lady Susan"))
    }
    store.send(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
    // Screen 2 is already popped.
    store.send(.path(.popFrom(id: 2)))
    store.send(.homeTapped) { $0.path.removeAll() }
    #expect(store.state.path.nextID == 3)
  }

  @Test func `popping a screen ends the effects of the screens above it`() {
    let clock = DispatchQueue.test
    let ticks = Recorder<[String]>([])
    let reducer = Reducer<String, Int, Void> { state, action, _ in
      guard action == 0 else {
        ticks.update { [state] in $0.append("\(state)\(action)") }
        return .none
      }
      return Effect.timer(id: "tick", every: 1, on: clock).map { _ in 1 }
    }
    .forEach(stack: \Path.path, action: /PathAction.path)
    let store = ManualStore(
      initialState: Path(path: ["a", "b", "c"]),
      reducer: reducer,
      environment: ()
    )
    for id in 0...2 { store.send(.path(.element(id: id, action: 0))) }
    clock.advance(by: 1)
    #expect(ticks.value == ["a1", "b1", "c1"])
    store.send(.path(.popFrom(id: 1)))
    clock.advance(by: 1)
    #expect(ticks.value == ["a1", "b1", "c1", "a1"])
    store.send(.path(.popFrom(id: 0)))
    clock.advance(by: 5)
    #expect(ticks.value == ["a1", "b1", "c1", "a1"])
    #expect(store.store.hasRunningEffects == false)
  }

  private struct Path: Equatable { var path: StackState<String> = [] }
  private enum PathAction: Sendable {
    case path(StackAction<String, Int>)
    case set(StackState<String>)
  }

  /// Tests a stack that is replaced by another stack whose screens have the same ids.
  @Test func `effects end when another stack replaces the stack`() {
    let ways: [@Sendable (Subject<Int, Never>) -> Effect<Int, Never>] = [
      { numbers in numbers.effect },
      { numbers in numbers.effect.receive(on: DispatchQueue.immediate).cancellable(id: 1) },
      { numbers in .merge(numbers.effect, .run { _ in try? await Task.sleep(for: .seconds(9)) }) },
    ]
    for sending in ways {
      let numbers = Subject<Int, Never>()
      let seen = Recorder<[String]>([])
      let screens = Reducer<String, Int, Void> { state, action, _ in
        if action == 0 { return sending(numbers) }
        seen.update { [state] in $0.append("\(state)\(action)") }
        return .none
      }
      let reducer = Reducer<Path, PathAction, Void>.combine(
        screens.forEach(stack: \.path, action: /PathAction.path),
        Reducer { state, action, _ in
          if case .set(let path) = action { state.path = path }
          return .none
        }
      )
      let issues = withReportedIssues {
        let store = ManualStore(initialState: Path(path: ["a"]), reducer: reducer, environment: ())
        store.send(.path(.element(id: 0, action: 0)))
        numbers.send(1)
        // A copy has the same screens.
        store.send(.set(store.store.path))
        numbers.send(2)
        store.send(.set(["b"]))
        numbers.send(3)
        #expect(store.store.hasRunningEffects == false)
        store.send(.path(.element(id: 0, action: 4)))
      }
      #expect(seen.value == ["a1", "a2", "b4"])
      #expect(issues == [])
    }
  }

  @Test func `a queued value does not change a new screen with the same id`() {
    let seen = Recorder<[String]>([])
    let screens = Reducer<String, Int, Void> { state, action, _ in
      seen.update { [state] in $0.append("\(state)\(action)") }
      return action == 0 ? Effect(value: 1) : .none
    }
    let reducer = Reducer<Path, PathAction, Void>.combine(
      screens.forEach(stack: \.path, action: /PathAction.path),
      Reducer { state, action, _ in
        if case .path(.element(0, 0)) = action { state.path = ["b"] }
        return .none
      }
    )
    let line: UInt = #line - 6
    let issues = withReportedIssues {
      let store = ManualStore(initialState: Path(path: ["a"]), reducer: reducer, environment: ())
      store.send(.path(.element(id: 0, action: 0)))
    }
    #expect(seen.value == ["a0"])
    #expect(issues.map(\.location.line) == [line])
    #expect(
      issues.first?.message.hasPrefix(
        "A reducer that was run for each screen at LockstepReducerTests/StackTests.swift:\(line) received an action "
          + "while another screen had the sender's id 0."
      ) == true
    )
  }

  @Test func `a screen's request is ignored if its parent replaces the stack in the same turn`() {
    let others: [StackState<String>] = [[], ["b"], ["b", "c", "d"]]
    for other in others {
      let reducer = Reducer<Path, PathAction, Void>.combine(
        Reducer<String, Int, Void> { _, _, _ in .dismiss }
          .forEach(stack: \.path, action: /PathAction.path),
        Reducer { state, action, _ in
          if case .path(.element) = action { state.path = other }
          return .none
        }
      )
      let issues = withReportedIssues {
        let store = ManualStore(
          initialState: Path(path: ["a", "z"]),
          reducer: reducer,
          environment: ()
        )
        store.send(.path(.element(id: 1, action: 0)))
        #expect(store.store.path == other)
      }
      #expect(issues == [])
    }
  }

  @Test func `a screen is dismissed after all values that its turn sends`() {
    struct Parent: Equatable, Sendable {
      var path: StackState<String> = ["a"]
      var child: Int? = 1
      var log: [String] = []
    }
    enum Action: Sendable {
      case path(StackAction<String, Int>)
      case child(PresentationAction<Int>)
      case said(String)
    }
    let leaving = Reducer<Parent, Action, Void> { _, action, _ in
      switch action {
      case .path(.element): .merge(Effect(value: .said("stack")), .run { $0(.said("task")) })
      case .child(.presented): Effect(value: .said("child"))
      default: .none
      }
    }
    let noting = Reducer<Parent, Action, Void> { state, action, _ in
      if case .said(let text) = action {
        state.log.append("\(text), \(state.path.count) \(state.child == nil ? 0 : 1)")
      }
      return .none
    }
    let reducer = Reducer<Parent, Action, Void>.combine(
      Reducer<String, Int, Void> { _, _, _ in .dismiss }
        .forEach(stack: \.path, action: /Action.path),
      leaving.presenting(
        \.child,
        action: /Action.child,
        Reducer<Int, Int, Void> { _, _, _ in .dismiss }
      ),
      // Its effects are merged last.
      Reducer { _, action, _ in
        if case .said = action { .none } else { Effect(value: .said("parent")) }
      },
      noting
    )
    let store = ManualStore(initialState: Parent(), reducer: reducer, environment: ())
    store.send(.path(.element(id: 0, action: 0)))
    #expect(store.store.log.contains("stack, 1 1"))
    #expect(store.store.log.contains("parent, 1 1"))
    #expect(store.store.path.isEmpty)
    store.send(.child(.presented(0)))
    #expect(store.store.log.contains("child, 0 1"))
    #expect(store.store.log.filter { $0 == "parent, 0 1" }.count >= 1)
    #expect(store.store.child == nil)
  }

  // MARK: Screens that are not there

  private static let advice = """
    The reducer of that state did not run. Usual causes:
    • A parent reducer changed the state before this reducer ran. Combine this reducer before it.
    • Another action that was sent in the same turn removed or replaced the state. Send that one last.
    • A view that should have been dismissed sent the action.
    """

  @Test func `an action for a popped screen is reported`() {
    let line: UInt = #line + 4
    let issues = withReportedIssues {
      let store = makeStore("Emma", "Sanditon")
      store.send(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
      store.send(.path(.element(id: 1, action: .editTapped)))
    }
    #expect(
      issues.map(\.message) == [
        """
        A reducer that was run for each screen at LockstepReducerTests/Bookshop.swift:\(Self.stackLine) received an \
        action while the stack no longer had its screen with the id 1.

        Action: BookshopAction.path(
          StackAction<Book, BookAction>.element(
            id: 1,
            action: BookAction.editTapped
          )
        )
        Path: \\Bookshop.path
        Sent by: 'send' at LockstepReducerTests/StackTests.swift:\(line)

        \(Self.advice)
        """
      ]
    )
  }

  @Test func `an action for an id that the stack never had is reported`() {
    let line: UInt = #line + 3
    let issues = withReportedIssues {
      let store = makeStore("Emma", "Sanditon")
      store.send(.path(.element(id: 7, action: .editTapped)))
      store.send(.path(.popFrom(id: -1)))
    }
    #expect(
      issues.map(\.message) == [
        """
        A reducer that was run for each screen at LockstepReducerTests/Bookshop.swift:\(Self.stackLine) received an \
        action while the stack had never had a screen with the id 7; its ids are [0, 1].

        Action: BookshopAction.path(
          StackAction<Book, BookAction>.element(
            id: 7,
            action: BookAction.editTapped
          )
        )
        Path: \\Bookshop.path
        Sent by: 'send' at LockstepReducerTests/StackTests.swift:\(line)

        \(Self.advice)
        """,
        """
        A reducer that was run for each screen at LockstepReducerTests/Bookshop.swift:\(Self.stackLine) received an \
        action while the stack had never had a screen with the id -1; its ids are [0, 1].

        Action: BookshopAction.path(
          StackAction<Book, BookAction>.popFrom(
            id: -1
          )
        )
        Path: \\Bookshop.path
        Sent by: 'send' at LockstepReducerTests/StackTests.swift:\(line + 1)

        \(Self.advice)
        """,
      ]
    )
  }

  private static let stackLine: UInt = bookshopStackLine
}
