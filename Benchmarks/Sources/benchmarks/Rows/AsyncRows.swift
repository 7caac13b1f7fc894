// SPDX-License-Identifier: MIT

import Lockstep
import Synchronization

private enum AsyncAction: Sendable {
  case ask
  case answer
}

private func makeReducer(
  _ answers: Counter,
  suspends: Bool
) -> Reducer<Int, AsyncAction, Void> {
  Reducer { _, action, _ in
    switch action {
    case .ask:
      return .task {
        if suspends { await Task.yield() }
        return .answer
      }
    case .answer:
      answers.count.add(1, ordering: .relaxed)
      return .none
    }
  }
}

/// An actor of its own for a store.
private actor Home {
  private var store: Store<Int, AsyncAction>?

  /// Sends actions, each batch at once, and waits for the answers to a batch before the next.
  func ask(_ answers: Counter, times: Int, batch: Int, suspends: Bool) async {
    let store =
      store
      ?? Store(
        initialState: 0,
        reducer: makeReducer(answers, suspends: suspends),
        environment: (),
        isolation: self
      )
    self.store = store
    for _ in 0..<times / batch {
      let aim = answers.count.load(ordering: .relaxed) + batch
      for _ in 0..<batch { store.send(.ask) }
      while answers.count.load(ordering: .relaxed) < aim { await Task.yield() }
    }
  }

  private var answers = 0

  private func takeAnswer() {
    answers += 1
  }

  /// The same work with tasks alone: each runs elsewhere, and comes back.
  func runTasks(times: Int, batch: Int) async {
    for _ in 0..<times / batch {
      let aim = answers + batch
      for _ in 0..<batch {
        Task.detached {
          await Task.yield()
          await self.takeAnswer()
        }
      }
      while answers < aim { await Task.yield() }
    }
  }
}

@MainActor private final class MainHome {
  private var store: Store<Int, AsyncAction>?

  nonisolated init() {}

  func ask(_ answers: Counter, times: Int) async {
    let store =
      store
      ?? Store(
        initialState: 0,
        reducer: makeReducer(answers, suspends: true),
        environment: ()
      )
    self.store = store
    let aim = answers.count.load(ordering: .relaxed) + times
    for _ in 0..<times { store.send(.ask) }
    while answers.count.load(ordering: .relaxed) < aim { await Task.yield() }
  }

  private var answers = 0

  private func takeAnswer() {
    answers += 1
  }

  func runTasks(times: Int) async {
    let aim = answers + times
    for _ in 0..<times {
      Task.detached {
        await Task.yield()
        await self.takeAnswer()
      }
    }
    while answers < aim { await Task.yield() }
  }
}

@BenchmarkActor private func onCustomActor(times: Int, batch: Int) -> Work {
  let home = Home()
  let answers = Counter()
  return Work(
    reference: "task and a hop",
    operations: times,
    subject: { _ in
      waitFor { await home.ask(answers, times: times, batch: batch, suspends: true) }
    },
    bare: { _ in waitFor { await home.runTasks(times: times, batch: batch) } }
  )
}

/// The bare work is a task that begins and ends in the call that makes it.
@BenchmarkActor func asyncWithoutSuspending() -> Work {
  let home = Home()
  let answers = Counter()
  return Work(
    reference: "task that begins at once",
    operations: 1_000,
    subject: { _ in
      waitFor { await home.ask(answers, times: 1_000, batch: 1, suspends: false) }
    },
    bare: { _ in
      waitFor {
        let answers = Counter()
        for _ in 0..<1_000 { runAtOnce { answers.count.add(1, ordering: .relaxed) } }
        precondition(answers.count.load(ordering: .relaxed) == 1_000)
      }
    }
  )
}

private func runAtOnce(_ body: @escaping @Sendable () async -> Void) {
  guard #available(macOS 26, *) else { fatalError("Tasks that begin at once need macOS 26.") }
  Task.immediate(operation: body)
}

@BenchmarkActor func asyncOneAtATime() -> Work {
  onCustomActor(times: 1_000, batch: 1)
}

@BenchmarkActor func asyncBatched() -> Work {
  onCustomActor(times: 2_000, batch: 1_000)
}

@BenchmarkActor func asyncBatchedOnMainActor() -> Work {
  let home = MainHome()
  let answers = Counter()
  return Work(
    reference: "task and a hop",
    operations: 2_000,
    subject: { _ in waitFor { await home.ask(answers, times: 2_000) } },
    bare: { _ in waitFor { await home.runTasks(times: 2_000) } }
  )
}
