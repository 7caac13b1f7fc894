// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// Reports of actions whose state is missing.
@Suite struct UnhandledActionTests {
  private func makeStore(_ reducer: HouseReducer) -> ManualStore<House, HouseAction> {
    ManualStore(
      initialState: House(),
      reducer: .combine(
        reducer,
        HouseReducer { _, action, _ in
          guard case .ownValue(let kind) = action else { return .none }
          return Self.effects[kind]
        }
      ),
      environment: ()
    )
  }

  /// Effects of the parent that send an action to the child.
  private static let effects: [Effect<HouseAction, Never>] = [
    Effect(value: .child(.touch)),
    .task(name: "load", line: 77) { .child(.touch) },
    .task(line: 78) { .child(.touch) },
    .merge(.task(line: 79) { .ownValue(0) }, .none),
    Effect.timer(id: 1, every: 1, on: clock, line: 80).map { _ in .child(.touch) },
  ]

  private static let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))

  @Test(arguments: Composition.all)
  private func `each composition reports an action in a manual store`(composition: Composition) {
    let line: UInt = #line + 4
    let issues = withReportedIssues {
      let store = makeStore(composition.reducer())
      store.send(.set { _ in })
      store.send(composition.action(.touch))
      #expect(store.store.state == House())
    }
    #expect(
      issues.map(\.message) == [
        composition.report(
          sentBy: "'send' at LockstepReducerTests/UnhandledActionTests.swift:\(line)"
        )
      ]
    )
    #expect(issues.map(\.location.line) == [1])
  }

  @Test(arguments: Composition.all)
  @MainActor private func `in a store`(composition: Composition) {
    let line: UInt = #line + 3
    let issues = withReportedIssues {
      let store = Store(initialState: House(), reducer: composition.reducer(), environment: ())
      store.send(composition.action(.touch))
      #expect(store.state == House())
    }
    #expect(
      issues.map(\.message) == [
        composition.report(
          sentBy: "'send' at LockstepReducerTests/UnhandledActionTests.swift:\(line)"
        )
      ]
    )
  }

  @Test(arguments: Composition.all)
  private func `each composition reports an action in a test store at the line of the step`(
    composition: Composition
  ) {
    let line: UInt = #line + 3
    let issues = withReportedIssues {
      let store = TestStore(initialState: House(), reducer: composition.reducer(), environment: ())
      store.send(composition.action(.touch))
    }
    #expect(
      issues.map(\.message) == [
        composition.report(
          sentBy: "'send' at LockstepReducerTests/UnhandledActionTests.swift:\(line)"
        )
      ]
    )
    #expect(issues.map(\.location.line) == [line])
  }

  @Test(arguments: Composition.all)
  private func `each composition reports an action even if its effect is never started`(
    composition: Composition
  ) {
    let issues = withReportedIssues {
      var state = House()
      var effect = Effect<HouseAction, Never>?.some(
        composition.reducer().run(&state, composition.action(.touch), ())
      )
      #expect(effect != nil)
      effect = nil
      #expect(state == House())
    }
    #expect(issues.map(\.message) == [composition.report(sentBy: nil)])
  }

  // MARK: Senders

  private let optional = Composition.optional

  private static let atOnce =
    "an effect that sends its value at once, started by HouseAction.ownValue"

  /// Returns the description of an effect in a message.
  private static func sender(_ effect: String, line: UInt, action: String = "ownValue") -> String {
    "effect \(effect), made at LockstepReducerTests/UnhandledActionTests.swift:\(line), "
      + "started by HouseAction.\(action)"
  }

  private func messages(_ body: (ManualStore<House, HouseAction>) -> Void) -> [String] {
    withReportedIssues { body(makeStore(optional.reducer())) }.map(\.message)
  }

  @Test func `the report names an effect that sends its value at once`() {
    let messages = messages { $0.send(.ownValue(0)) }
    #expect(messages == [optional.report(sentBy: Self.atOnce)])
  }

  @Test func `the report names the task that sent the action`() {
    #expect(
      messages { $0.send(.ownValue(1)) } == [
        optional.report(sentBy: Self.sender("task \"load\"", line: 77))
      ]
    )
    #expect(
      messages { $0.send(.ownValue(2)) } == [
        optional.report(sentBy: Self.sender("task", line: 78))
      ]
    )
  }

  @Test func `the report names the last sender of a chain`() {
    let messages = messages { $0.send(.ownValue(3)) }
    #expect(messages == [optional.report(sentBy: Self.atOnce)])
  }

  @Test func `the report names the timer for each action that it sends`() {
    let sender = Self.sender("timer", line: 80)
    let messages = messages { store in
      store.send(.ownValue(4))
      Self.clock.advance(by: 2)
      store.send(.own(.cancel(id: 1)))
    }
    #expect(messages == Array(repeating: optional.report(sentBy: sender), count: 2))
  }

  @Test func `the report names the place where an observer sends the action`() {
    let messages = messages { store in
      let observation = store.store.observe(removeDuplicates: { _, _ in false }) { _, _ in
        guard Self.isFirst.value else { return }
        Self.isFirst.set(false)
        store.store.send(.child(.touch), line: 60)
      }
      store.send(.set { _ in })
      observation.cancel()
    }
    #expect(
      messages == [
        optional.report(sentBy: "'send' at LockstepReducerTests/UnhandledActionTests.swift:60")
      ]
    )
  }

  private static let isFirst = Recorder(true)

  @Test func `the report names an effect that outlives the state with cancelsEffects false`() {
    let around = Surroundings()
    let messages = withReportedIssues {
      let store = ManualStore(
        initialState: House(optional: Guest()),
        reducer: .combine(
          guestReducer.optional(cancelsEffects: false, line: 1)
            .pullback(state: \.optional, action: /HouseAction.child),
          ownHouseReducer
        ),
        environment: ()
      )
      store.send(
        .child(
          .start(
            .run(name: "socket", line: 90) { subscriber in
              around.subject.effect.sink { subscriber.send($0) }
            }
          )
        )
      )
      store.send(.set { $0.optional = nil })
      around.subject.send(4)
      around.subject.send(5)
      store.send(.set { _ in })
    }.map(\.message)
    let sender = Self.sender("run \"socket\"", line: 90, action: "child")
    #expect(
      messages
        == [4, 5].map {
          optional.report(sentBy: sender, "GuestAction.value(\n  \($0)\n)", madeIn: #fileID)
        }
    )
  }

  // MARK: Wrapped by a parent

  /// A way in which a parent that calls the child's reducer wraps the child's effect.
  private struct Wrapping: Sendable, CustomStringConvertible {
    let description: String
    let wrap: @Sendable (Effect<HouseAction, Never>) -> Effect<HouseAction, Never>

    init(
      _ description: String,
      _ wrap: @escaping @Sendable (Effect<HouseAction, Never>) -> Effect<HouseAction, Never>
    ) {
      self.description = description
      self.wrap = wrap
    }

    static let all = [
      Self("map") { $0 },
      Self("cancellable") { $0.cancellable(id: 1, cancelInFlight: true) },
      Self("first of a concatenation") { .concatenate($0, Effect(value: .set { _ in })) },
      Self("last of a concatenation") { .concatenate(Effect(value: .set { _ in }), $0) },
      Self("merge in a map") { .merge($0, Effect(value: .set { _ in })).map { $0 } },
      Self("part of a merge") { .merge(.task { .set { _ in } }, $0) },
      Self("prefix") { $0.prefix(1) },
      Self("flatMap") { unhandled in Effect(value: 1).flatMap { _ in unhandled } },
    ]
  }

  /// Returns a store of a parent that calls the child's reducer itself.
  private func makeStore(
    _ wrap: @escaping @Sendable (Effect<HouseAction, Never>) -> Effect<HouseAction, Never>
  ) -> ManualStore<House, HouseAction> {
    let child = guestReducer.optional(line: 1)
    return makeStore(
      .combine(
        HouseReducer { state, action, _ in
          guard case .child(let action) = action else { return .none }
          return wrap(child.run(&state.optional, action, ()).map(HouseAction.child))
        },
        ownHouseReducer
      )
    )
  }

  private func wrappedMessage(sentBy sender: String?) -> String {
    unhandledMessage("made optional", 1, "its state was 'nil'", "GuestAction.touch", sentBy: sender)
  }

  @Test(arguments: Wrapping.all)
  private func `the report names the caller of send if a parent wraps the effect`(
    wrapping: Wrapping
  ) {
    let line: UInt = #line + 3
    let messages = withReportedIssues {
      let store = makeStore(wrapping.wrap)
      store.send(.child(.touch))
    }
    .map(\.message)
    #expect(
      messages == [
        wrappedMessage(sentBy: "'send' at LockstepReducerTests/UnhandledActionTests.swift:\(line)")
      ]
    )
  }

  @Test(arguments: Wrapping.all)
  private func
    `the report names an observer's send in the middle of a turn if a parent wraps the effect`(
      wrapping: Wrapping
    )
  {
    let messages = withReportedIssues {
      let store = makeStore(wrapping.wrap)
      let observation = store.store.observe(removeDuplicates: { _, _ in false }) { _, _ in
        guard store.store.state.squares.isEmpty == false else { return }
        store.store.send(.set { $0.squares = [] })
        store.store.send(.child(.touch), line: 61)
        store.store.send(.own(Subject<Int, Never>().effect))
      }
      store.send(.set { $0.squares = [Guest()] })
      observation.cancel()
    }
    .map(\.message)
    #expect(
      messages == [
        wrappedMessage(sentBy: "'send' at LockstepReducerTests/UnhandledActionTests.swift:61")
      ]
    )
  }

  @Test(arguments: Wrapping.all)
  private func
    `the report names the effect that sent the action if a parent wraps the child's effect`(
      wrapping: Wrapping
    )
  {
    let messages = withReportedIssues {
      makeStore(wrapping.wrap).send(.ownValue(1))
    }
    .map(\.message)
    #expect(
      messages == [
        wrappedMessage(sentBy: Self.sender("task \"load\"", line: 77))
      ]
    )
  }

  @Test
  func `the report names the sender of a delayed wrapped effect unless another action ran before`()
  {
    for hasOther in [false, true] {
      let (first, other) = (Subject<Int, Never>(), Subject<Int, Never>())
      let messages = withReportedIssues {
        let store = makeStore { .concatenate(first.effect.map(HouseAction.ownValue), $0) }
        store.send(.child(.touch), line: 62)
        if hasOther { store.send(.own(other.effect)) }
        first.send(completion: .finished)
        other.send(completion: .finished)
      }
      .map(\.message)
      let sender = "'send' at LockstepReducerTests/UnhandledActionTests.swift:62"
      #expect(messages == [wrappedMessage(sentBy: hasOther ? nil : sender)])
    }
  }
}
