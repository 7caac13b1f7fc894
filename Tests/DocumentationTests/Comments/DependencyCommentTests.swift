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

  struct TodosState: Equatable {
    var todos: [Todo] = []
  }

  enum TodosAction: Equatable {
    case addButtonTapped
  }

  struct TodosEnvironment: Sendable {
    var uuid: UUIDGenerator
  }

  @Test func `ids are known in advance`() {
    let todosReducer = Reducer<TodosState, TodosAction, TodosEnvironment> {
      state,
      action,
      environment in
      switch action {
      case .addButtonTapped:
        state.todos.append(Todo(id: environment.uuid()))
        return .none
      }
    }
    let store = TestStore(
      initialState: TodosState(),
      reducer: todosReducer,
      environment: TodosEnvironment(uuid: .incrementing)
    )
    store.send(.addButtonTapped) { $0.todos = [Todo(id: UUID(0))] }
    store.send(.addButtonTapped) { $0.todos.append(Todo(id: UUID(1))) }
    #expect(UUID(10).uuidString == "00000000-0000-0000-0000-00000000000A")
  }

  @Test func `an id that was not supplied names the endpoint`() {
    let issues = withReportedIssues {
      let environment = TodosEnvironment(
        uuid: UUIDGenerator { unimplemented("TodosEnvironment.uuid", placeholder: UUID()) }
      )
      _ = environment.uuid()
    }
    #expect(issues.map(\.message) == ["TodosEnvironment.uuid is unimplemented"])
  }

  @Test func `dates are known in advance`() {
    let date = ValueProvider<Date>.advancing(from: Date(timeIntervalSince1970: 0), by: 60)
    #expect(date.current == Date(timeIntervalSince1970: 0))
    #expect(date.current == Date(timeIntervalSince1970: 60))
  }

  struct Dice: Equatable {
    var order = ["A", "B", "C", "D"]
    var points = 0
  }

  enum DiceAction: Equatable {
    case rollButtonTapped
    case shuffleButtonTapped
  }

  struct DiceEnvironment: Sendable {
    var random: RandomGenerator
  }

  @Test func `random numbers are known in advance`() {
    let diceReducer = Reducer<Dice, DiceAction, DiceEnvironment> { dice, action, environment in
      switch action {
      case .rollButtonTapped:
        dice.points = environment.random { Int.random(in: 1...6, using: &$0) }
        return .none
      case .shuffleButtonTapped:
        dice.order = environment.random { dice.order.shuffled(using: &$0) }
        return .none
      }
    }
    let environment = DiceEnvironment(random: .seeded(7))
    var expected = SplitMix64(seed: 7)
    var dice = Dice()
    _ = diceReducer.run(&dice, .rollButtonTapped, environment)
    _ = diceReducer.run(&dice, .shuffleButtonTapped, environment)
    #expect(dice.points == Int.random(in: 1...6, using: &expected))
    #expect(dice.order == Dice().order.shuffled(using: &expected))

    var generator = environment.random
    let points = (1...3).map { _ in Int.random(in: 1...6, using: &generator) }
    #expect(points == (1...3).map { _ in Int.random(in: 1...6, using: &expected) })
  }

  struct Diary: Equatable {
    var day: Date?
  }

  enum DiaryAction: Equatable {
    case todayButtonTapped
  }

  struct DiaryEnvironment: Sendable {
    var calendar: ValueProvider<Calendar>
    var date: ValueProvider<Date>
  }

  @Test func `the calendar is the same on every machine`() {
    let diaryReducer = Reducer<Diary, DiaryAction, DiaryEnvironment> {
      diary,
      action,
      environment in
      switch action {
      case .todayButtonTapped:
        diary.day = environment.calendar.current.startOfDay(for: environment.date.current)
        return .none
      }
    }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let environment = DiaryEnvironment(
      calendar: .constant(calendar),
      date: .constant(Date(timeIntervalSince1970: 100_000))
    )
    let store = TestStore(initialState: Diary(), reducer: diaryReducer, environment: environment)
    store.send(.todayButtonTapped) { $0.day = Date(timeIntervalSince1970: 86_400) }
  }

  struct AppEnvironment: Sendable {
    var bundleID: ValueProvider<String?>
  }

  @Test func `values of other types are provided`() {
    let live = AppEnvironment(bundleID: ValueProvider { Bundle.main.bundleIdentifier })
    #expect(live.bundleID.current == Bundle.main.bundleIdentifier)
    let failing = AppEnvironment(
      bundleID: ValueProvider { unimplemented("AppEnvironment.bundleID", placeholder: nil) }
    )
    let issues = withReportedIssues { #expect(failing.bundleID.current == nil) }
    #expect(issues.map(\.message) == ["AppEnvironment.bundleID is unimplemented"])
  }
}
