// SPDX-License-Identifier: MIT

import DependencyClients
import Foundation
import Lockstep
import LockstepTesting
import Outline
import Testing

/// Tests a second observer of a store, which writes a file.
@MainActor @Suite struct PreviewTests {
  private let store: Store<OutlineState, OutlineAction>
  private let texts = Recorder<[String]>([])

  init() {
    var state = OutlineState()
    state.document = .shopping
    state.file = .saved
    state.selection = UUID(1)
    store = Store(
      initialState: state,
      reducer: outlineReducer,
      environment: OutlineEnvironment(
        fileClient: TestFile().client,
        mainRunLoop: RunLoop.test,
        uuid: .failing
      )
    )
  }

  private func makePreview() -> OutlinePreview {
    var fileClient = FileClient.failing
    fileClient.save = { [texts] name, data in
      .fireAndForget {
        texts.update { $0.append("\(name): \(String(decoding: data, as: UTF8.self))") }
      }
    }
    return OutlinePreview(store: store, fileClient: fileClient, fileName: "dinner.md")
  }

  /// The texts written since the last call.
  private func newTexts() -> [String] {
    texts.update { texts in
      defer { texts = [] }
      return texts
    }
  }

  @Test func `the preview is written when the visible outline changes`() {
    withExtendedLifetime(makePreview()) {
      let first = """
        dinner.md: # Dinner

        - [ ] Buy vegetables
          - [x] Leek
          - [ ] Kale
        - [ ] Cook

        """
      #expect(newTexts() == [first])
      store.send(.selectionMoved(by: 1))
      store.send(.retryButtonTapped)
      #expect(newTexts() == [])

      store.send(.settings(.set(\.hidesDone, true)))
      let withoutLeek = first.replacing("  - [x] Leek\n", with: "")
      #expect(newTexts() == [withoutLeek])
      store.send(.settings(.set(\.title, "Supper")))
      #expect(newTexts() == [withoutLeek.replacing("Dinner", with: "Supper")])
    }
  }

  @Test func `the preview names the edited item and its parents`() {
    withExtendedLifetime(makePreview()) {
      let first = newTexts()
      store.send(.selectionMoved(by: 2))
      store.send(.editButtonTapped)
      #expect(newTexts() == first.map { $0 + "\n*Editing: Buy vegetables › Kale*\n" })

      store.send(.editor(.binding(.set(\.text, "Chard"))))
      let changed = first.map { $0.replacing("Kale", with: "Chard") }
      #expect(newTexts() == changed.map { $0 + "\n*Editing: Buy vegetables › Chard*\n" })
      store.send(.editor(.doneButtonTapped))
      #expect(newTexts() == changed)
    }
  }

  @Test func `a change through an item's store updates the preview`() {
    withExtendedLifetime(makePreview()) {
      let first = newTexts()
      store.scope(element: UUID(1), of: \.document.items, action: OutlineAction.item)?
        .scope(element: UUID(3), of: \.children, action: OutlineItemAction.child)?
        .send(.doneToggled)
      #expect(newTexts() == first.map { $0.replacing("[ ] Kale", with: "[x] Kale") })
    }
  }

  @Test func `a deallocated or failing preview writes nothing`() {
    var preview: OutlinePreview? = makePreview()
    weak let reference = preview
    #expect(newTexts().count == 1)
    preview = nil
    #expect(reference == nil)
    store.send(.settings(.set(\.title, "Supper")))
    #expect(newTexts() == [])

    var fileClient = FileClient.failing
    fileClient.save = { _, _ in Effect(error: CocoaError(.fileWriteNoPermission)) }
    withExtendedLifetime(
      OutlinePreview(store: store, fileClient: fileClient, fileName: "dinner.md")
    ) {
      store.send(.settings(.set(\.title, "Dinner")))
      #expect(store.document.settings.title == "Dinner")
    }
  }
}
