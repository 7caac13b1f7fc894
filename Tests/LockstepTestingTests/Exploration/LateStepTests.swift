// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

/// The steps that may come late in a schedule, and those that need them.
@Suite struct LateStepTests {
  private enum Action: Equatable {
    case answered(String)
    case asked(String)
  }

  /// Asks a double of a dependency, and keeps the order of all actions.
  private typealias Store = TestStore<String, Action, @Sendable (String) async -> String>

  private static func makeStore(
    _ answer: @escaping @Sendable (String) async -> String = { $0.uppercased() }
  ) -> Store {
    let store = Store(
      initialState: "",
      reducer: Reducer { log, action, answer in
        switch action {
        case .answered(let text):
          log += text
          return .none
        case .asked(let texts):
          log += texts
          return .merge(texts.map { text in .task { .answered(await answer(String(text))) } })
        }
      },
      environment: answer
    )
    store.exhaustivity.remove(.receivedActions)
    store.exhaustivity.remove(.stateChanges)
    return store
  }

  /// All orders in which a body ends, by chance and by search.
  private static func orders(_ body: () -> String) -> Set<String> {
    var orders: Set<String> = []
    var allOrders: Set<String> = []
    // Some of the bodies have nothing to vary.
    _ = NoteCollector.collect {
      explore(schedules: 500) { orders.insert(body()) }
      let exploration = explore(.every()) { allOrders.insert(body()) }
      #expect(exploration.isComplete)
    }
    #expect(orders == allOrders)
    return orders
  }

  @Test func `an answer can arrive before or after the next action`() {
    let orders = Self.orders {
      let store = Self.makeStore()
      store.send(.asked("a"))
      store.send(.asked("b"))
      store.skipReceived()
      return store.state
    }
    #expect(orders == ["aAbB", "abAB", "abBA"])
  }

  @Test func `receive waits only for its own action`() {
    let orders = Self.orders {
      let store = Self.makeStore()
      store.send(.asked("ab"))
      store.receive(.answered("A"))
      store.send(.asked("c"))
      store.skipReceived()
      return store.state
    }
    #expect(orders == ["abABcC", "abAcBC", "abAcCB", "abBAcC"])
  }

  @Test func `skipReceived and finish wait for all actions`() {
    let orders = Self.orders {
      let store = Self.makeStore()
      store.send(.asked("a"))
      store.skipReceived()
      store.send(.asked("b"))
      store.finish()
      return store.state
    }
    #expect(orders == ["aAbB"])
  }

  @Test func `the assertion of a fire-and-forget effect waits only for the named effect`() {
    let seen = Recorder<Set<String>>([])
    explore(schedules: 500) {
      let log = Recorder("")
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, String, Void> { _, name, _ in
          .fireAndForget(name: name) {
            await Task.yield()
            log.update { $0 += name }
          }
        },
        environment: ()
      )
      store.send("a")
      store.send("b")
      store.fireAndForget("b")
      seen.update { $0.insert(log.value) }
      store.fireAndForget("a")
    }
    #expect(seen.value == ["ab", "b", "ba"])
  }

  @Test func `the environment can be replaced before or after an answer is reduced`() {
    let orders = Self.orders {
      let store = TestStore(
        initialState: "",
        reducer: Reducer<String, Bool, String> { log, isAnswer, name in
          log += name
          return isAnswer ? .none : .task { true }
        },
        environment: "a"
      )
      store.exhaustivity = .off
      store.send(false)
      store.environment = "b"
      store.skipReceived()
      return store.state
    }
    #expect(orders == ["aa", "ab"])
  }

  @Test func `an effect that is cancelled before it begins does nothing`() {
    let orders = Self.orders {
      let log = Recorder("")
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Bool, Void> { _, isStart, _ in
          isStart
            ? .run { _ in log.update { $0 += "begun" } }.cancellable(id: "id")
            : .cancel(id: "id")
        },
        environment: ()
      )
      store.exhaustivity = .off
      store.send(true)
      store.send(false)
      store.skipReceived()
      return log.value
    }
    #expect(orders == ["", "begun"])
  }

  @Test func `the actions of one effect stay in order`() {
    let orders = Self.orders {
      let store = TestStore(
        initialState: "",
        reducer: Reducer<String, String, Void> { log, action, _ in
          log += action
          guard action.isEmpty else { return .none }
          return .merge(
            .run { send in
              send("1")
              await Task.yield()
              send("2")
            },
            .task { "a" }
          )
        },
        environment: ()
      )
      store.exhaustivity = .off
      store.send("")
      store.skipReceived()
      return store.state
    }
    #expect(orders == ["12a", "1a2", "a12"])
  }

  @Test func `an exhaustive test reports actions that arrive before the next step`() {
    let issues = withReportedIssues {
      _ = explore(schedules: 100) {
        let store = Self.makeStore()
        store.exhaustivity.insert(.receivedActions)
        store.send(.asked("a"))
        store.send(.asked("b"))
        store.skipReceived()
      }
    }
    #expect(issues.count == 2)
    #expect(
      issues.last?.message.hasPrefix("First-in, first-out (FIFO) order fails too") == true
    )
  }

  @Test func `the values of a subject arrive in order inside and outside a turn`() {
    let orders = Self.orders {
      let subject = Subject<String, Never>()
      let store = TestStore(
        initialState: "",
        reducer: Reducer<String, String, Void> { log, action, _ in
          switch action {
          case "listen": return subject.effect
          case "emit": return .fireAndForget { subject.send("2") }
          default:
            log += action
            return .none
          }
        },
        environment: ()
      )
      store.exhaustivity = .off
      store.send("listen")
      subject.send("1")
      store.send("emit")
      store.skipReceived()
      defer { store.skipRunning() }
      return store.state
    }
    #expect(orders == ["12"])
  }

  @Test
  func `a part of an effect can run between a received action and the next step`() {
    let orders = Self.orders {
      let (box, clock, subject) = (Recorder(0), DispatchQueue.test, Subject<String, Never>())
      let mainQueue = clock
      let store = TestStore(
        initialState: "",
        reducer: Reducer<String, String, Void> { log, action, _ in
          guard action == "start" else {
            log += action
            return .none
          }
          return .merge(
            subject.effect,
            .run { send in
              try await mainQueue.sleep(for: 1)
              let first = box.value
              await Task.yield()
              send("\(first)\(box.value)")
            }
          )
        },
        environment: ()
      )
      store.exhaustivity = .off
      store.send("start")
      subject.send("a")
      clock.advance(by: 1)
      store.receive("a")
      box.set(1)
      store.skipReceived()
      defer { store.skipRunning() }
      return store.state.filter(\.isNumber)
    }
    #expect(orders == ["00", "01", "11"])
  }

  @Test(.schedules(300)) func `a step waits for the work of another store`() {
    let subject = Subject<Int, Never>()
    let listener = TestStore(
      initialState: 0,
      reducer: Reducer<Int, Int, Void> { number, action, _ in
        number = action
        return action == 0 ? subject.effect : .none
      },
      environment: ()
    )
    let sender = TestStore(
      initialState: 0,
      reducer: Reducer<Int, Int, Void> { number, action, _ in
        number = action
        guard action == 0 else { return .none }
        return .run { send in
          await Task.yield()
          subject.send(1)
          send(1)
        }
      },
      environment: ()
    )
    listener.send(0)
    sender.send(0)
    listener.receive(1) { $0 = 1 }
    sender.receive(1) { $0 = 1 }
    listener.skipRunning()
  }

  @Test func `work that is due runs after its store is deallocated`() {
    for seed in 0..<100 as Range<UInt64> {
      let (clock, log) = (DispatchQueue.test, Recorder(0))
      let queue = clock
      func play() {
        let store = TestStore(
          initialState: 0,
          reducer: Reducer<Int, Int, Void> { _, _, _ in
            .fireAndForget {
              await Task.yield()
              _ = queue.schedule(after: queue.now.advanced(by: 1)) { log.update { $0 += 1 } }
            }
          },
          environment: (),
          schedule: .random(seed: seed)
        )
        store.send(0)
        store.fireAndForget()
      }
      play()
      clock.advance(by: 1)
      #expect(log.value == 1)
    }
  }

  @Test func `stores on several threads each have the order of their seed`() async {
    func play(_ seed: UInt64) async -> [[String]] {
      var traces: [[String]] = []
      await explore(schedules: 1, seed: seed) {
        let stores = (0..<2).map { _ in
          TestStore(initialState: [], reducer: Walk.reducer, environment: ())
        }
        for store in stores {
          store.send(.start)
          await Task.detached {}.value
        }
        for store in stores { store.skipReceived() }
        traces += stores.map(\.state)
      }
      return traces
    }
    let traces = await play(4)
    #expect(await play(4) == traces)
    #expect(traces[0] != traces[1])
  }
}
