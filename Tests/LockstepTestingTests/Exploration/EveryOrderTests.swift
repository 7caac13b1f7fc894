// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

/// The search through all orders, compared with one that leaves nothing out.
@Suite struct EveryOrderTests {
  /// All orders of a body, each by its deviations from FIFO order, and the result.
  private static func everything(
    limit: Int,
    _ body: () -> String
  ) -> [(deviations: String, result: String)]? {
    var found: [(String, String)] = []
    var scripts: [[Int]] = [[]]
    while let script = scripts.popLast() {
      guard found.count < limit else { return nil }
      let deviations = script.enumerated().filter { $0.element > 0 }
        .map { "\($0.offset):\($0.element)" }.joined(separator: " ")
      var result = ""
      let exploration = explore(.order(deviations)) { result = body() }
      found.append((deviations, result))
      let choices = exploration.lastChoices
      for position in choices.indices.dropFirst(script.count) {
        for index in 1..<choices[position].count {
          scripts.append(choices[..<position].map(\.index) + [index])
        }
      }
    }
    return found
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `the search has the results of all orders and reports the failing order nearest to FIFO`(
    _ group: UInt64
  ) throws {
    var (orders, tried, compared) = (0, 0, 0)
    var generator = SplitMix64(seed: group)
    while compared < 3 {
      let feature = Feature(using: &generator)
      guard let everything = Self.everything(limit: 400, feature.play), everything.count > 1 else {
        continue
      }
      compared += 1
      var results: Set<String> = []
      let exploration = explore(.every(limit: 400)) { results.insert(feature.play()) }
      #expect(results == Set(everything.map(\.result)), "\(feature)")
      #expect(exploration.isComplete)
      #expect(exploration.schedules <= everything.count)
      orders += everything.count
      tried += exploration.schedules

      // A failure in one of the results is found, and in an order that deviates no more than another.
      let usual = feature.play()
      guard let wrong = results.subtracting([usual]).sorted().randomElement(using: &generator)
      else {
        continue
      }
      let issues = withReportedIssues {
        explore(.every(limit: 400), findsTurningPoint: false) {
          if feature.play() == wrong { reportIssue("Wrong") }
        }
      }
      let message = try #require(issues.last?.message)
      let named = try #require(message.firstMatch(of: /explore\(\.order\("(.*)"\)\) {/)?.1)
      let failing = everything.filter { $0.result == wrong }.map(\.deviations)
      #expect(failing.contains(String(named)), "\(feature)")
      func count(_ deviations: some StringProtocol) -> Int {
        deviations.split(separator: " ").count
      }
      #expect(count(named) == failing.map(count).min(), "\(feature)")
      #expect(issues.map(\.message).first == "Wrong")
      #expect(issues.count == 2)
    }
    #expect(tried < orders)
  }

  @Test func `turns of two stores that share an object run in either order`() {
    func play() -> String {
      let (log, clock) = (Recorder(""), DispatchQueue.test)
      let mainQueue = clock
      let stores = ["a", "b"].map { name in
        TestStore(
          initialState: 0,
          reducer: Reducer<Int, Bool, Void> { _, isStart, _ in
            guard isStart else {
              log.update { $0 += name }
              return .none
            }
            return .run { send in
              try await mainQueue.sleep(for: 1)
              send(false)
            }
          },
          environment: ()
        )
      }
      for store in stores {
        store.exhaustivity = .off
        store.send(true)
      }
      clock.advance(by: 1)
      for store in stores {
        store.skipReceived()
        store.skipRunning()
      }
      return log.value
    }
    var results: Set<String> = []
    let exploration = explore(.every(limit: 1_000)) { results.insert(play()) }
    #expect(results == ["ab", "ba"])
    #expect(exploration.isComplete)
  }
}

/// A feature made at random of up to five effects that share an actor, a value behind a lock, and a clock.
private struct Feature: CustomStringConvertible {
  enum Piece: CaseIterable {
    case lock
    case actor
    case send
    case sleep
    case yield
  }

  /// An effect: its pieces, and what its first action starts, cancels or changes.
  struct Work {
    var pieces: [Piece]
    var isStartedBy: Int?
    var cancels: Int?
  }

  let works: [Work]
  /// The works that the test starts, some with each step.
  let steps: [[Int]]
  let clockSteps: Int

  init(using generator: inout SplitMix64) {
    let count = Int.random(in: 2...5, using: &generator)
    var works: [Work] = []
    for number in 0..<count {
      let pieces = (0..<Int.random(in: 1...(count < 4 ? 2 : 1), using: &generator)).map { _ in
        Piece.allCases.randomElement(using: &generator) ?? .send
      }
      works.append(
        Work(
          pieces: pieces + (count < 4 && Bool.random(using: &generator) ? [.send] : []),
          isStartedBy: number > 1 && count > 3 ? number - 2 : nil,
          cancels: Int.random(in: 0..<6, using: &generator) == 0 ? 0 : nil
        )
      )
    }
    self.works = works
    let first = works.indices.filter { works[$0].isStartedBy == nil }
    steps = Bool.random(using: &generator) ? [first] : first.map { [$0] }
    clockSteps = Int.random(in: 1...2, using: &generator)
  }

  var description: String { works.map { "\($0)" }.joined(separator: "; ") }

  /// Plays the feature; returns the order of its actions, and of all that its effects have done.
  func play() -> String {
    let (log, place, clock) = (Recorder(""), Place(), DispatchQueue.test)
    let mainQueue = clock
    let reducer = Reducer<String, Action, Void> { state, action, _ in
      func start(_ number: Int) -> Effect<Action, Never> {
        Effect.run { send in
          for piece in works[number].pieces {
            switch piece {
            case .lock: log.update { $0 += "\(number)" }
            case .actor: await place.visit(number)
            case .send: send(.done(number))
            case .sleep: try await mainQueue.sleep(for: 1)
            case .yield: await Task.yield()
            }
          }
        }
        .cancellable(id: number)
      }
      switch action {
      case .start(let numbers):
        state += "+\(numbers)"
        return .merge(numbers.map(start))
      case .done(let number):
        state += "-\(number)"
        let started = works.indices.filter { works[$0].isStartedBy == number }.map(start)
        let cancelled = works[number].cancels.map { Effect<Action, Never>.cancel(id: $0) }
        return .merge(started + [cancelled].compactMap { $0 })
      }
    }
    let store = TestStore(initialState: "", reducer: reducer, environment: ())
    store.exhaustivity = .off
    for step in steps { store.send(.start(step)) }
    for _ in 0..<clockSteps {
      clock.advance(by: 1)
    }
    store.skipReceived()
    store.skipRunning()
    return "\(store.state) \(log.value) \(place.visits.value)"
  }

  private enum Action: Equatable {
    case start([Int])
    case done(Int)
  }

  private actor Place {
    nonisolated let visits = Recorder("")

    func visit(_ number: Int) { visits.update { $0 += "\(number)" } }
  }
}
