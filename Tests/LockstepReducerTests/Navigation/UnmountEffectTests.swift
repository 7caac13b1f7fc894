// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests effects of `onUnmount`, which continue without their state and reach no other state.
@Suite struct UnmountEffectTests {
  @Test func `an unmount effect that sends an action is reported`() {
    let line: UInt = #line + 3
    let issues = withReportedIssues {
      let reducer = Reducer<Int, Int, Void>.empty
        .onUnmount { _, _ in .merge(Effect(value: 1), .dismiss, .fireAndForget {}) }
        .optional()
      let store = ManualStore(
        initialState: 0,
        reducer: Reducer<Int?, Int, Void>.combine(
          Reducer { state, _, _ in
            state = nil
            return .none
          },
          reducer.filter { state, _ in state != nil }
        ),
        environment: ()
      )
      store.send(5)
    }
    let advice = """
      Return '.output' to notify a parent, or '.fireAndForget { … }' to do other work.
      """
    #expect(
      issues.map(\.message) == [
        """
        'onUnmount' returned an effect that sends an action, but the state of the feature has been removed.

        Action: 1

        \(advice)
        """,
        """
        'onUnmount' returned an effect that asks to be dismissed, but the state of the feature has been removed.

        \(advice)
        """,
      ]
    )
    #expect(issues.map(\.location.line) == [line, line])
  }

  @Test(arguments: LodgerPlace.all)
  func `a fire-and-forget unmount effect runs until it completes`(place: LodgerPlace) {
    let clock = DispatchQueue.test
    let saved = Recorder<[String]>([])
    let register = Register(onUnmount: { lodger in
      guard lodger.name == "a" else { return .none }
      return .fireAndForget {
        try await clock.sleep(for: 1)
        saved.update { $0.append(lodger.name) }
      }
    })
    let store = ManualStore(
      initialState: Lodgings(),
      reducer: lodgingsReducer,
      environment: register
    )
    store.send(.set { place.put(&$0, Lodger()) })
    store.send(.set { place.take(&$0) })
    // The state that contains the child is also removed.
    store.send(.set { $0 = Lodgings() })
    clock.advance(by: 1)
    #expect(saved.value == ["a"])
  }

  @Test func `a late value of an unmount effect is reported and reaches no reducer`() {
    let clock = DispatchQueue.test
    let late: [Effect<Int, Never>] = [
      Effect(value: 1).delay(for: 1, scheduler: clock),
      .concatenate(.fireAndForget {}, .dismiss),
      .merge(
        Effect(value: 1).delay(for: 1, scheduler: clock),
        Effect(value: 2).delay(for: 2, scheduler: clock)
      ),
    ]
    struct Whole: Equatable {
      var child: Int?
      var path: StackState<Int> = []
      var optional: Int?
    }
    enum Action: Sendable {
      case child(PresentationAction<Int>)
      case path(StackAction<Int, Int>)
      case optional(Int)
      case set(Whole)
    }
    let all = Whole(child: 0, path: [0], optional: 0)
    for (index, effect) in late.enumerated() {
      let line: UInt = #line + 5
      let child = Reducer<Int, Int, Void> { state, action, _ in
        state = action
        return .none
      }
      .onUnmount { _, _ in effect }
      let reducer = Reducer<Whole, Action, Void>.combine(
        child.forEach(stack: \.path, action: /Action.path),
        child.optional().pullback(state: \.optional, action: /Action.optional),
        Reducer { state, action, _ in
          if case .set(let whole) = action { state = whole }
          return .none
        }
      )
      .presenting(\.child, action: /Action.child, child)
      let issues = withReportedIssues {
        let store = ManualStore(initialState: all, reducer: reducer, environment: ())
        store.send(.set(Whole()))
        store.send(.set(all))
        clock.advance(by: 3)
        #expect(store.store.state == all)
        #expect(store.store.hasRunningEffects == false)
      }
      #expect(issues.count == (index == 2 ? 6 : 3))
      #expect(Set(issues.map(\.location.line)) == [line])
      let problem = index == 1 ? "asks to be dismissed" : "sends an action"
      #expect(
        issues.allSatisfy {
          $0.message.hasPrefix(
            "'onUnmount' returned an effect that \(problem), but the state of the feature has been removed."
          )
        }
      )
    }
  }

  @Test func `unmount effects of a child continue when a test ends the parent's effects`() {
    let clock = DispatchQueue.test
    let saved = Recorder<[String]>([])
    let child = Reducer<String, Int, Void>.empty.onUnmount { state, _ in
      Effect(value: 0).delay(for: 1, scheduler: clock).filter { _ in
        saved.update { $0.append(state) }
        return false
      }
    }
    enum Action: FeatureAction {
      case child(PresentationAction<Int>)
      case start

      typealias Output = Never
    }
    struct Parent: Equatable { var child: String? = "draft" }
    let reducer = Reducer<Parent, Action, Void> { state, action, _ in
      guard case .start = action else { return .none }
      state.child = nil
      return .merge(Effect.timer(id: 1, every: 1, on: clock).map { _ in .start }, .dismiss)
    }
    .presenting(\.child, action: /Action.child, child)
    let store = TestStore(initialState: Parent(), reducer: reducer, environment: ())
    store.send(.start) { $0.child = nil }
    store.dismissed()
    clock.advance(by: 2)
    #expect(saved.value == ["draft"])
  }

  @MainActor @Test func `unmount effects continue when the effects of their turn are cancelled`() {
    enum Action: Sendable { case child(PresentationAction<Int>) }
    struct Parent: Equatable { var child: Int? = 1 }
    let clock = DispatchQueue.test
    let saved = Recorder<[Int]>([])
    let child = Reducer<Int, Int, Void>.empty.onUnmount { state, _ in
      Effect(value: 0).delay(for: 1, scheduler: clock).filter { _ in
        saved.update { $0.append(state) }
        return false
      }
    }
    let reducer = Reducer<Parent, Action, Void>.empty
      .presenting(\.child, action: /Action.child, child)
    let store = Store(initialState: Parent(), reducer: reducer, environment: ())
    store.send(.child(.dismiss)).cancel()
    clock.advance(by: 1)
    #expect(saved.value == [1])
    #expect(store.hasRunningEffects == false)
  }
}
