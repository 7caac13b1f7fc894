// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

/// The draws of a test from the schedule.
@Suite struct ChanceTests {
  /// Everything that can be drawn, once.
  private struct Draws: Hashable {
    var delay: SchedulerStride
    var fails: Bool
    var word: UInt64
    var pick: String?

    init(_ schedule: Schedule) {
      delay = schedule.delay(upTo: .seconds(8))
      fails = schedule.fails(oneIn: 3)
      var generator = schedule.generator
      word = generator.next()
      pick = schedule.pick(from: ["a", "b", "c"])
    }
  }

  /// Explores a body with a store that does nothing, so that only what is drawn varies.
  private static func draws(
    _ schedules: Schedules,
    _ body: (Schedule) -> Void
  ) {
    _ = NoteCollector.collect {
      explore(schedules) {
        let store = TestStore(
          initialState: 0,
          reducer: Reducer<Int, Int, Void>.empty,
          environment: ()
        )
        store.send(0)
        body(.current)
      }
    }
  }

  @Test func `each seed always draws the same values, and different seeds draw different values`() {
    func all(_ schedules: Schedules) -> [Draws] {
      var all: [Draws] = []
      Self.draws(schedules) { all.append(Draws($0)) }
      return all
    }
    let draws = all(.random(300, seed: 7))
    #expect(draws.count == 300)
    #expect(all(.random(300, seed: 7)) == draws)
    #expect(all(.random(1, seed: 17)) == [draws[10]])
    #expect(Set(draws.map(\.delay)) == Set((0...8).map { .seconds($0) }))
    #expect(Set(draws.map(\.pick)) == ["a", "b", "c"])
    #expect(Set(draws.map(\.word)).count == 300)
    let failures = draws.count { $0.fails }
    #expect(70...130 ~= failures)
  }

  @Test func `an exploration of every order draws every outcome`() {
    var all: [String] = []
    Self.draws(.every()) { schedule in
      let delay = schedule.delay(upTo: 1)
      let fails = schedule.fails(oneIn: 100)
      all.append("\(delay) \(fails) \(schedule.pick(from: "ab").map(String.init) ?? "")")
    }
    #expect(all.count == 12)
    #expect(Set(all).count == 12)
    #expect(all.first == "0 s false a")
    #expect(all.contains("0.5 s true b"))
    #expect(all.last == "1 s true b")
  }

  @Test func `FIFO order draws no delays and no failures`() {
    for schedule in [Schedule.current, .fifo, .random(seed: 3)] {
      let draws = Draws(schedule)
      #expect(draws.delay == .zero)
      #expect(draws.fails == false)
      #expect(draws.pick == "a")
      var generator = SplitMix64(seed: 0)
      #expect(draws.word == generator.next())
    }
    var inExploration: [Draws] = []
    Self.draws(.random(2)) { _ in inExploration.append(Draws(.fifo)) }
    #expect(Set(inExploration) == [Draws(.fifo)])
  }

  @Test func `draws handle empty collections and limits of zero and below`() {
    Self.draws(.random(100)) { schedule in
      #expect(schedule.pick(from: [Int]()) == nil)
      #expect(schedule.pick(from: [1]) == 1)
      #expect(schedule.fails(oneIn: 1))
      #expect(schedule.fails(oneIn: -1))
      #expect(schedule.delay(upTo: .zero) == .zero)
      #expect((-1)...0 ~= schedule.delay(upTo: -1))
      #expect(schedule.delay(upTo: .nanoseconds(Int64.max)) >= .zero)
    }
  }

  @Test func `replaying a failure repeats the draws of its effects`() throws {
    func play() {
      let queue = DispatchQueue.test
      let clock = queue
      let schedule = Schedule.current
      let store = TestStore(
        initialState: "",
        reducer: Reducer<String, String, Void> { log, action, _ in
          log += action
          guard action.isEmpty else { return .none }
          return .task {
            try await clock.sleep(for: schedule.delay(upTo: .seconds(4)))
            return schedule.fails(oneIn: 20) ? "failed" : "done"
          }
        },
        environment: ()
      )
      store.exhaustivity = .off
      store.send("")
      queue.run()
      store.skipReceived()
      if store.state == "failed" { reportIssue("Failed after \(queue.now.nanoseconds)") }
    }
    let issues = withReportedIssues { explore { play() } }
    #expect(issues.count == 2)
    let seed = try #require(issues.last?.message.firstMatch(of: /seed: (\d+)\)/)?.1)
    let replayed = try withReportedIssues {
      explore(schedules: 1, seed: try #require(UInt64(seed))) { play() }
    }
    #expect(replayed.first == issues.first)
    #expect(issues.last?.message.contains("The failure becomes certain with action 2: ") == true)
  }
}
