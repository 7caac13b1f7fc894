// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

/// Senders, which send actions to a store from any thread.
@Suite @MainActor struct StoreSenderTests {
  private struct Log: Equatable, Sendable {
    var lines: [String] = []
    var part: Part? = Part()
  }

  private struct Part: Equatable, Sendable {
    var lines: [String] = []
  }

  private enum LogAction: Equatable, Sendable {
    case line(String)
    case part(PartAction)
    case close
  }

  private enum PartAction: Equatable, Sendable {
    case line(String)
  }

  private func makeStore(
    _ effect: @escaping @Sendable (String) -> Effect<String, Never> = { _ in .none }
  ) -> Store<Log, LogAction> {
    Store(
      initialState: Log(),
      reducer: .combine(
        Reducer<Part, PartAction, Void> { part, action, _ in
          if case .line(let line) = action { part.lines.append(line) }
          return .none
        }
        .optional()
        .pullback(state: \.part, action: /LogAction.part),
        Reducer { log, action, _ in
          switch action {
          case .line(let line):
            log.lines.append(line)
            return effect(line).map(LogAction.line)
          case .close:
            log.part = nil
          case .part:
            break
          }
          return .none
        }
      ),
      environment: ()
    )
  }

  private func wait(for store: Store<Log, LogAction>, _ condition: (Log) -> Bool) async {
    for await log in store.states where condition(log) { break }
  }

  @Test func `actions of each thread arrive exactly once and in order`() async {
    let store = makeStore()
    let sender = store.sender
    let group = DispatchGroup()
    for thread in 0..<4 {
      DispatchQueue.global().async(group: group) {
        for number in 0..<250 { sender.send(.line("\(thread) \(number)")) }
      }
    }
    await wait(for: store) { $0.lines.count == 1_000 }
    for thread in 0..<4 {
      #expect(
        store.lines.filter { $0.hasPrefix("\(thread) ") } == (0..<250).map { "\(thread) \($0)" }
      )
    }
    group.wait()
    #expect(store.lines.count == 1_000)
  }

  @Test func `a sender's actions wait until the store's actor is free or calls send`() async {
    let store = makeStore()
    let sender = store.sender
    var counts: [Int] = []
    let observation = store.observe(removeDuplicates: nil) { log, _ in
      counts.append(log.lines.count)
    }
    counts = []
    for number in 1...3 { sender.send(.line("\(number)")) }
    #expect(store.lines == [])
    // The store reduces the waiting actions before this one.
    store.send(.line("4"))
    #expect(store.lines == ["1", "2", "3", "4"])
    #expect(counts == [1, 2, 3, 4])
    observation.cancel()
  }

  @Test func `actions of a sender and of an effect arrive in the order in which they are sent`() {
    let subject = Subject<String, Never>()
    let store = makeStore { $0 == "listen" ? subject.effect : .none }
    store.send(.line("listen"))
    let sender = store.sender
    sender.send(.line("1"))
    subject.send("2")
    sender.send(.line("3"))
    store.send(.line("4"))
    #expect(store.lines == ["listen", "1", "2", "3", "4"])
  }

  @Test func `an action that a sender sends within a turn is reduced after the current turn`() async
  {
    let sender = Recorder<StoreSender<LogAction>?>(nil)
    let store = makeStore { line in
      guard ["first", "follows"].contains(line) else { return .none }
      sender.value?.send(.line("after \(line)"))
      return line == "first" ? Effect(value: "follows") : .none
    }
    sender.set(store.sender)
    store.send(.line("first"))
    #expect(store.lines == ["first", "after first", "follows"])
    await wait(for: store) { $0.lines.count > 3 }
    #expect(store.lines == ["first", "after first", "follows", "after follows"])
  }

  @Test func `the sender of a part reports an action sent after the part becomes nil`() async {
    let store = makeStore()
    let part = store.scope(state: { $0.part ?? Part() }, action: LogAction.part)
    let sender = part.sender
    sender.send(.line("1"))
    await wait(for: store) { $0.part?.lines == ["1"] }
    store.send(.close)
    let line = #line + 2
    let issues = await withReportedIssues {
      sender.send(.line("2"))
      store.send(.line("after"))
    }
    #expect(issues.count == 1)
    let place = "'send' at LockstepStoreTests/StoreSenderTests.swift:\(line)"
    #expect(issues.first?.message.contains(place) == true)
  }

  @Test func `an observer receives the animation of a sender's action`() async {
    let store = makeStore()
    var animations: [StoreAnimation?] = []
    let observation = store.observe { _, change in animations.append(change.animation) }
    animations = []
    store.sender.send(.line("1"), animation: .easeOut)
    store.sender.send(.line("2"))
    await wait(for: store) { $0.lines.count == 2 }
    #expect(animations == [.easeOut, nil])
    observation.cancel()
  }

  @Test func `a sender keeps neither the store nor its pending actions alive`() {
    final class Load: Sendable {}
    weak var load: Load?
    weak var pending: Load?
    weak var late: Load?
    var sender: StoreSender<Load>?
    do {
      let object = Load()
      load = object
      let store = Store(
        initialState: 0,
        reducer: Reducer<Int, Load, Void> { _, _, _ in
          withExtendedLifetime(object) {}
          return .none
        },
        environment: ()
      )
      sender = store.sender
      let action = Load()
      pending = action
      sender?.send(action)
    }
    #expect(load == nil)
    #expect(pending == nil)
    do {
      let action = Load()
      late = action
      sender?.send(action)
    }
    #expect(late == nil)
  }
}
