// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests when `.dismiss` is handled, and how the child's other values are handled.
@Suite struct DismissalTests {
  private let world = BookshopWorld()

  /// A composition of a child that can be dismissed.
  enum Place: CaseIterable {
    case presented
    case stack
    /// Presented by a screen of a stack.
    case nested

    func action(_ action: EditorAction) -> PlacesAction {
      switch self {
      case .presented: .editor(.presented(action))
      case .stack: .editors(.element(id: 0, action: action))
      case .nested: .books(.element(id: 0, action: .editor(.presented(action))))
      }
    }

    func editor(_ state: Places) -> Editor? {
      switch self {
      case .presented: state.editor
      case .stack: state.editors[id: 0]
      case .nested: state.books[id: 0]?.editor
      }
    }
  }

  struct Places: Equatable {
    var editor: Editor? = Editor()
    var editors: StackState<Editor> = [Editor()]
    var books: StackState<Book> = [Book(editor: Editor())]
  }

  enum PlacesAction: Sendable {
    case editor(PresentationAction<EditorAction>)
    case editors(StackAction<Editor, EditorAction>)
    case books(StackAction<Book, BookAction>)
    case nothing
  }

  static let reducer = Reducer<Places, PlacesAction, BookshopWorld>.combine(
    editorReducer.forEach(stack: \.editors, action: /PlacesAction.editors),
    bookReducer.forEach(stack: \.books, action: /PlacesAction.books)
  )
  .presenting(\.editor, action: /PlacesAction.editor, editorReducer)

  /// Ways to ask to be dismissed, after having sent 1 and 2.
  private static let ways:
    [(name: String, make: @Sendable (Subject<Int, Never>) -> Effect<EditorAction, Never>)] = [
      (
        "merged first",
        { _ in .merge(.dismiss, Effect(value: .value(1)), Effect(value: .value(2))) }
      ),
      (
        "merged last", { _ in .merge(Effect(value: .value(1)), Effect(value: .value(2)), .dismiss) }
      ),
      (
        "merged with a callback",
        { _ in
          .merge(
            .dismiss,
            .run { subscriber in
              subscriber.send(.value(1))
              subscriber.send(.value(2))
              return AnyCancellable {}
            }
          )
        }
      ),
      (
        "behind values",
        { _ in
          .concatenate(Effect(value: .value(1)), Effect(value: .value(2)), .dismiss)
        }
      ),
      (
        "behind a function",
        { _ in
          .concatenate(
            Effect(value: .value(1)),
            .fireAndForget {},
            Effect(value: .value(2)),
            .dismiss
          )
        }
      ),
      (
        "behind a task",
        { _ in
          .concatenate(
            .run { send in
              send(.value(1))
              await Task.yield()
              send(.value(2))
            },
            .dismiss
          )
        }
      ),
      (
        "within operators",
        { _ in
          Effect.concatenate(Effect(value: .value(1)), Effect(value: .value(2)), .dismiss)
            .map { $0 }
            .receive(on: DispatchQueue.immediate)
            .cancellable(id: 1)
        }
      ),
      (
        "created later",
        { _ in
          .lazy { .concatenate(Effect(value: .value(1)), Effect(value: .value(2)), .dismiss) }
        }
      ),
      (
        "from flatMap",
        { _ in
          Effect<Int, Never>.concatenate(Effect(value: 1), Effect(value: 2), Effect(value: 3))
            .flatMap { $0 == 3 ? .dismiss : Effect<EditorAction, Never>(value: .value($0)) }
        }
      ),
      (
        "twice",
        { _ in
          .merge(.dismiss, Effect(value: .value(1)), Effect(value: .value(2)), .dismiss)
        }
      ),
      (
        "twice, in a row",
        { _ in
          .concatenate(Effect(value: .value(1)), Effect(value: .value(2)), .dismiss, .dismiss)
        }
      ),
      (
        "then more",
        { numbers in
          .merge(
            numbers.effect.map(EditorAction.value),
            .concatenate(
              .fireAndForget {
                numbers.send(1)
                numbers.send(2)
              },
              .dismiss
            )
          )
        }
      ),
    ]

  private static func cells() -> [(Place, Int)] {
    Place.allCases.flatMap { place in ways.indices.map { (place, $0) } }
  }

  @Test func `a dismissed state is removed after its earlier actions are handled`() {
    for (place, index) in Self.cells() {
      let way = Self.ways[index]
      let numbers = Subject<Int, Never>()
      var seen: [[Int]?] = []
      let issues = withReportedIssues {
        let store = ManualStore(initialState: Places(), reducer: Self.reducer, environment: world)
        let recording = store.store.record { _, state in seen.append(place.editor(state)?.values) }
        store.send(place.action(.start(way.make(numbers))))
        // The effects are already cancelled.
        numbers.send(3)
        store.send(.nothing)
        recording.cancel()
        #expect(place.editor(store.store.state) == nil, "\(way.name) at \(place)")
        #expect(store.store.hasRunningEffects == false, "\(way.name) at \(place)")
      }
      #expect(seen.contains([1, 2]), "\(way.name) at \(place)")
      #expect(issues == [], "\(way.name) at \(place)")
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `a dismissed state is removed under each schedule`(seed: UInt64) {
    for (place, index) in Self.cells() {
      let way = Self.ways[index]
      let issues = withReportedIssues {
        let store = TestStore(
          initialState: Places(),
          reducer: Self.reducer,
          environment: world,
          schedule: .random(seed: seed)
        )
        store.exhaustivity = .off
        store.send(place.action(.start(way.make(Subject()))))
        store.skipReceived()
        #expect(place.editor(store.state) == nil, "\(way.name) at \(place)")
      }
      #expect(issues == [], "\(way.name) at \(place)")
    }
  }

  @Test func `a value sent after the request to be dismissed is discarded without a report`() {
    for place in Place.allCases {
      let numbers = Subject<Int, Never>()
      let issues = withReportedIssues {
        let store = ManualStore(initialState: Places(), reducer: Self.reducer, environment: world)
        store.send(
          place.action(
            .start(
              numbers.effect.flatMap {
                $0 == 2 ? .dismiss : Effect<EditorAction, Never>(value: .value($0))
              }
            )
          )
        )
        for number in 1...4 { numbers.send(number) }
        store.send(.nothing)
        #expect(place.editor(store.store.state) == nil, "\(place)")
      }
      #expect(issues == [], "\(place)")
    }
  }

  @Test func `a delayed request dismisses the child after the delay`() {
    for place in Place.allCases {
      let clock = DispatchQueue.test
      let store = ManualStore(initialState: Places(), reducer: Self.reducer, environment: world)
      store.send(place.action(.start(.dismiss.delay(for: 2, scheduler: clock))))
      clock.advance(by: 1)
      #expect(place.editor(store.store.state) != nil)
      clock.advance(by: 1)
      #expect(place.editor(store.store.state) == nil)
    }
  }

  @Test func `a cancelled request does not dismiss the child`() {
    for place in Place.allCases {
      let clock = DispatchQueue.test
      let store = ManualStore(initialState: Places(), reducer: Self.reducer, environment: world)
      let later = Effect<EditorAction, Never>.dismiss.delay(for: 2, scheduler: clock)
      store.send(place.action(.start(later.cancellable(id: 1))))
      store.send(place.action(.start(.cancel(id: 1))))
      clock.advance(by: 3)
      #expect(place.editor(store.store.state) != nil)
    }
  }

  @Test func `a request of a replaced child does not dismiss the new child`() {
    let clock = DispatchQueue.test
    let store = ManualStore(
      initialState: Replaced(child: Replaced.Child(id: 1)),
      reducer: Replaced.reducer,
      environment: ()
    )
    store.send(.child(.presented(.start(.dismiss.delay(for: 1, scheduler: clock)))))
    store.send(.set(2))
    clock.advance(by: 2)
    #expect(store.store.child?.id == 2)
    // The request is in the queue when another child replaces the child.
    store.send(.child(.presented(.start(.merge(.dismiss, .output(3))))))
    #expect(store.store.child?.id == 3)
    // The parent's reducer presents another child in the turn of the request.
    store.send(.child(.presented(.value(4))))
    #expect(store.store.child?.id == 4)
    store.send(.child(.presented(.start(.dismiss))))
    #expect(store.store.child == nil)
  }

  @Test func `a nested request sends a single dismiss action`() {
    var actions: [String] = []
    let store = ManualStore(initialState: Places(), reducer: Self.reducer, environment: world)
    let recording = store.store.record { turn, _ in actions.append("\(turn.action)") }
    store.send(Place.nested.action(.cancelTapped))
    recording.cancel()
    #expect(actions.count == 2)
    #expect(actions.last?.contains("dismiss") == true)
    #expect(store.store.books.ids == [0])
  }

  @MainActor @Test(.timeLimit(.minutes(60)))
  func `a task on another thread dismisses a child while another task sends values`() async {
    for place in Place.allCases {
      let issues = await withReportedIssues {
        let store = Store(initialState: Places(), reducer: Self.reducer, environment: world)
        let effect = Effect<EditorAction, Never>.merge(
          .concatenate(
            .run { send in
              await Task.detached { send(.value(1)) }.value
              await Task.detached { send(.value(2)) }.value
            },
            .dismiss
          ),
          .run { send in
            while Task.isCancelled == false {
              send(.typed("on"))
              await Task.yield()
            }
          }
        )
        await store.send(place.action(.start(effect))).finish()
        #expect(place.editor(store.state) == nil)
      }
      #expect(issues == [])
    }
  }
}

/// A parent that presents children with ids.
struct Replaced: Equatable {
  struct Child: Equatable, Identifiable {
    let id: Int
  }

  enum ChildAction: FeatureAction {
    case start(Effect<ChildAction, Never>)
    case value(Int)

    typealias Output = Int
  }

  enum Action: Sendable {
    case child(PresentationAction<ChildAction>)
    case set(Int?)
  }

  var child: Child?
  var values: [Int] = []

  static let reducer = Reducer<Replaced, Action, Void> { state, action, _ in
    switch action {
    case .set(let id): state.child = id.map { Child(id: $0) }
    case .child(.presented(.value(4))): state.child = Child(id: 4)
    case .child(.presented(.value(let value))): state.values.append(value)
    case .child: break
    }
    return .none
  }
  .presenting(
    \.child,
    action: /Action.child,
    Reducer<Child, ChildAction, Void> { _, action, _ in
      switch action {
      case .start(let effect): effect
      case .value(4): .dismiss
      case .value: .none
      }
    }
  )
  .onOutput(of: ChildAction.self) { id, state, _, _ in
    state.child = Child(id: id)
    return .none
  }
}
