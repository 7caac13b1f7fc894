// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// The examples in the comments of `Sources/LockstepBase/Dependencies`.
@Suite struct DependencyCommentTests {
  struct Todo: Equatable, Identifiable {
    let id: UUID
  }

  enum Todos {
    struct Environment: Sendable {
      var uuid: UUIDGenerator
    }

    struct State: Equatable {
      var todos: [Todo] = []
    }

    enum Action: Equatable {
      case addButtonTapped
    }

    static let reducer = Reducer<State, Action, Environment> { state, action, environment in
      switch action {
      case .addButtonTapped:
        state.todos.append(Todo(id: environment.uuid()))
        return .none
      }
    }
  }

  @Test func `an incrementing generator makes ids predictable`() {
    let store = TestStore(
      initialState: Todos.State(),
      reducer: Todos.reducer,
      environment: Todos.Environment(uuid: .incrementing)
    )
    store.send(.addButtonTapped) { $0.todos = [Todo(id: UUID(0))] }
    store.send(.addButtonTapped) { $0.todos.append(Todo(id: UUID(1))) }
    #expect(UUID(10).uuidString == "00000000-0000-0000-0000-00000000000A")
  }

  @Test func `an unimplemented id generator reports the name of its endpoint`() {
    let issues = withReportedIssues {
      let environment = Todos.Environment(
        uuid: UUIDGenerator { unimplemented("Todos.Environment.uuid", placeholder: UUID()) }
      )
      _ = environment.uuid()
    }
    #expect(issues.map(\.message) == ["Todos.Environment.uuid is unimplemented"])
  }

  @Test func `an advancing provider makes dates predictable`() {
    let date = ValueProvider<Date>.advancing(from: Date(timeIntervalSince1970: 0), by: 60)
    #expect(date.current == Date(timeIntervalSince1970: 0))
    #expect(date.current == Date(timeIntervalSince1970: 60))
  }

  enum Dice {
    struct Environment: Sendable {
      var random: RandomGenerator
    }

    struct State: Equatable {
      var order = ["A", "B", "C", "D"]
      var points = 0
    }

    enum Action: Equatable {
      case rollButtonTapped
      case shuffleButtonTapped
    }

    static let reducer = Reducer<State, Action, Environment> { dice, action, environment in
      switch action {
      case .rollButtonTapped:
        dice.points = environment.random { Int.random(in: 1...6, using: &$0) }
      case .shuffleButtonTapped:
        dice.order = environment.random { dice.order.shuffled(using: &$0) }
      }
      return .none
    }
  }

  @Test func `a seeded generator makes random numbers predictable`() {
    let environment = Dice.Environment(random: .seeded(7))
    var expected = SplitMix64(seed: 7)
    var dice = Dice.State()
    _ = Dice.reducer.run(&dice, .rollButtonTapped, environment)
    _ = Dice.reducer.run(&dice, .shuffleButtonTapped, environment)
    #expect(dice.points == Int.random(in: 1...6, using: &expected))
    #expect(dice.order == Dice.State().order.shuffled(using: &expected))

    var generator = environment.random
    let points = (1...3).map { _ in Int.random(in: 1...6, using: &generator) }
    #expect(points == (1...3).map { _ in Int.random(in: 1...6, using: &expected) })
  }

  enum Diary {
    struct Environment: Sendable {
      var calendar: ValueProvider<Calendar>
      var date: ValueProvider<Date>
    }

    struct State: Equatable {
      var day: Date?
    }

    enum Action: Equatable {
      case todayButtonTapped
    }

    static let reducer = Reducer<State, Action, Environment> { diary, action, environment in
      switch action {
      case .todayButtonTapped:
        diary.day = environment.calendar.current.startOfDay(for: environment.date.current)
        return .none
      }
    }
  }

  @Test func `a constant calendar gives the same day on every machine`() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let environment = Diary.Environment(
      calendar: .constant(calendar),
      date: .constant(Date(timeIntervalSince1970: 100_000))
    )
    let store = TestStore(
      initialState: Diary.State(),
      reducer: Diary.reducer,
      environment: environment
    )
    store.send(.todayButtonTapped) { $0.day = Date(timeIntervalSince1970: 86_400) }
  }

  enum AppFeature {
    struct Environment: Sendable {
      var bundleID: ValueProvider<String?>
    }
  }

  @Test func `a value provider can supply values of any type`() {
    let live = AppFeature.Environment(bundleID: ValueProvider { Bundle.main.bundleIdentifier })
    #expect(live.bundleID.current == Bundle.main.bundleIdentifier)
    let failing = AppFeature.Environment(
      bundleID: ValueProvider { unimplemented("AppFeature.Environment.bundleID", placeholder: nil) }
    )
    let issues = withReportedIssues { #expect(failing.bundleID.current == nil) }
    #expect(issues.map(\.message) == ["AppFeature.Environment.bundleID is unimplemented"])
  }
}
