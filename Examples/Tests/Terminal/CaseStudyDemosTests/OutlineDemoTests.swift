// SPDX-License-Identifier: MIT

import DemoSupport
import DemoTestSupport
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
    #expect(frames.last == "You have left the outline.\n")
    return try #require(frames.last { $0.hasPrefix("== ") })
  }

  private func state(items: IdentifiedArrayOf<OutlineItem>) -> OutlineDemoState {
    var state = OutlineDemoState()
    state.outline.document.items = items
    state.outline.file = .saved
    state.outline.selection = items.first?.id
    return state
  }

  @Test func `the screens of editing an outline match the snapshots`() throws {
    try checkSnapshot(
      "outline",
      of: OutlineDemo.outline().makeTerminal(),
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
        type Kale: ก็ซื้อน้ำ 👍🏽
        press return
        press space
        wait 500ms
        wait 1s
        press t
        type : dinner
        press return
        press h
        press return
        press backspace
        press escape
        press left
        press d
        wait 2s
        press h
        press down
        press c
        """
    )
  }

  @Test func `an outline is saved in a folder and loaded again`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let options = CaseStudyOptions(folder: folder.path)
    #expect(try lastFrame(options, "wait 1s").contains("There is nothing yet."))
    _ = try lastFrame(options, "press a\ntype Cook\npress return\npress c")
    #expect(try lastFrame(options, "wait 1s").contains("> [ ] Cook"))
  }

  @Test(arguments: ["", "press return\npress q", "press ctrl-c", "press return\npress ctrl-c"])
  func `typed text is saved whichever way the demo ends`(script: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let options = CaseStudyOptions(folder: folder.path)
    _ = try lastFrame(options, "press a\ntype Eat\n\(script)")
    #expect(try lastFrame(options, "wait 1s").contains("> [ ] Eat"))
  }

  @Test func `a document that cannot be saved at the end is printed`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let options = CaseStudyOptions(folder: folder.path)
    let file = folder.appending(path: "outline.json")
    let demo = OutlineDemo.outline(options)
    let terminal = demo.makeTerminal()
    terminal.type("aCook\r aEat")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("no outline".utf8).write(to: file)
    terminal.press(.control("c"))
    #expect(
      throws: DemoError.cannotWrite(
        """
        the outline could not be saved. This is what it says:
        [x] Cook
        [ ] Eat
        """
      )
    ) {
      try demo.leave(
        nil,
        state: { terminal.store.store.state },
        send: { terminal.store.send($0) },
        write: { _ in }
      )
    }
    #expect(try Data(contentsOf: file) == Data("no outline".utf8))
  }

  @Test func `two demos that edit the same outline at the same time keep both edits`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let options = CaseStudyOptions(folder: folder.path)
    let terminals = [1, 2].map { _ in OutlineDemo.outline(options).makeTerminal() }
    terminals[0].type("aCook\r")
    terminals[0].advance(by: 2)
    terminals[1].advance(by: 2)
    for (terminal, name) in zip(terminals, ["one", "two"]) { terminal.type("a\(name)\r") }
    for terminal in terminals { terminal.advance(by: 1) }
    for terminal in terminals { terminal.advance(by: 2) }
    for terminal in terminals {
      let items = terminal.store.store.state.outline.document.items.rows().map(\.item.text)
      #expect(items.sorted() == ["Cook", "one", "two"])
    }
    // Both edit the same item.
    for (terminal, name) in zip(terminals, ["!", "?"]) {
      terminal.press(.home)
      terminal.press(.up)
      terminal.press(.up)
      terminal.type("\r\(name)\r")
    }
    for terminal in terminals { terminal.advance(by: 1) }
    for terminal in terminals { terminal.advance(by: 2) }
    for terminal in terminals {
      let items = terminal.store.store.state.outline.document.items.rows().map(\.item.text)
      #expect(items.sorted() == ["Cook!", "Cook?", "one", "two"])
    }
  }

  @Test func `an outline that cannot be read is not overwritten`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "outline.json")
    try Data("no outline".utf8).write(to: file)
    let frame = try lastFrame(
      CaseStudyOptions(folder: folder.path),
      "press a\npress t\npress r\nwait 2s"
    )
    #expect(frame.contains("The outline could not be read."))
    #expect(frame.contains("[r] Try again   [c] Close   [q/^C] Quit"))
    #expect(try Data(contentsOf: file) == Data("no outline".utf8))
  }

  @Test func `the current outline is written to the preview file`() throws {
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

        """
    )
  }

  @Test func `the text field is shown as long as the edited title or item`() {
    let item = OutlineItem(id: UUID(), text: "Cook")
    let clock = RunLoop.test
    let store = TestStore(
      initialState: state(items: [item]),
      reducer: outlineDemoReducer,
      environment: OutlineEnvironment(
        fileClient: .inMemory(),
        mainRunLoop: clock,
        uuid: .failing
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
    let document = store.state.outline.document
    store.receive(.outline(.documentSaved(document, fileContents: document))) {
      $0.outline.file = .saved
      $0.outline.fileContents = document
    }
  }

  @Test func `keys send the actions that the screen offers`() throws {
    let item = OutlineItem(id: UUID(), text: "Cook")
    var state = state(items: [item])
    let program = OutlineDemo.outline().program
    func action(_ key: Key) -> OutlineDemoAction? {
      program.action(.key(key), state, Screen.Size(rows: 24, columns: 80))
    }
    #expect(action(" ") == .outline(.item(id: item.id, action: .doneToggled)))
    #expect(action("t") == .titleButtonTapped)
    #expect(action("r") == nil)
    state.outline.file = .savingFailed
    #expect(action("r") == .outline(.retryButtonTapped))
    #expect(action("q") == nil)
    state.field = TextField("Outline")
    #expect(action("q") == .field(.inserted("q")))
    #expect(action("r") == .field(.inserted("r")))
    #expect(action(.return) == .titleDoneButtonTapped)
    #expect(action(.escape) == nil)
    state.outline.editor = OutlineEditorState(item)
    #expect(action(.return) == .outline(.editor(.doneButtonTapped)))
    #expect(action(.escape) == .outline(.editor(.cancelButtonTapped)))
  }

  @Test(arguments: [(9, 30), (12, 40), (24, 80), (60, 200)])
  func `the selected item stays on the screen, with its field in its row`(
    rows: Int,
    columns: Int
  ) {
    let size = Screen.Size(rows: rows, columns: columns)
    let items = (1...100).map { OutlineItem(id: UUID(), text: "Number \($0).") }
    var state = state(items: IdentifiedArray(items))
    let program = OutlineDemo.outline().program
    func text() -> String { program.screen(state, size).plainText }
    for (index, item) in items.enumerated() {
      state.outline.selection = item.id
      #expect(text().contains("> [ ] Number \(index + 1)."))
      state.outline.editor = OutlineEditorState(item)
      state.field = TextField("Text")
      #expect(text().contains("> [ ] Text"))
      state.outline.editor = nil
      state.field = nil
    }
    #expect(text().contains("Saved"))
    #expect(text().contains("0 items, 0 done, 0 words"))
    #expect(text().contains("[a] Add"))
    #expect(text().contains("[q/^C] Quit") || text().hasSuffix("…"))
  }
}
