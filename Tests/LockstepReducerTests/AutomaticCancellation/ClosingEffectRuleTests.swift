// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests which action must remove a state so that further values of the state's effects are reported, not dropped.
@Suite struct ClosingEffectRuleTests {
  /// A parent that removes the child's state for the value 1, and runs `atSeven` for its own value 7.
  private struct Fixture {
    let around = Surroundings()
    /// Sends the parent's own values.
    let own = Subject<Int, Never>()
    let seen = Recorder<[Int]>([])

    func reducer(
      atOne: Effect<HouseAction, Never> = .none,
      atSeven: @escaping @Sendable (inout House) -> Effect<HouseAction, Never> = { _ in .none }
    ) -> HouseReducer {
      .combine(
        Composition.optional.reducer(),
        HouseReducer { [seen] state, action, _ in
          switch action {
          case .child(.value(let value)):
            seen.update { $0.append(value) }
            guard value == 1 else { return .none }
            state.optional = nil
            return atOne
          case .ownValue(7): return atSeven(&state)
          default: return .none
          }
        }
      )
    }

    func makeStore(_ reducer: HouseReducer) -> ManualStore<House, HouseAction> {
      ManualStore(initialState: House(optional: Guest()), reducer: reducer, environment: ())
    }

    /// Sends 1, the parent's 7 and 2 before any of them is reduced.
    func sendAll() {
      around.subject.send(1)
      own.send(7)
      around.subject.send(2)
    }

    /// Returns the number of reported values after `sendAll()`.
    func reports(_ reducer: HouseReducer, _ callback: Numbers? = nil) -> Int {
      withReportedIssues {
        let store = makeStore(reducer)
        store.send(.own(own.effect))
        store.send(.child(.start(callback ?? around.callback)))
        sendAll()
        store.send(.set { _ in })
        own.send(completion: .finished)
      }
      .count
    }
  }

  // MARK: What is said of it

  @Test func `a test fails when it receives a value after the state is removed`() {
    let line: UInt = #line + 8
    let issues = withReportedIssues {
      let fixture = Fixture()
      let store = TestStore(
        initialState: House(optional: Guest()),
        reducer: fixture.reducer(),
        environment: ()
      )
      store.send(
        .child(
          .start(
            .run(name: "close", line: 71) { send in
              send(1)
              send(2)
            }
          )
        )
      )
      store.receive((/HouseAction.child).appending(path: /GuestAction.value), 1) {
        $0.optional = nil
      }
      store.receive((/HouseAction.child).appending(path: /GuestAction.value), 2)
    }
    #expect(
      issues.map(\.message) == [
        Composition.optional.report(
          sentBy:
            "effect run \"close\", made at LockstepReducerTests/ClosingEffectRuleTests.swift:71, started by HouseAction.child",
          "GuestAction.value(\n  2\n)"
        )
      ]
    )
    #expect(issues.map(\.location.line) == [line])
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `a test receives the same values under each schedule`(seed: UInt64) {
    let fixture = Fixture()
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: House(optional: Guest()),
        reducer: fixture.reducer(),
        environment: (),
        schedule: .random(seed: seed)
      )
      store.exhaustivity = .off
      store.send(.own(.run { send in for value in 3...5 { send(value) } }))
      store.send(
        .child(
          .start(
            .run { send in
              await Task.yield()
              send(1)
              send(2)
            }
          )
        )
      )
    }
    #expect(fixture.seen.value == [1, 2])
    #expect(issues.count == 1)
  }

  // MARK: Whose action it is

  @Test func `an action between the two values does not change the report`() {
    let fixture = Fixture()
    #expect(fixture.reports(fixture.reducer()) == 1)
    #expect(fixture.seen.value == [1, 2])
    #expect(fixture.around.cancelled.value == 1)
  }

  @Test func `a value of another action with an equally long chain belongs to that action`() {
    let around = Surroundings()
    let issues = withReportedIssues {
      let store = ManualStore(
        initialState: House(optional: Guest()),
        reducer: .combine(
          Composition.optional.reducer(),
          HouseReducer { _, action, _ in
            switch action {
            case .ownValue(0):
              .merge(
                Effect(value: .child(.start(around.callback))),
                Effect(value: .ownValue(1))
              )
            case .ownValue(1):
              // The value 2 is in flight when the state becomes nil. The first action's effects do not
              // clear the state.
              .merge(
                Effect(value: .set { $0.optional = nil }),
                .fireAndForget { around.subject.send(2) }
              )
            default: .none
            }
          }
        ),
        environment: ()
      )
      store.send(.ownValue(0))
      #expect(around.cancelled.value == 1)
      #expect(store.store.state == House())
    }
    #expect(issues == [])
  }

  @Test func `a consequence of the effect's action belongs to another action`() {
    let around = Surroundings()
    let issues = withReportedIssues {
      let store = ManualStore(
        initialState: House(optional: Guest()),
        reducer: .combine(
          Composition.optional.reducer(),
          HouseReducer { _, action, _ in
            guard case .child(.value(1)) = action else { return .none }
            return .merge(
              Effect(value: .set { $0.optional = nil }),
              .fireAndForget { around.subject.send(2) }
            )
          }
        ),
        environment: ()
      )
      store.send(.child(.start(around.callback)))
      around.subject.send(1)
      store.send(.set { _ in })
      #expect(around.cancelled.value == 1)
      #expect(store.store.state == House())
    }
    #expect(issues == [])
  }

  @Test func `effects started by another action of the child are cancelled`() {
    let fixture = Fixture()
    let issues = withReportedIssues {
      let store = fixture.makeStore(fixture.reducer())
      store.send(.child(.start(fixture.around.callback)))
      store.send(
        .child(
          .start(
            .run { [around = fixture.around] send in
              send(1)
              around.subject.send(3)
              send(2)
            }
          )
        )
      )
    }
    // 3 is from the first effect.
    #expect(fixture.seen.value == [1, 2])
    #expect(issues.count == 1)
  }

  @Test func `a grandchild's second value is reported when the child is removed`() {
    struct Hall: Equatable {
      var guest: Guest? = Guest()
    }
    struct Estate: Equatable {
      var hall: Hall? = Hall()
    }
    enum EstateAction: Sendable {
      case hall(GuestAction)
    }
    let seen = Recorder<[Int]>([])
    let reducer = Reducer<Estate, EstateAction, Void>.combine(
      guestReducer.optional()
        .pullback(state: \Hall.guest, action: .`self`, environment: { (_: Void) in })
        .optional()
        .pullback(state: \.hall, action: /EstateAction.hall, environment: { (_: Void) in }),
      Reducer { state, action, _ in
        guard case .hall(.value(let value)) = action else { return .none }
        seen.update { $0.append(value) }
        if value == 1 { state.hall = nil }
        return .none
      }
    )
    for effect in ClosingEffect.all where effect.sending == .together {
      let around = Surroundings()
      seen.set([])
      let issues = withReportedIssues {
        let store = ManualStore(initialState: Estate(), reducer: reducer, environment: ())
        around.scheduleSubject()
        store.send(.hall(effect.start(around)))
        around.clock.advance(by: 1)
      }
      let isHeldUp = effect.description == "throttle, test"
      #expect(seen.value == (isHeldUp ? [1] : [1, 2]), "\(effect)")
      #expect(issues.count == (isHeldUp ? 0 : 1), "\(effect)")
    }
  }

  @Test func `a second value returned by onChange is reported after the state is removed`() {
    let seen = Recorder<[Int]>([])
    let child = guestReducer.onChange(of: \.touches) { _, _, _, _ in
      .concatenate(Effect(value: .value(1)), Effect(value: .value(2)))
    }
    let issues = withReportedIssues {
      let store = ManualStore(
        initialState: House(optional: Guest()),
        reducer: .combine(
          child.optional()
            .pullback(state: \.optional, action: /HouseAction.child, environment: { (_: Void) in }),
          HouseReducer { state, action, _ in
            guard case .child(.value(let value)) = action else { return .none }
            seen.update { $0.append(value) }
            if value == 1 { state.optional = nil }
            return .none
          }
        ),
        environment: ()
      )
      store.send(.child(.touch))
    }
    #expect(seen.value == [1, 2])
    #expect(issues.count == 1)
  }

  // MARK: Cancelled by hand

  /// Effects of a parent that cancel the effect with the id 1.
  private static let cancelling: [Effect<HouseAction, Never>] = [
    .cancel(id: StoreWide(1)),
    .cancel(ids: [StoreWide(0), StoreWide(1)]),
    .fireAndForget {}.cancellable(id: StoreWide(1), cancelInFlight: true),
    Effect(value: .set { _ in }).debounce(id: StoreWide(1), for: 1, scheduler: clock),
    Effect(value: .set { _ in })
      .throttle(id: StoreWide(1), for: 1, scheduler: clock, latest: true),
  ]

  private static let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))

  @Test(arguments: cancelling.indices)
  func `an effect that is cancelled by its id sends nothing more`(index: Int) {
    let (now, later) = (Fixture(), Fixture())
    #expect(
      now.reports(
        now.reducer(atOne: Self.cancelling[index]),
        now.around.callback.cancellable(id: StoreWide(1))
      ) == 0
    )
    #expect(now.seen.value == [1])
    // The state is already nil when the effect is cancelled.
    #expect(
      later.reports(
        later.reducer { _ in Self.cancelling[index] },
        later.around.callback.cancellable(id: StoreWide(1))
      ) == 0
    )
    #expect(later.seen.value == [1])
  }

  @Test(.timeLimit(.minutes(60)), arguments: [true, false])
  @MainActor func `an effect whose task is cancelled sends nothing more`(isCancelled: Bool) async {
    let fixture = Fixture()
    let task = Recorder<StoreTask?>(nil)
    let issues = await withReportedIssues {
      let store = Store(
        initialState: House(optional: Guest()),
        reducer: fixture.reducer { _ in
          .fireAndForget { if isCancelled { task.value?.cancel() } }
        },
        environment: ()
      )
      store.send(.own(fixture.own.effect))
      task.set(store.send(.child(.start(fixture.around.callback))))
      fixture.sendAll()
      await task.value?.finish()
      fixture.own.send(completion: .finished)
    }
    #expect(fixture.seen.value == (isCancelled ? [1] : [1, 2]))
    #expect(issues.count == (isCancelled ? 0 : 1))
  }

  @Test func `the id can be used again after the values in the queue are handled`() {
    let fixture = Fixture()
    let issues = withReportedIssues {
      let store = fixture.makeStore(fixture.reducer())
      store.send(.child(.start(fixture.around.callback.cancellable(id: 1))))
      fixture.sendAll()
      store.send(.set { $0.optional = Guest() })
      store.send(.child(.start(fixture.around.callback.cancellable(id: 1))))
      store.send(.own(.cancel(id: 1)))
      fixture.around.subject.send(3)
      store.send(.set { _ in })
    }
    #expect(fixture.seen.value == [1, 2])
    #expect(fixture.around.cancelled.value == 2)
    #expect(issues.count == 1)
  }

  // MARK: What comes after

  @Test func `a queued action is handled by a state that replaces the removed state`() {
    let fixture = Fixture()
    let reducer = fixture.reducer { state in
      state.optional = Guest()
      return .none
    }
    #expect(fixture.reports(reducer) == 0)
    #expect(fixture.seen.value == [1, 2])
  }

  /// Returns a reducer whose parent appends an effect to the effects of its child.
  private func following(
    _ fixture: Fixture,
    _ follow: @escaping @Sendable (Effect<HouseAction, Never>) -> Effect<HouseAction, Never>
  ) -> HouseReducer {
    let reducer = fixture.reducer()
    return HouseReducer(around: reducer) { state, action, environment, run in
      let effect = run(&state, action, environment)
      if case .child(.start) = action { return .concatenate(effect, follow(effect)) }
      return effect
    }
  }

  @Test func `a parent's effect starts at once after the cancelled effect of its child`() {
    let fixture = Fixture()
    let seen = Recorder<[Int]>([])
    let reducer = following(fixture) { _ in
      .fireAndForget { seen.set(fixture.seen.value) }
    }
    #expect(fixture.reports(reducer) == 1)
    #expect(fixture.seen.value == [1, 2])
    #expect(seen.value == [1])
  }

  @Test func `a later effect of the removed child sends nothing`() {
    let fixture = Fixture()
    let reducer = following(fixture) { $0 }
    let callback = Numbers.run { [around = fixture.around] subscriber in
      around.started.update { $0 += 1 }
      // The second time, the state is nil.
      if around.started.value == 2 { subscriber.send(3) }
      let listening = around.subject.effect.sink { subscriber.send($0) }
      return AnyCancellable { listening.cancel() }
    }
    #expect(fixture.reports(reducer, callback) == 1)
    #expect(fixture.around.started.value == 2)
    #expect(fixture.seen.value == [1, 2])
  }
}
