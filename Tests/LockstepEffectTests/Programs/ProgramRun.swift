// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting

extension Program {
  private typealias Root = ProgramFeatures.Root
  private typealias RootAction = ProgramFeatures.RootAction

  /// The outcome when a store without an actor runs the program.
  func runManually() -> Outcome {
    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    let world = ProgramWorld(clock)
    let issues = withReportedIssues {
      let store = ManualStore(
        initialState: Root(),
        reducer: ProgramFeatures.reducer(self),
        environment: world
      )
      perform(clock) { store.send($0) }
    }
    return Outcome(world, issues)
  }

  /// The outcome when a test store runs the program.
  func runInTest() -> Outcome {
    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    let world = ProgramWorld(clock)
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: Root(),
        reducer: ProgramFeatures.reducer(self),
        environment: world
      )
      store.exhaustivity = .off
      perform(clock) { store.send($0) }
    }
    return Outcome(world, issues)
  }

  /// The outcome when a store on the main actor runs the program, whose scheduler is the main queue.
  @MainActor func runLive() async -> Outcome {
    let clock = SteppedMainQueue()
    let world = ProgramWorld(clock)
    let issues = await withReportedIssues {
      let store = Store(
        initialState: Root(),
        reducer: ProgramFeatures.reducer(self),
        environment: world
      )
      for command in commands {
        switch command {
        case .send(let place, let kind):
          store.send(Self.action(place, kind))
          await Self.settle(world)
        case .advance(let seconds):
          let end = clock.now.advanced(by: .seconds(seconds))
          while clock.runNext(until: end) { await Self.settle(world) }
        }
      }
    }
    return Outcome(world, issues)
  }

  /// Performs the commands, with a clock that is moved as a whole.
  private func perform(_ clock: TestScheduler<Never>, _ send: (RootAction) -> Void) {
    for command in commands {
      switch command {
      case .send(let place, let kind): send(Self.action(place, kind))
      case .advance(let seconds): clock.advance(by: .seconds(seconds))
      }
    }
  }

  private static func action(_ place: Int, _ kind: Int) -> RootAction {
    RootAction(Action(place: place, kind: kind, fuel: fuel))
  }

  /// Lets the main queue do all that waits for it.
  @MainActor private static func settle(_ world: ProgramWorld) async {
    var count: Int
    repeat {
      count = world.log.value.count
      // Everything that was waiting is ahead of this in the queue.
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
      }
    } while count < world.log.value.count
  }
}

extension Program.Outcome {
  fileprivate init(_ world: ProgramWorld, _ issues: [ReportedIssue]) {
    let isUnhandled = { (message: String) in message.contains("received an action while") }
    log = world.log.value
    unhandled = issues.count { isUnhandled($0.message) }
    problems = issues.map(\.message).filter { isUnhandled($0) == false }
  }
}
