// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Observation
import Testing

private struct Feature: Sendable {
  var number = 1
  var inner = Inner()
  var maybe: Inner? = Inner()

  struct Inner: Sendable {
    var number = 1
    var other = 2
  }
}

/// The number of calls of closure scopes' functions.
@Suite @MainActor struct StoreProjectionTests {
  private final class Counter {
    var calls = 0
    var last = 0

    /// The number of calls since the last access.
    var more: Int {
      defer { last = calls }
      return calls - last
    }
  }

  @Test(arguments: 1...8)
  func `reading through closure scopes calls each closure once`(depth: Int) {
    let store = Store(changing: Feature())
    let counter = Counter()
    var scope = store.scope(state: \.inner)
    for _ in 0..<depth {
      scope = scope.scope { inner in
        counter.calls += 1
        return inner
      }
    }
    _ = counter.more
    _ = scope.state
    #expect(counter.more == depth)
    _ = scope.number
    #expect(counter.more == depth)
    let field = scope.scope(state: \.number)
    #expect(counter.more == 0)
    _ = field.state
    #expect(counter.more == depth)
    let mapped = field.scope { number in
      counter.calls += 1
      return number + 1
    }
    _ = mapped.state
    #expect(counter.more == depth + 1)
    store.change { $0.inner.number = 5 }
    #expect(counter.more == 0)
    #expect(mapped.state == 6)
  }

  @Test func `reading an optional within a closure scope calls the closure once`() {
    let store = Store(changing: Feature())
    let counter = Counter()
    let parent = store.scope { state -> Feature.Inner? in
      counter.calls += 1
      return state.maybe
    }
    let child = parent.scope(ifLet: \.self) { (change: Change<Feature>) in change }
    #expect(counter.more == 1)
    _ = child?.state
    #expect(counter.more == 1)
    _ = child?.number
    #expect(counter.more == 1)
    _ = child?.scope(state: \.other).state
    #expect(counter.more == 1)
    // Each turn stores the value.
    store.change { $0.maybe = nil }
    #expect(counter.more == 1)
    _ = child?.number
    #expect(counter.more == 1)
  }

  @Test func `an observer and a tracker each cost one projection per turn`() {
    let store = Store(changing: Feature())
    let counter = Counter()
    let scope = store.scope { state in
      counter.calls += 1
      return state.number
    }
    let observation = scope.observe { _, _ in }
    withObservationTracking {
      _ = scope.state
    } onChange: {
    }
    _ = counter.more
    store.change { $0.inner.number += 1 }
    // One for the observer, one for the tracking.
    #expect(counter.more == 2)
    store.change { $0.number += 1 }
    #expect(counter.more == 2)
    store.change { $0.number += 1 }
    #expect(counter.more == 1)
    observation.cancel()
    store.change { $0.number += 1 }
    #expect(counter.more == 0)
  }

  @Test func `creating key path scopes does not read the state and reading costs one projection`() {
    struct Counted {
      static let reads = Recorder(0)
      var stored = 1
      var computed: Int {
        Self.reads.update { $0 += 1 }
        return stored
      }
    }
    let store = Store(changing: Counted())
    let computed = store.scope(state: \.computed)
    let deep = computed.scope(state: \.self).scope { $0 }.scope(state: \.self)
    #expect(Counted.reads.value == 0)
    _ = deep.state
    #expect(Counted.reads.value == 1)
    store.change { $0.stored = 2 }
    #expect(Counted.reads.value == 1)
    #expect((computed.state, deep.state) == (2, 2))
    #expect(Counted.reads.value == 3)
  }
}
