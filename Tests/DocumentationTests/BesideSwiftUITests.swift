// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing
import ViewStubs

// MARK: A feature that has moved

enum ProfileForm {
  struct State: Equatable {
    var isSaving = false
    var name: String
  }

  enum Action: Equatable {
    case binding(BindingAction<State>)
    case saveButtonTapped
    case saved
  }

  struct Environment: Sendable {
    var save: @Sendable (String) async -> Void
    /// Tells the rest of the app, which may be written with another framework.
    var onSaved: @MainActor @Sendable (String) -> Void
  }

  static let reducer = Reducer<State, Action, Environment> { state, action, environment in
    switch action {
    case .binding:
      return .none
    case .saveButtonTapped:
      state.isSaving = true
      return .task { [name = state.name] in
        await environment.save(name)
        return .saved
      }
    case .saved:
      state.isSaving = false
      return .fireAndForget { [name = state.name] in await environment.onSaved(name) }
    }
  }
  .binding(action: /Action.binding)
}

struct ProfileScreen: View {
  @State private var store: Store<ProfileForm.State, ProfileForm.Action>

  init(
    name: String,
    save: @escaping @Sendable (String) async -> Void,
    onSaved: @escaping @MainActor @Sendable (String) -> Void
  ) {
    let store = Store(
      initialState: ProfileForm.State(name: name),
      reducer: ProfileForm.reducer,
      environment: ProfileForm.Environment(save: save, onSaved: onSaved)
    )
    _store = State(wrappedValue: store)
  }

  var body: some View {
    HStack {
      TextField("Name", text: store.binding(\.name) { .binding(.set(\.name, $0)) })
      Button("Save") { store.send(.saveButtonTapped) }
    }
  }
}

// MARK: A feature that has not moved

/// Stands for a screen of the other framework, with a value and a closure.
struct LegacySettings: View {
  let name: String
  let onDone: @MainActor (String) -> Void

  var body: some View {
    Button("Done") { onDone("\(name) the Great") }
  }
}

enum Hub {
  struct State: Equatable {
    var isEditingSettings = false
    var name = "Blob"
  }

  enum Action: Equatable {
    case settingsDismissed
    case settingsDone(name: String)
    case settingsTapped
  }

  static let reducer = Reducer<State, Action, Void>.withoutEffects { state, action in
    switch action {
    case .settingsDismissed:
      state.isEditingSettings = false
    case .settingsDone(let name):
      state.isEditingSettings = false
      state.name = name
    case .settingsTapped:
      state.isEditingSettings = true
    }
  }
}

struct HubScreen: View {
  let store: Store<Hub.State, Hub.Action>

  var body: some View {
    Button(store.name) { store.send(.settingsTapped) }
      .sheet(isPresented: store.binding(\.isEditingSettings) { _ in .settingsDismissed }) {
        LegacySettings(name: store.name) { store.send(.settingsDone(name: $0)) }
      }
  }
}

// MARK: Tests

@Suite @MainActor struct BesideSwiftUITests {
  @Test func `a migrated feature reports the saved name`() async {
    let saved = Recorder<[String]>([])
    let store = TestStore(
      initialState: ProfileForm.State(name: "Blob"),
      reducer: ProfileForm.reducer,
      environment: ProfileForm.Environment(
        save: { _ in },
        onSaved: { name in saved.update { $0.append(name) } }
      )
    )
    store.send(.binding(.set(\.name, "Blob Jr."))) { $0.name = "Blob Jr." }
    store.send(.saveButtonTapped) { $0.isSaving = true }
    store.receive(.saved) { $0.isSaving = false }
    await store.fireAndForget(timeout: .seconds(5))
    #expect(saved.value == ["Blob Jr."])
  }

  @Test func `a migrated screen can be created from values and closures`() async throws {
    let (saved, continuation) = AsyncStream.makeStream(of: String.self)
    let screen = ProfileScreen(name: "Blob", save: { _ in }, onSaved: { continuation.yield($0) })
    let field = try #require(all(TextField.self, in: screen).first)
    field.text.wrappedValue = "Blob Jr."
    try #require(all(Button.self, in: screen).first).action()
    var names = saved.makeAsyncIterator()
    let name = await names.next()
    #expect(name == "Blob Jr.")
  }

  @Test func `a migrated feature shows an unmigrated screen with a value and a closure`() throws {
    let store = Store(initialState: Hub.State(), reducer: Hub.reducer, environment: ())
    let screen = HubScreen(store: store)
    #expect(all(LegacySettings.self, in: screen).isEmpty)
    store.send(.settingsTapped)
    let settings = try #require(all(LegacySettings.self, in: screen).first)
    try #require(all(Button.self, in: settings.body).first).action()
    #expect(store.state == Hub.State(name: "Blob the Great"))
  }

  @Test func `the public API declares each name in the article's import table`() throws {
    let article = try MarkdownFile(
      "Sources/Lockstep/Lockstep.docc/Articles/BesideSwiftUIAndCombine.md"
    ).text
    let symbols = try MarkdownFile("Documentation/public-api.txt").text
    let rows = article.split(separator: "\n").filter {
      $0.hasPrefix("| `") && $0.contains("import ")
    }
    #expect(rows.count >= 5)
    for row in rows {
      let names = row.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.1) }
      for name in names {
        let kinds = ["struct", "class", "enum", "protocol", "typealias"].map { "\($0) \(name)" }
        #expect(kinds.contains { symbols.contains($0) }, "\(name)")
      }
    }
  }
}
