// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Every kind of place, everything that happens to a child, every kind of effect, every kind of store.
@Suite struct IdentityTableTests {
  /// An effect that sends 1 once, after all events that it waits for.
  private static let effects: [(name: String, make: @Sendable (Surroundings) -> Numbers)] = [
    (
      "task",
      { around in
        .task {
          await around.clock.pause(for: 1)
          return 1
        }
      }
    ),
    (
      "timer",
      { around in
        Effect.timer(id: "timer", every: 1, on: around.clock).map { _ in 1 }.prefix(1)
      }
    ),
    (
      "debounce",
      { around in Numbers(value: 1).debounce(id: "id", for: 1, scheduler: around.clock) }
    ),
    ("callback", { around in around.callback.prefix(1).cancellable(id: "id") }),
    ("value", { around in Numbers(value: 1).receive(on: around.clock) }),
  ]

  private static let cells = LibraryPlace.all.flatMap { place in
    PageEvent.all.flatMap { event in effects.indices.map { (place, event, $0) } }
  }

  /// Returns the expected final state of a page.
  private func expected(_ place: LibraryPlace, _ event: PageEvent) -> Page? {
    var library = Library()
    event.happen(&library, place)
    var page = place.page(library)
    if event.endsEffects(place) == false { page?.values.append(1) }
    return page
  }

  @Test func `a store without an actor ends effects when their child is removed or replaced`() {
    for (place, event, index) in Self.cells {
      let (around, name) = (Surroundings(), Self.effects[index].name)
      let issues = withReportedIssues {
        let store = ManualStore(initialState: Library(), reducer: libraryReducer, environment: ())
        store.send(place.action(.start(Self.effects[index].make(around))))
        store.send(.set { event.happen(&$0, place) })
        around.goOn()
        store.send(.set { _ in })
        #expect(
          place.page(store.store.state) == expected(place, event),
          "\(name) at \(place), \(event)"
        )
      }
      #expect(issues == [], "\(name) at \(place), \(event)")
    }
  }

  private func runTest(_ place: LibraryPlace, _ event: PageEvent, _ index: Int) {
    let around = Surroundings()
    let store = TestStore(initialState: Library(), reducer: libraryReducer, environment: ())
    store.send(place.action(.start(Self.effects[index].make(around))))
    var changed = Library()
    event.happen(&changed, place)
    let change: @Sendable (inout Library) -> Void = { event.happen(&$0, place) }
    if changed == Library() { store.send(.set(change)) } else { store.send(.set(change), change) }
    around.goOn()
    guard event.endsEffects(place) == false else { return }
    func hasArrived(_ action: LibraryAction) -> Bool { action.pageAction?.value == 1 }
    store.receive(/LibraryAction.self, where: hasArrived) { library in
      _ = libraryReducer.run(&library, place.action(.value(1)), ())
    }
  }

  @Test func `a FIFO test store ends effects when their child is removed or replaced`() {
    for (place, event, index) in Self.cells {
      let issues = withReportedIssues { runTest(place, event, index) }
      #expect(issues == [], "\(Self.effects[index].name) at \(place), \(event)")
    }
  }

  @Test func `a test store ends effects with their child in every schedule`() {
    for (place, event, index) in Self.cells {
      let issues = withReportedIssues {
        explore(schedules: 20) { runTest(place, event, index) }
      }
      #expect(issues == [], "\(Self.effects[index].name) at \(place), \(event)")
    }
  }

  @Test @MainActor func `in a live store`() async {
    for (place, event, index) in Self.cells {
      let (around, name) = (Surroundings(), Self.effects[index].name)
      let issues = await withReportedIssues {
        let store = Store(initialState: Library(), reducer: libraryReducer, environment: ())
        let task = store.send(place.action(.start(Self.effects[index].make(around))))
        store.send(.set { event.happen(&$0, place) })
        let isFinished = Recorder(false)
        let waiting = Task {
          await task.finish()
          isFinished.set(true)
        }
        // A task sleeps once the pool has come to it.
        while isFinished.value == false {
          around.goOn()
          await Task.yield()
        }
        await waiting.value
        #expect(
          place.page(store.state) == expected(place, event),
          "\(name) at \(place), \(event)"
        )
      }
      #expect(issues == [], "\(name) at \(place), \(event)")
    }
  }

  // MARK: Ids and stores

  @Test func `a child that replaces another child has its own ids`() {
    for place in LibraryPlace.all where place.isReplaceable {
      let around = Surroundings()
      let store = ManualStore(initialState: Library(), reducer: libraryReducer, environment: ())
      let watched = around.callback.cancellable(id: "id", cancelInFlight: true)
      store.send(place.action(.start(watched)))
      store.send(.set { place.set(&$0, Page(id: 2)) })
      #expect((around.started.value, around.cancelled.value) == (1, 1), "\(place)")
      store.send(place.action(.start(watched)))
      store.send(.set { place.set(&$0, Page(id: 2, values: [2])) })
      #expect((around.started.value, around.cancelled.value) == (2, 1), "\(place)")
      store.send(place.action(.start(.cancel(id: "id"))))
      #expect(around.cancelled.value == 2, "\(place)")
    }
  }

  @Test func `the last state of a child is the last one observed`() {
    let stores: [(LibraryPlace, (Store<Library, LibraryAction>) -> Store<Page, PageAction>?)] = [
      (LibraryPlace.all[0], { $0.scope(ifLet: \.optional, action: LibraryAction.optional) }),
      (
        LibraryPlace.all[1],
        {
          $0.scope(state: \.route)
            .scope(ifCaseLet: /Library.Destination.page, action: LibraryAction.route)
        }
      ),
      (
        LibraryPlace.all[2],
        {
          $0.scope(ifLet: \.destination) { (action: PageAction) in LibraryAction.destination(action)
          }?
          .scope(ifCaseLet: /Library.Destination.page) { $0 }
        }
      ),
      (LibraryPlace.all[3], { $0.scope(element: 1, of: \.rows, action: LibraryAction.row) }),
      (
        LibraryPlace.all[7],
        { store in
          store.scope(ifLet: \.shelf) { (action: PageAction) in LibraryAction.shelf(1, action) }?
            .scope(element: 1, of: \.boxes) { $1 }?
            .scope(ifLet: \.page) { $0 }
        }
      ),
    ]
    for (place, scope) in stores {
      for event in PageEvent.all {
        let store = ManualStore(initialState: Library(), reducer: libraryReducer, environment: ())
        guard let page = scope(store.store) else {
          Issue.record("The place \(place) has no store.")
          continue
        }
        var seen: [Page] = []
        let observation = page.observe { page, _ in seen.append(page) }
        store.send(place.action(.value(3)))
        store.send(.set { event.happen(&$0, place) })
        store.send(.set { $0.plain.values.append(9) })
        let current = place.page(store.store.state)
        let last = event.endsEffects(place) ? Page(values: [3]) : current
        #expect(seen.last == last, "\(place), \(event)")
        #expect(page.state == last, "\(place), \(event)")
        // An action for the missing child is reported and changes nothing.
        let issues = withReportedIssues { _ = page.send(.value(4)) }
        #expect(issues.count == (event.endsEffects(place) ? 1 : 0), "\(place), \(event)")
        #expect(
          place.page(store.store.state)?.values.contains(4) != event.endsEffects(place)
            || current == nil
        )
        observation.cancel()
      }
    }
  }
}

extension LibraryAction {
  fileprivate var pageAction: PageAction? {
    switch self {
    case .plain(let action), .optional(let action), .route(let action), .destination(let action),
      .row(_, let action), .list(_, let action), .screen(_, let action), .shelf(_, let action):
      action
    case .set: nil
    }
  }
}

extension PageAction {
  fileprivate var value: Int? { if case .value(let value) = self { value } else { nil } }
}
