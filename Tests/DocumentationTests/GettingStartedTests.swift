// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/GettingStarted.md`.
@Suite struct GettingStartedTests {
  static let console = Console()
  private static let article = "Sources/Lockstep/Lockstep.docc/Articles/GettingStarted.md"

  @Test @MainActor func `the output of the program matches the article`() async throws {
    let saved = Recorder<[Todo]>([])
    await runTodoList(save: { saved.set($0) })
    #expect(saved.value.map(\.isDone) == [true, false])
    let output = Self.console.lines.joined(separator: "\n")
    #expect(try MarkdownFile(Self.article).blocks(in: "text") == [output])
  }
}

/// Prints to the console of the test.
private func print(_ values: Any...) {
  GettingStartedTests.console.print(values)
}

struct Todo: Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
  var isDone = false
}

enum TodoList {
  struct State: Equatable {
    var todos: IdentifiedArrayOf<Todo> = []
    var isSaving = false
  }

  enum Action: Equatable {
    case titleEntered(String)
    case todoTapped(id: Todo.ID)
    case saveButtonTapped
    case saved
  }
}

extension TodoList {
  struct Environment: Sendable {
    var save: @Sendable ([Todo]) async -> Void
  }
}

extension TodoList {
  static let reducer = Reducer<State, Action, Environment> { list, action, environment in
    switch action {
    case .titleEntered(let title):
      list.todos.append(Todo(id: list.todos.count + 1, title: title))

    case .todoTapped(let id):
      list.todos[id: id]?.isDone.toggle()

    case .saveButtonTapped:
      list.isSaving = true
      return .task { [todos = list.todos.elements] in
        await environment.save(todos)
        return .saved
      }

    case .saved:
      list.isSaving = false
    }
    return .none
  }
}

@MainActor func runTodoList(save: @escaping @Sendable ([Todo]) async -> Void) async {
  let store = Store(
    initialState: TodoList.State(),
    reducer: TodoList.reducer,
    environment: TodoList.Environment(save: save)
  )
  let observation = store.scope(state: \.todos).observe { todos, _ in
    print(todos.map { "\($0.isDone ? "[x]" : "[ ]") \($0.title)" })
  }
  store.send(.titleEntered("Write a reducer"))
  store.send(.titleEntered("Write a test"))
  store.send(.todoTapped(id: 1))
  await store.send(.saveButtonTapped).finish()
  observation.cancel()
}

@Test func `the list is saved as it is shown`() {
  let saved = Recorder<[Todo]>([])
  let store = TestStore(
    initialState: TodoList.State(),
    reducer: TodoList.reducer,
    environment: TodoList.Environment(save: { saved.set($0) })
  )
  store.send(.titleEntered("Write a test")) {
    $0.todos = [Todo(id: 1, title: "Write a test")]
  }
  store.send(.todoTapped(id: 1)) {
    $0.todos[id: 1]?.isDone = true
  }
  store.send(.saveButtonTapped) {
    $0.isSaving = true
  }
  store.receive(.saved) {
    $0.isSaving = false
  }
  #expect(saved.value == [Todo(id: 1, title: "Write a test", isDone: true)])
}
