// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests that a child's effects end when another child replaces it, for every composition and every kind of effect.
@Suite struct ChildIdentityTests {
  @Test(arguments: Composition.all + Composition.permanent, LivingEffect.all)
  func `an effect ends when another child replaces its child`(
    composition: Composition,
    kind: LivingEffect
  ) {
    let around = Surroundings()
    let issues = withReportedIssues {
      let store = composition.makeStore(id: \.number)
      let token = store.send { composition.action(.start(kind.make(around, $0))) }
      #expect(token.isDeallocated == false)
      store.send(.set(composition.replace))
      #expect(token.isDeallocated || kind.isHeldByScheduler)
      around.goOn()
      store.send(.set { _ in })
      #expect(composition.child(store.store.state) == Guest(number: 1))
      #expect(token.isDeallocated)
    }
    #expect(issues == [])
  }

  @Test(arguments: Composition.all + Composition.permanent, LivingEffect.all)
  func `only the effect of the new child continues after a replacement`(
    composition: Composition,
    kind: LivingEffect
  ) {
    let around = Surroundings()
    let issues = withReportedIssues {
      let store = composition.makeStore(id: \.number)
      store.send(composition.action(.start(kind.make(around, Token()))))
      store.send(.set(composition.replace))
      store.send(composition.action(.start(kind.make(around, Token()))))
      around.goOn()
      store.send(.set { _ in })
      #expect(composition.child(store.store.state) == Guest(number: 1, values: kind.values))
    }
    #expect(issues == [])
  }

  @Test(arguments: Composition.all, LivingEffect.all)
  func `a child that is removed and restored in one action keeps its effects`(
    composition: Composition,
    kind: LivingEffect
  ) {
    let around = Surroundings()
    let issues = withReportedIssues {
      let store = composition.makeStore(id: \.number)
      store.send(composition.action(.start(kind.make(around, Token()))))
      store.send(
        .set { house in
          composition.remove(&house)
          house = composition.initialState
        }
      )
      around.goOn()
      store.send(.set { _ in })
      #expect(composition.child(store.store.state) == Guest(values: kind.values))
    }
    #expect(issues == [])
  }

  @Test(arguments: Composition.all + Composition.permanent, LivingEffect.all)
  func `a test store finds no running effects of the replaced child`(
    composition: Composition,
    kind: LivingEffect
  ) {
    let around = Surroundings()
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: composition.initialState,
        reducer: composition.reducer(id: \.number),
        environment: ()
      )
      store.send(composition.action(.start(kind.make(around, Token()))))
      store.send(.set(composition.replace), composition.replace)
      if kind.values.isEmpty { store.fireAndForget() }
    }
    #expect(issues == [])
  }
}

/// Tests values of a child that arrive after another child has replaced it.
@Suite struct ChildIdentityValueTests {
  @Test(arguments: Composition.all + Composition.permanent)
  func `a value of the replaced child is reported and changes nothing`(composition: Composition) {
    let values = Effect<GuestAction, Never>.merge(
      Effect(value: .value(5)),
      Effect(value: .value(6))
    )
    let issues = withReportedIssues {
      let store = ManualStore(
        initialState: composition.initialState,
        reducer: .combine(composition.reducer(id: \.number), Self.replacing(composition)),
        environment: ()
      )
      store.send(composition.action(.startPlain(values)))
      #expect(composition.child(store.store.state) == Guest(number: 1))
    }
    #expect(issues.count == 2)
    for issue in issues {
      #expect(issue.message.contains("its state had the id 1 instead of the sender's, 0."))
    }
  }

  /// Operators that a parent applies to the effects of its children.
  private static let wrappers:
    [@Sendable (Surroundings, Effect<HouseAction, Never>) -> Effect<HouseAction, Never>] = [
      { .concatenate(.fireAndForget {}, $1) },
      { $1.map { $0 } },
      { $1.cancellable(id: "id") },
      { $1.delay(for: 1, scheduler: $0.clock) },
      { $1.delay(for: 1, scheduler: $0.clock).debounce(id: "id", for: 1, scheduler: $0.clock) },
    ]

  @Test(arguments: Composition.all + Composition.permanent, wrappers.indices)
  func `a value of the replaced child is reported even through operators of the parent`(
    composition: Composition,
    index: Int
  ) {
    for isReplaced in [false, true] {
      let around = Surroundings()
      let issues = withReportedIssues {
        let store = ManualStore(
          initialState: composition.initialState,
          reducer: HouseReducer(
            around: .combine(
              composition.reducer(id: \.number),
              isReplaced ? Self.replacing(composition) : .empty
            )
          ) { state, action, _, run in
            Self.wrappers[index](around, run(&state, action, ()))
          },
          environment: ()
        )
        store.send(composition.action(.startPlain(Effect(value: .value(5)))))
        around.clock.advance(by: 2)
        store.send(.set { _ in })
        #expect(
          composition.child(store.store.state)
            == (isReplaced ? Guest(number: 1) : Guest(values: [5]))
        )
      }
      #expect(issues.count == (isReplaced ? 1 : 0))
    }
  }

  @Test(arguments: Composition.all + Composition.permanent)
  func `an action that a reducer runs after a replacement changes the new child`(
    composition: Composition
  ) {
    let issues = withReportedIssues {
      let store = ManualStore(
        initialState: composition.initialState,
        reducer: HouseReducer(around: composition.reducer(id: \.number)) { state, action, _, run in
          let effect = run(&state, action, ())
          guard action.guestAction?.value == 5 else { return effect }
          composition.replace(&state)
          return .merge(effect, run(&state, composition.action(.touch), ()))
        },
        environment: ()
      )
      store.send(composition.action(.startPlain(Effect(value: .value(5)))))
      #expect(composition.child(store.store.state) == Guest(number: 1, touches: 1))
    }
    #expect(issues == [])
  }

  // Identified arrays are excluded, because the guest of a room is pulled back without the option.
  @Test(arguments: Composition.optionallyCancelling.filter { $0.description != "identified array" })
  func `a value of an effect without automatic cancellation changes the current child`(
    composition: Composition
  ) {
    let issues = withReportedIssues {
      let store = ManualStore(
        initialState: composition.initialState,
        reducer: .combine(
          composition.reducer(cancelsEffects: false, id: \.number),
          Self.replacing(composition)
        ),
        environment: ()
      )
      store.send(composition.action(.startPlain(Effect(value: .value(5)))))
      store.send(composition.action(.start(.task { 6 })))
      #expect(composition.child(store.store.state)?.values == [5, 6])
    }
    #expect(issues == [])
  }

  /// Effects that send 1 and 2 as separate actions, like effects that wait.
  private static let senders: [Numbers] = [
    .run { subscriber in
      subscriber.send(1)
      subscriber.send(2)
      return AnyCancellable {}
    },
    .run { send in
      send(1)
      send(2)
    },
    .merge(Numbers.task { 1 }, Numbers.task { 2 }),
    .concatenate(Numbers(value: 1), Numbers(value: 2)),
    .concatenate(Numbers(value: 1), Numbers(value: 2)).cancellable(id: "id"),
  ]

  @Test(arguments: Composition.all + Composition.permanent, senders.indices)
  func `a value is reported if the previous value of its effect replaced the child`(
    composition: Composition,
    index: Int
  ) {
    let issues = withReportedIssues {
      let store = ManualStore(
        initialState: composition.initialState,
        reducer: .combine(
          composition.reducer(id: \.number),
          HouseReducer { state, action, _ in
            if action.guestAction?.value == 1 { composition.replace(&state) }
            return .none
          }
        ),
        environment: ()
      )
      store.send(composition.action(.start(Self.senders[index])))
      #expect(composition.child(store.store.state) == Guest(number: 1))
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("the id 1 instead of the sender's, 0.") == true)
  }

  @Test(arguments: Composition.all + Composition.permanent)
  func `a value of the current child arrives`(composition: Composition) {
    let issues = withReportedIssues {
      let store = composition.makeStore(id: \.number)
      store.send(composition.action(.startPlain(Effect(value: .value(5)))))
      #expect(composition.child(store.store.state) == Guest(values: [5]))
    }
    #expect(issues == [])
  }

  /// Returns a reducer that replaces a child in the action in which the child starts an effect.
  private static func replacing(_ composition: Composition) -> HouseReducer {
    HouseReducer { state, action, _ in
      if case .startPlain? = action.guestAction { composition.replace(&state) }
      return .none
    }
  }
}

extension GuestAction {
  fileprivate var value: Int? { if case .value(let value) = self { value } else { nil } }
}

/// Tests a child in a computed property that becomes `nil` when the child's reducer runs.
@Suite struct HiddenChildTests {
  struct Draft: Equatable, Identifiable, Sendable {
    var id: Int
    var isOpen = true
    var values: [Int] = []
  }

  struct Desk: Equatable, Sendable {
    var draft: Draft?

    /// The draft while it is open.
    var editor: Draft? {
      get { draft?.isOpen == true ? draft : nil }
      set { draft = newValue }
    }
  }

  enum DraftAction: Sendable {
    case close(Numbers)
    case value(Int)
  }

  enum DeskAction: Sendable { case editor(PresentationAction<DraftAction>) }

  private static let draft = Reducer<Draft, DraftAction, Void> { state, action, _ in
    switch action {
    case .close(let effect):
      state.isOpen = false
      return effect.map(DraftAction.value)
    case .value(let value):
      state.values.append(value)
      return .none
    }
  }

  @Test func `the effect of a child that hides itself does not belong to the next child`() {
    let around = Surroundings()
    let issues = withReportedIssues {
      let store = ManualStore(
        initialState: Desk(draft: Draft(id: 1)),
        reducer: Reducer<Desk, DeskAction, Void> { state, action, _ in
          if case .editor(.presented(.close)) = action { state.draft = Draft(id: 2) }
          return .none
        }
        .presenting(\.editor, action: /DeskAction.editor, Self.draft),
        environment: ()
      )
      store.send(.editor(.presented(.close(around.callback))))
      around.subject.send(1)
      store.send(.editor(.presented(.value(2))))
      #expect(store.store.state.draft == Draft(id: 2, values: [2]))
      #expect(around.cancelled.value == 1)
    }
    #expect(issues == [])
  }
}
