// SPDX-License-Identifier: MIT

import DependencyClients
import Foundation
import Lockstep
import LockstepTesting
import Outline
import Testing

/// Tests the feature with a test scheduler and a file that a test can change.
@Suite struct OutlineTests {
  private let clock = RunLoop.test

  /// Advances the clock and expects the file to contain the document.
  private func expectSaving(_ store: OutlineStore, _ file: TestFile) {
    clock.advance(by: 1)
    store.receiveSaved()
    #expect(file.document.value == store.state.document)
  }

  @Test func `an outline that was never saved is empty`() {
    let file = TestFile()
    let store = OutlineStore(file, clock)
    store.send(.appeared)
    store.receive(.documentRead(OutlineDocument())) { $0.file = .saved }
    store.close()
    #expect(file.writes.value == 0)
  }

  @Test func `an unreadable file is not changed and can be read again`() {
    let file = TestFile(.shopping)
    file.isBroken.set(true)
    let store = OutlineStore(file, clock)
    store.send(.appeared)
    store.receive(.loadingFailed) { $0.file = .loadingFailed }

    store.send(.settings(.set(\.title, "Supper"))) { $0.document.settings.title = "Supper" }
    clock.advance(by: 10)
    #expect(file.writes.value == 0)

    store.send(.retryButtonTapped) { $0.file = .loading }
    store.receive(.loadingFailed) { $0.file = .loadingFailed }
    file.isBroken.set(false)
    store.send(.retryButtonTapped) { $0.file = .loading }
    store.receive(.documentRead(.shopping)) {
      $0.document = .shopping
      $0.file = .saved
      $0.fileContents = .shopping
      $0.selection = UUID(1)
    }
    store.receive(.counted(OutlineCounts(items: 4, done: 1, words: 5))) {
      $0.counts = OutlineCounts(items: 4, done: 1, words: 5)
    }
    store.close()
  }

  @Test func `the user can add an item below the selected item`() throws {
    let file = TestFile(.shopping)
    let store = try OutlineStore(loading: file, clock)
    store.send(.selectionMoved(by: 10)) { $0.selection = UUID(4) }
    store.send(.addButtonTapped) {
      $0.document.items.append(OutlineItem(11))
      $0.editor = OutlineEditorState(OutlineItem(11))
      $0.file = .unsaved
      $0.selection = UUID(11)
    }
    store.receive(.counted(OutlineCounts(items: 5, done: 1, words: 5))) {
      $0.counts = OutlineCounts(items: 5, done: 1, words: 5)
    }
    store.send(.editor(.binding(.set(\.text, "Eat")))) {
      $0.document.items[id: UUID(11)]?.text = "Eat"
      $0.editor?.text = "Eat"
    }
    store.send(.editor(.doneButtonTapped)) { $0.editor = nil }
    clock.advance(by: 0.5)
    store.receive(.counted(OutlineCounts(items: 5, done: 1, words: 6))) {
      $0.counts.words = 6
    }
    clock.advance(by: 0.5)
    store.receiveSaved()
    #expect(file.document.value == store.state.document)
    store.close()
  }

  @Test func `an item without a text is removed when its editor closes`() throws {
    let file = TestFile(.cook)
    let store = try OutlineStore(loading: file, clock)
    store.send(.addButtonTapped) {
      $0.document.items.append(OutlineItem(11))
      $0.editor = OutlineEditorState(OutlineItem(11))
      $0.file = .unsaved
      $0.selection = UUID(11)
    }
    store.receive(.counted(OutlineCounts(items: 2, done: 0, words: 1))) { $0.counts.items = 2 }
    store.send(.editor(.cancelButtonTapped)) {
      $0.document.items = [OutlineItem(1, "Cook")]
      $0.editor = nil
      $0.selection = UUID(1)
    }
    clock.advance(by: 0.5)
    store.receive(.counted(OutlineCounts(items: 1, done: 0, words: 1))) { $0.counts.items = 1 }
    clock.advance(by: 0.5)
    store.receiveSaved()
    store.close()
  }

  @Test func `cancelling an editor restores the text`() throws {
    let store = try OutlineStore(loading: TestFile(.cook), clock)
    store.send(.editButtonTapped) { $0.editor = OutlineEditorState(OutlineItem(1, "Cook")) }
    store.send(.editor(.binding(.set(\.text, "Cook a lot")))) {
      $0.document.items[id: UUID(1)]?.text = "Cook a lot"
      $0.editor?.text = "Cook a lot"
      $0.file = .unsaved
    }
    store.receive(.counted(OutlineCounts(items: 1, done: 0, words: 3))) { $0.counts.words = 3 }
    store.send(.editor(.cancelButtonTapped)) {
      $0.document.items[id: UUID(1)]?.text = "Cook"
      $0.editor = nil
    }
    clock.advance(by: 1)
    store.receive(.counted(OutlineCounts(items: 1, done: 0, words: 1))) { $0.counts.words = 1 }
    store.receiveSaved()
    store.close()
  }

  @Test func `changes are saved after one second without another change`() throws {
    let file = TestFile(.cook)
    let store = try OutlineStore(loading: file, clock)
    store.send(.settings(.set(\.title, "D"))) {
      $0.document.settings.title = "D"
      $0.file = .unsaved
    }
    clock.advance(by: 0.9)
    store.send(.settings(.set(\.title, "Di"))) { $0.document.settings.title = "Di" }
    clock.advance(by: 0.9)
    #expect(file.writes.value == 0)
    clock.advance(by: 0.1)
    store.receiveSaved()
    #expect(file.writes.value == 1)
    #expect(file.document.value?.settings.title == "Di")
    store.close()
    #expect(file.writes.value == 1)
  }

  @Test func `a failed save is repeated on demand or after the next change`() throws {
    let file = TestFile(.cook)
    let store = try OutlineStore(loading: file, clock)
    file.isBroken.set(true)
    store.send(.settings(.set(\.title, "D"))) {
      $0.document.settings.title = "D"
      $0.file = .unsaved
    }
    clock.advance(by: 1)
    store.receive(.savingFailed) { $0.file = .savingFailed }
    store.send(.retryButtonTapped) { $0.file = .unsaved }
    store.receive(.savingFailed) { $0.file = .savingFailed }

    file.isBroken.set(false)
    store.send(.retryButtonTapped) { $0.file = .unsaved }
    store.receiveSaved()
    #expect(file.document.value?.settings.title == "D")

    file.isBroken.set(true)
    store.send(.settings(.set(\.title, "Di"))) {
      $0.document.settings.title = "Di"
      $0.file = .unsaved
    }
    clock.advance(by: 1)
    store.receive(.savingFailed) { $0.file = .savingFailed }
    file.isBroken.set(false)
    store.send(.settings(.set(\.title, "Din"))) {
      $0.document.settings.title = "Din"
      $0.file = .unsaved
    }
    expectSaving(store, file)
    store.close()
  }

  @Test func `closing the outline saves unsaved changes`() throws {
    let file = TestFile(.cook)
    let store = try OutlineStore(loading: file, clock)
    store.send(.settings(.set(\.title, "D"))) {
      $0.document.settings.title = "D"
      $0.file = .unsaved
    }
    file.isBroken.set(true)
    store.send(.closeButtonTapped) { $0.isClosing = true }
    store.receive(.savingFailed) {
      $0.file = .savingFailed
      $0.isClosing = false
    }
    file.isBroken.set(false)
    store.send(.closeButtonTapped) { $0.isClosing = true }
    #expect(store.state.isClosed == false)
    store.receiveSaved()
    #expect(store.state.isClosed)
    #expect(file.writes.value == 1)
  }

  @Test func `changes by others are shown and not saved again`() throws {
    let file = TestFile(.cook)
    let store = try OutlineStore(loading: file, clock)
    clock.advance(by: 1)
    store.receive(.documentRead(.cook))
    clock.advance(by: 10)

    file.document.set(.shopping)
    clock.advance(by: 2)
    store.receive(.documentRead(.shopping)) {
      $0.document = .shopping
      $0.fileContents = .shopping
    }
    store.receive(.counted(OutlineCounts(items: 4, done: 1, words: 5))) {
      $0.counts = OutlineCounts(items: 4, done: 1, words: 5)
    }
    file.isBroken.set(true)
    clock.advance(by: 10)
    #expect(file.writes.value == 0)
    store.close()
  }

  @Test func `an editor shows changes by others and keeps an item that others delete`() throws {
    let file = TestFile(.cook)
    let store = try OutlineStore(loading: file, clock)
    store.send(.editButtonTapped) { $0.editor = OutlineEditorState(OutlineItem(1, "Cook")) }
    let changed = OutlineDocument(items: [OutlineItem(1, "Cook a lot")])
    file.document.set(changed)
    clock.advance(by: 1)
    store.receive(.documentRead(changed)) {
      $0.document = changed
      $0.editor = OutlineEditorState(OutlineItem(1, "Cook a lot"))
      $0.fileContents = changed
    }
    store.receive(.counted(OutlineCounts(items: 1, done: 0, words: 3))) { $0.counts.words = 3 }

    file.document.set(OutlineDocument())
    clock.advance(by: 2)
    store.receive(.documentRead(OutlineDocument())) {
      $0.file = .unsaved
      $0.fileContents = OutlineDocument()
    }
    expectSaving(store, file)
    store.send(.editor(.doneButtonTapped)) { $0.editor = nil }
    store.close()
    #expect(file.document.value == changed)
  }

  @Test func `saving merges simultaneous changes by two people`() throws {
    let file = TestFile(.shopping)
    let store = try OutlineStore(loading: file, clock)
    store.send(.settings(.set(\.title, "Supper"))) {
      $0.document.settings.title = "Supper"
      $0.file = .unsaved
    }
    var theirs = OutlineDocument.shopping
    theirs.items.append(OutlineItem(5, "Eat"))
    file.document.set(theirs)
    let saved = store.state.document
    clock.advance(by: 1)
    var merged = theirs
    merged.settings.title = "Supper"
    store.receive(.documentSaved(saved, fileContents: merged)) {
      $0.document = merged
      $0.file = .saved
      $0.fileContents = merged
    }
    store.receive(.counted(OutlineCounts(merged.items))) { $0.counts = OutlineCounts(merged.items) }
    #expect(file.document.value == merged)
    store.close()
  }

  @Test func `a file with invalid contents is not overwritten`() throws {
    let client = FileClient.inMemory()
    let store = OutlineStore(client, clock)
    store.send(.appeared)
    store.receive(.documentRead(OutlineDocument())) { $0.file = .saved }
    store.send(.settings(.set(\.title, "D"))) {
      $0.document.settings.title = "D"
      $0.file = .unsaved
    }
    _ = client.save("outline.json", Data("no outline".utf8))
      .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    clock.advance(by: 1)
    store.receive(.savingFailed) { $0.file = .savingFailed }
    store.send(.closeButtonTapped) { $0.isClosing = true }
    store.receive(.savingFailed) { $0.isClosing = false }
    #expect(store.state.needsSaving)
  }

  @Test func `saving recreates a deleted file`() throws {
    let file = TestFile(.shopping)
    let store = try OutlineStore(loading: file, clock)
    store.send(.settings(.set(\.title, "Supper"))) {
      $0.document.settings.title = "Supper"
      $0.file = .unsaved
    }
    file.document.set(nil)
    expectSaving(store, file)
    #expect(file.document.value?.items == OutlineDocument.shopping.items)
    store.close()
  }

  @Test func `closing the outline removes an item without a text`() throws {
    let file = TestFile(.cook)
    let store = try OutlineStore(loading: file, clock)
    store.send(.addButtonTapped) {
      $0.document.items.append(OutlineItem(11))
      $0.editor = OutlineEditorState(OutlineItem(11))
      $0.file = .unsaved
      $0.selection = UUID(11)
    }
    store.receive(.counted(OutlineCounts(items: 2, done: 0, words: 1))) { $0.counts.items = 2 }
    expectSaving(store, file)
    store.send(.closeButtonTapped) {
      $0.document = .cook
      $0.editor = nil
      $0.file = .unsaved
      $0.isClosing = true
      $0.selection = UUID(1)
    }
    store.receiveSaved()
    store.receive(.counted(OutlineCounts(items: 1, done: 0, words: 1))) { $0.counts.items = 1 }
    #expect(store.state.isClosed)
    #expect(file.document.value == .cook)
  }

  @Test func `the file is not read while there are unsaved changes`() throws {
    let file = TestFile(.cook)
    let store = try OutlineStore(loading: file, clock)
    clock.advance(by: 0.5)
    store.send(.settings(.set(\.title, "D"))) {
      $0.document.settings.title = "D"
      $0.file = .unsaved
    }
    clock.advance(by: 0.9)
    expectSaving(store, file)
    clock.advance(by: 2)
    store.receive(.documentRead(store.state.document))
    store.close()
  }
}
