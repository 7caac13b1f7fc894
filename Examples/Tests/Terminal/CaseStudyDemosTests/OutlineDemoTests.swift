// SPDX-License-Identifier: MIT

import DemoSupport
import DependencyClients
import Foundation
import Lockstep
import LockstepTerminal
import LockstepTerminalTesting
import LockstepTesting
import Outline
import Testing

@testable import CaseStudyDemos

@MainActor @Suite struct OutlineDemoTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "outline-\(UUID())")

  private func lastFrame(_ options: CaseStudyOptions, _ script: String) throws -> String {
    var frames: [String] = []
    try OutlineDemo.outline(options).run(try TerminalScript(script)) { frames.append($0) }
    return try #require(frames.last)
  }

  private func state(items: IdentifiedArrayOf<OutlineItem>) -> OutlineDemoState {
    var state = OutlineDemoState()
    state.outline.document.items = items
    state.outline.file = .saved
    state.outline.selection = items.first?.id
    return state
  }

  @Test func `an outline is edited`() throws {
    let demo = OutlineDemo.outline()
    let terminal = demo.makeTerminal()
    assertFrames(
      of: terminal,
      script: """
        press a
        type Buy vegetables
        press return
        press a
        type Leek
        press left
        press return
        press right
        press a
        type Kale
        press return
        press space
        wait 500ms
        wait 1s
        press t
        type : dinner
        press return
        resize 40x12
        press h
        press return
        press backspace
        press escape
        press left
        press d
        wait 2s
        resize 200x60
        press h
        press down
        press c
        """,
      matches: .file("Tapes/outline.txt")
    )
    #expect(demo.farewell(terminal.store.store.state) == "You have left the outline.")
  }

  @Test func `an outline is kept in a folder`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let options = CaseStudyOptions(folder: folder.path)
    #expect(try lastFrame(options, "wait 1s").contains("There is nothing yet."))
    let farewell = try lastFrame(options, "press a\ntype Cook\npress return\npress c")
    #expect(farewell == "You have left the outline.\n")
    #expect(try lastFrame(options, "wait 1s").contains("> [ ] Cook"))
  }

  @Test func `what was changed last is saved before the demo ends`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let options = CaseStudyOptions(folder: folder.path)
    _ = try lastFrame(options, "press a\ntype Eat\npress return\npress q\npress q")
    #expect(try lastFrame(options, "wait 1s").contains("> [ ] Eat"))
  }

  @Test func `an outline that cannot be read cannot be written over`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "outline.json")
    try Data("no outline".utf8).write(to: file)
    let frame = try lastFrame(
      CaseStudyOptions(folder: folder.path),
      "press a\npress t\npress r\nwait 2s"
    )
    #expect(frame.contains("The outline could not be read."))
    #expect(frame.contains("[r] Try again   [c] Close"))
    #expect(try Data(contentsOf: file) == Data("no outline".utf8))
  }

  @Test func `what is shown is written to the file of the preview`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "outline.md")
    _ = try lastFrame(
      CaseStudyOptions(preview: file.path),
      "press a\ntype Cook\npress return\npress space\npress a\ntype Eat"
    )
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(
      text == """
        # Outline

        - [x] Cook
        - [ ] Eat

        *Editing: Eat*

        """
    )
  }

  @Test func `texts are typed in a field, which is there as long as what it is for`() {
    let item = OutlineItem(id: UUID(), text: "Cook")
    let clock = RunLoop.test
    let store = TestStore(
      initialState: state(items: [item]),
      reducer: outlineDemoReducer,
      environment: OutlineEnvironment(
        fileClient: .inMemory(),
        makeID: { UUID() },
        mainRunLoop: clock.eraseToAnyScheduler()
      )
    )
    store.send(.titleButtonTapped) { $0.field = TextField("Outline") }
    store.send(.field(.movedToStart)) { $0.field?.cursor = 0 }
    store.receive(.outline(.settings(.set(\.title, "Outline"))))
    store.send(.field(.inserted("My "))) { $0.field = TextField("My Outline", cursor: 3) }
    store.receive(.outline(.settings(.set(\.title, "My Outline")))) {
      $0.outline.document.settings.title = "My Outline"
      $0.outline.file = .unsaved
    }
    store.send(.titleDoneButtonTapped) { $0.field = nil }

    store.send(.outline(.editButtonTapped)) {
      $0.field = TextField("Cook")
      $0.outline.editor = OutlineEditorState(item)
    }
    store.send(.field(.deletedBackward)) { $0.field = TextField("Coo") }
    store.receive(.outline(.editor(.binding(.set(\.text, "Coo"))))) {
      $0.outline.document.items[id: item.id]?.text = "Coo"
      $0.outline.editor?.text = "Coo"
    }
    store.receive(.outline(.counted(OutlineCounts([item])))) {
      $0.outline.counts = OutlineCounts([item])
    }
    store.send(.outline(.editor(.cancelButtonTapped))) {
      $0.field = nil
      $0.outline.document.items[id: item.id]?.text = "Cook"
      $0.outline.editor = nil
    }
    store.send(.outline(.closeButtonTapped)) { $0.outline.isClosing = true }
    store.fireAndForget()
    store.receive(.outline(.documentSaved)) { $0.outline.file = .saved }
  }

  @Test func `keys mean what the screen offers`() throws {
    let item = OutlineItem(id: UUID(), text: "Cook")
    var state = state(items: [item])
    #expect(
      state.action(for: .character(" "))
        == .outline(.item(id: item.id, action: .doneToggled))
    )
    #expect(state.action(for: .character("t")) == .titleButtonTapped)
    #expect(state.action(for: .character("r")) == nil)
    state.outline.file = .savingFailed
    #expect(state.action(for: .character("r")) == .outline(.retryButtonTapped))
    #expect(state.action(for: .character("q")) == nil)
    state.outline.file = .unsaved
    #expect(state.action(for: .character("q")) == .outline(.closeButtonTapped))
    state.field = TextField("Outline")
    #expect(state.action(for: .character("q")) == .field(.inserted("q")))
    #expect(state.action(for: .character("r")) == .field(.inserted("r")))
    #expect(state.action(for: .return) == .titleDoneButtonTapped)
    #expect(state.action(for: .escape) == nil)
    state.outline.editor = OutlineEditorState(item)
    #expect(state.action(for: .return) == .outline(.editor(.doneButtonTapped)))
    #expect(state.action(for: .escape) == .outline(.editor(.cancelButtonTapped)))
  }

  @Test(arguments: [(12, 40), (24, 80), (60, 200)])
  func `the selected item is on the screen, and its field in its place`(
    rows: Int,
    columns: Int
  ) {
    let size = Screen.Size(rows: rows, columns: columns)
    let items = (1...100).map { OutlineItem(id: UUID(), text: "Number \($0)") }
    var state = state(items: IdentifiedArray(items))
    for (index, item) in items.enumerated() {
      state.outline.selection = item.id
      #expect(state.screen(size: size).plainText.contains("> [ ] Number \(index + 1) "))
      state.outline.editor = OutlineEditorState(item)
      state.field = TextField("Text")
      #expect(state.screen(size: size).plainText.contains("> [ ] Text "))
      state.outline.editor = nil
      state.field = nil
    }
    let text = state.screen(size: size).plainText
    #expect(text.contains("Saved"))
    #expect(text.contains("0 items, 0 done, 0 words"))
    #expect(text.contains("[a] Add"))
    #expect(text.contains("[q] Quit the demo"))
  }
}
