// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/Undo.md`.

struct Recipe: Codable, Equatable {
  var title = ""
  var ingredients: [String] = []
}

struct Spelling: Sendable { var correct: @Sendable (String) async -> String }

enum RecipeEditor {
  struct State: Equatable {
    var recipe = Undoable(Recipe())
    var selection: Int?
  }

  enum Action: Equatable {
    case addButtonTapped(ingredient: String)
    case history(UndoAction)
    case opened(Recipe)
    case spellingButtonTapped
    case spellingCorrected(String, of: String)
    case titleChanged(String)
  }

  static let reducer = Reducer<State, Action, Spelling> { state, action, spelling in
    switch action {
    case .addButtonTapped(let ingredient):
      state.selection = state.recipe.value.ingredients.count
      state.recipe.value.ingredients.append(ingredient)
    case .history: state.selection = nil
    case .opened(let recipe): state = State(recipe: Undoable(recipe))
    case .spellingButtonTapped:
      let title = state.recipe.value.title
      return .task { .spellingCorrected(await spelling.correct(title), of: title) }
    case .spellingCorrected(let title, of: let old):
      if state.recipe.value.title == old { state.recipe.value.title = title }
    case .titleChanged(let title): state.recipe.value.title = title
    }
    return .none
  }
  .undoable(\.recipe, action: /Action.history, limit: 50) { action in
    switch action {
    case .spellingCorrected: .previousStep
    case .titleChanged: .step("title")
    default: .newStep
    }
  }
}

enum Pantry {
  struct State: Equatable {
    var items = Undoable<ShoppingItems>([])
    var list = ShoppingList.State()
  }

  enum Action: Equatable {
    case history(UndoAction)
    case list(ShoppingList.Action)
  }
}

extension Pantry {
  static let reducer =
    ShoppingList.reducer
    .pullback(state: \State.list, sharing: \.items.value, action: /Action.list)
    .undoable(\.items, action: /Action.history)
}

@Suite struct UndoArticleTests {
  @Test func `a recipe's name is undone in one step`() {
    let store = TestStore(
      initialState: RecipeEditor.State(),
      reducer: RecipeEditor.reducer,
      environment: Spelling { _ in "Pie" }
    )
    store.send(.titleChanged("P")) { $0.recipe.value.title = "P" }
    store.send(.titleChanged("Pi")) { $0.recipe.value.title = "Pi" }
    store.send(.spellingButtonTapped)
    store.receive(.spellingCorrected("Pie", of: "Pi")) { $0.recipe.value.title = "Pie" }
    store.send(.addButtonTapped(ingredient: "Apples")) {
      $0.recipe.value.ingredients = ["Apples"]
      $0.selection = 0
    }
    store.send(.history(.undo)) {
      $0.recipe.value.ingredients = []
      $0.selection = nil
    }
    store.send(.history(.undo)) { $0.recipe.value.title = "" }
    #expect(store.state.recipe.canUndo == false)
    store.send(.history(.redo)) { $0.recipe.value.title = "Pie" }
  }

  @Test func `a redo keeps a correction that came after the undo`() {
    let store = TestStore(
      initialState: RecipeEditor.State(recipe: Undoable(Recipe(title: "Pi"))),
      reducer: RecipeEditor.reducer,
      environment: Spelling { _ in "Pie" }
    )
    store.send(.addButtonTapped(ingredient: "Apples")) {
      $0.recipe.value.ingredients = ["Apples"]
      $0.selection = 0
    }
    store.send(.history(.undo)) {
      $0.recipe.value.ingredients = []
      $0.selection = nil
    }
    store.send(.spellingButtonTapped)
    store.receive(.spellingCorrected("Pie", of: "Pi")) { $0.recipe.value.title = "Pie" }
    store.send(.history(.redo)) { $0.recipe.value.ingredients = ["Apples"] }
    #expect(store.state.recipe.value == Recipe(title: "Pie", ingredients: ["Apples"]))
  }

  @Test func `an opened recipe has no steps to undo`() {
    let store = TestStore(
      initialState: RecipeEditor.State(),
      reducer: RecipeEditor.reducer,
      environment: Spelling { $0 }
    )
    store.send(.titleChanged("Pie")) { $0.recipe.value.title = "Pie" }
    store.send(.history(.undo)) { $0.recipe.value.title = "" }
    store.send(.opened(Recipe(title: "Soup"))) { $0.recipe.value.title = "Soup" }
    #expect(store.state.recipe.canUndo == false)
    #expect(store.state.recipe.canRedo == false)
  }

  @Test func `a title change after an undo is a new step`() {
    let store = TestStore(
      initialState: RecipeEditor.State(),
      reducer: RecipeEditor.reducer,
      environment: Spelling { $0 }
    )
    store.send(.titleChanged("P")) { $0.recipe.value.title = "P" }
    store.send(.addButtonTapped(ingredient: "Salt")) {
      $0.recipe.value.ingredients = ["Salt"]
      $0.selection = 0
    }
    store.send(.history(.undo)) {
      $0.recipe.value.ingredients = []
      $0.selection = nil
    }
    store.send(.titleChanged("Pi")) { $0.recipe.value.title = "Pi" }
    #expect(store.state.recipe.undoCount == 2)
    #expect(store.state.recipe.canRedo == false)
  }

  @Test func `a change in the pantry is undone`() {
    let store = TestStore(
      initialState: Pantry.State(items: Undoable([ShoppingItem(id: 1, name: "Milk")])),
      reducer: Pantry.reducer,
      environment: .failing
    )
    store.send(.list(.buyButtonTapped(1))) { $0.items.value[id: 1]?.isBought = true }
    store.send(.list(.hideButtonTapped)) { $0.list.hidesBought = true }
    store.send(.history(.undo)) { $0.items.value[id: 1]?.isBought = false }
  }
}
