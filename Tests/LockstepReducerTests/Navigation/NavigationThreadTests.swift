// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests screens whose effects send from several threads while screens are added and removed.
@Suite struct NavigationThreadTests {
  private static let queue = DispatchQueue(label: "navigation", attributes: .concurrent)

  /// Sends numbers from two threads in parallel, and asks to be dismissed from a third thread.
  private static func effect(_ count: Int) -> Effect<EditorAction, Never> {
    .merge(
      .run { subscriber in
        queue.async {
          for number in 0..<count { subscriber.send(.value(number)) }
          subscriber.send(completion: .finished)
        }
        return AnyCancellable {}
      },
      .run { send in
        for number in 0..<count {
          send(.value(number))
          if number % 8 == 0 { await Task.yield() }
        }
      },
      .concatenate(
        .run { subscriber in
          queue.async {
            subscriber.send(.typed("before"))
            subscriber.send(completion: .finished)
          }
          return AnyCancellable {}
        },
        .dismiss
      )
    )
  }

  @MainActor @Test(.timeLimit(.minutes(60)))
  func `screens can be dismissed from other threads and leave no effects`() async {
    let issues = await withReportedIssues {
      let store = Store(
        initialState: DismissalTests.Places(),
        reducer: DismissalTests.reducer,
        environment: BookshopWorld()
      )
      for round in 0..<100 {
        let path = store.scope(state: \.editors, action: DismissalTests.PlacesAction.editors)
        path.send(.push(Editor()))
        guard let id = path.ids.last else { continue }
        let effect = Effect.merge(Self.effect(40), Self.effect(10))
        let task = store.send(.editors(.element(id: id, action: .start(effect))))
        // Half of the screens are popped at once, while their effects start to send.
        if round.isMultiple(of: 2) { path.popScreens(toMatch: []) }
        await task.finish()
        #expect(path.ids.contains(id) == false)
      }
      #expect(store.hasRunningEffects == false)
    }
    // Values that a screen sends after its request are discarded; those that another effect of it sent before are
    // handled.
    #expect(issues == [])
  }

  @MainActor @Test(.timeLimit(.minutes(60)))
  func `children are mounted and unmounted while their effects send values`() async {
    let register = Register(
      onMount: { _ in
        .run { subscriber in
          Self.queue.async {
            for number in 0..<20 { subscriber.send(.note(number)) }
            subscriber.send(completion: .finished)
          }
          return AnyCancellable {}
        }
      },
      onUnmount: { .output(.farewell($0.name, $0.notes)) }
    )
    let issues = await withReportedIssues {
      let store = Store(initialState: Lodgings(), reducer: lodgingsReducer, environment: register)
      for round in 0..<200 {
        let place = LodgerPlace.all[round % LodgerPlace.all.count]
        store.send(.set { place.put(&$0, Lodger(name: "\(round)")) })
        if round % 3 == 0 { await Task.yield() }
        store.send(.set { place.take(&$0) })
      }
      // Most lodgers have sent a farewell, which their parent has received.
      #expect(store.received.count + store.inner.received.count >= 150)
    }
    #expect(issues == [])
    #expect(register.entries.value.filter { $0.hasPrefix("+") }.count == 201)
    #expect(register.entries.value.filter { $0.hasPrefix("-") }.count == 200)
  }

  // MARK: Released

  @Test func `a released store retains none of its reducers and effects`() {
    func makeReducer(_ token: Token) -> Reducer<Lodgings, LodgingsAction, Register> {
      let child =
        lodgerReducer
        .onMount { _, _ in
          _ = token
          return .none
        }
        .onUnmount { _, _ in
          _ = token
          return .none
        }
      return Reducer<Lodgings, LodgingsAction, Register>.recursive { whole in
        .combine(
          child.forEach(stack: \.stack, action: /LodgingsAction.stack),
          whole.filter { _, _ in false }
        )
        .presenting(
          \.presented,
          action: /LodgingsAction.presented,
          child
        )
      }
    }
    var token: Token? = Token()
    let weakToken = WeakToken(token: token)
    autoreleasing {
      guard let held = token else { return }
      let store = ManualStore(
        initialState: Lodgings(presented: Lodger(), stack: [Lodger()]),
        reducer: makeReducer(held),
        environment: Register()
      )
      store.send(.stack(.popFrom(id: 0)))
    }
    token = nil
    #expect(weakToken.isDeallocated)
  }

  private func autoreleasing(_ body: () -> Void) { body() }
}
