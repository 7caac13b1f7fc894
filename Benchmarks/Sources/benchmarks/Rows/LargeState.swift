// SPDX-License-Identifier: MIT

import Foundation
import Lockstep

/// A state of one megabyte, behind 50 scopes that are key paths, on a thread with less stack than
/// that.
///
/// Measured in a process of its own, since a stack that overflows ends it.
enum LargeState {
  static let argument = "--large-state-in-this-process"

  private static let sends = 1_000

  /// Microseconds for each action that is sent through all scopes, and a look at the leaf.
  static func measure() -> Double? {
    guard let executable = Bundle.main.executableURL else { return nil }
    let process = Process()
    process.executableURL = executable
    process.arguments = [argument]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else { return nil }
    return Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  static func runInThisProcess() async {
    let home = Home()
    await home.makeStore()
    home.executor.goOn(stackSize: 512 << 10)
    let time = await home.send(times: sends)
    print((time / .microseconds(sends) * 100).rounded() / 100)
  }

  private actor Home {
    nonisolated let executor = ThreadExecutor(stackSize: 256 << 20)
    private var leaf: Store<CounterState, CounterAction>?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
      executor.asUnownedSerialExecutor()
    }

    func makeStore() {
      let reducer = counterReducer.pullback(
        state: \Megabyte.leaf,
        action: CasePath(embed: { $0 }, extract: { $0 })
      )
      let store = Store<Levels50<Megabyte>, Actions50<CounterAction>>(
        initialState: nested50(Megabyte()),
        reducer: reducer.nested50,
        environment: (),
        isolation: self
      )
      leaf = store.scoped50().scope(state: \.leaf)
    }

    func send(times: Int) -> Duration {
      guard let leaf else { return .zero }
      let time = ContinuousClock().measure {
        for time in 1...times {
          leaf.send(.increment)
          precondition(leaf.state.count == time)
        }
      }
      return time
    }
  }
}

private struct Megabyte {
  var leaf = CounterState()
  var bulk = InlineArray<131_072, Int>(repeating: 0)
}

// 50 levels around it.

private typealias Levels5<Child> = Level<Level<Level<Level<Level<Child>>>>>
private typealias Levels25<Child> = Levels5<Levels5<Levels5<Levels5<Levels5<Child>>>>>
private typealias Levels50<Child> = Levels25<Levels25<Child>>
private typealias Actions5<Child: Sendable> =
  LevelAction<LevelAction<LevelAction<LevelAction<LevelAction<Child>>>>>
private typealias Actions25<Child: Sendable> =
  Actions5<Actions5<Actions5<Actions5<Actions5<Child>>>>>
private typealias Actions50<Child: Sendable> = Actions25<Actions25<Child>>

private func nested5<Child>(_ child: Child) -> Levels5<Child> {
  Level(child: Level(child: Level(child: Level(child: Level(child: child)))))
}

private func nested25<Child>(_ child: Child) -> Levels25<Child> {
  nested5(nested5(nested5(nested5(nested5(child)))))
}

private func nested50<Child>(_ child: Child) -> Levels50<Child> {
  nested25(nested25(child))
}

extension Reducer where Environment == Void {
  private var nested5: Reducer<Levels5<State>, Actions5<Action>, Void> {
    nested.nested.nested.nested.nested
  }

  private var nested25: Reducer<Levels25<State>, Actions25<Action>, Void> {
    nested5.nested5.nested5.nested5.nested5
  }

  fileprivate var nested50: Reducer<Levels50<State>, Actions50<Action>, Void> {
    nested25.nested25
  }
}

extension Store {
  private func scoped5<Child, ChildAction>() -> Store<Child, ChildAction>
  where State == Levels5<Child>, Action == Actions5<ChildAction> {
    let second:
      Store<Level<Level<Level<Child>>>, LevelAction<LevelAction<LevelAction<ChildAction>>>> =
        nested().nested()
    return second.nested().nested().nested()
  }

  private func scoped25<Child, ChildAction>() -> Store<Child, ChildAction>
  where State == Levels25<Child>, Action == Actions25<ChildAction> {
    let second: Store<Levels5<Levels5<Levels5<Child>>>, Actions5<Actions5<Actions5<ChildAction>>>> =
      scoped5().scoped5()
    return second.scoped5().scoped5().scoped5()
  }

  fileprivate func scoped50<Child, ChildAction>() -> Store<Child, ChildAction>
  where State == Levels50<Child>, Action == Actions50<ChildAction> {
    let half: Store<Levels25<Child>, Actions25<ChildAction>> = scoped25()
    return half.scoped25()
  }
}
