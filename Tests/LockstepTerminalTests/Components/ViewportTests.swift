// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTerminal
import LockstepTesting
import Testing

@Suite struct ViewportTests {
  private let text = "one\ntwo, which is long\nthree\n\nfive"
  private let size = Screen.Size(rows: 3, columns: 8)

  private func picture(_ viewport: Viewport, _ rows: Int = 3, _ columns: Int = 8) -> String {
    drawn(rows, columns) { screen, area in screen.draw(viewport, in: area) }
  }

  @Test func `scrolling stops at the edges of the text`() {
    let store = TestStore(
      initialState: Viewport(text),
      reducer: Viewport.reducer,
      environment: ()
    )
    #expect(picture(store.state) == "one\ntwo, w›\nthree  ↓")
    store.send(.scrolled(rows: 1, columns: 4, size: size)) {
      $0.firstRow = 1
      $0.firstColumn = 4
    }
    #expect(picture(store.state) == "‹which›↑\n‹\n       ↓")
    store.send(.scrolled(rows: 0, columns: 90, size: size)) { $0.firstColumn = 11 }
    #expect(picture(store.state) == "‹s long↑\n‹\n       ↓")
    store.send(.scrolled(rows: 9, columns: 0, size: size)) { $0.firstRow = 2 }
    #expect(picture(store.state) == "three  ↑\n\nfive")
    store.send(.scrolled(rows: -1, columns: 0, size: size)) { $0.firstRow = 1 }
    store.send(.scrolled(rows: 0, columns: -100, size: size)) { $0.firstColumn = 0 }
    store.send(.scrolled(rows: .min, columns: .max, size: Screen.Size(rows: 9, columns: 90))) {
      $0.firstRow = 0
    }
  }

  @Test func `all line breaks end a line`() {
    let viewport = Viewport("a\r\nb\u{85}c\u{2028}d\u{B}\u{C}é\r語…‘\n")
    #expect(picture(viewport, 9, 8) == "a\nb\nc\nd\n\né\n語…‘")
    for length in 0..<20 {
      let text = String(repeating: "x", count: length)
      let window = Viewport("\(text)\n\(text)\u{2029}\(text)")
      #expect(picture(window, 4, 30) == "\(text)\n\(text)\n\(text)".trimmed)
    }
  }

  @Test func `setting the text replaces the lines`() {
    var viewport = Viewport("a\nb", firstRow: 1)
    viewport.text += "\nc\nd"
    #expect(picture(viewport, 2, 4) == "b  ↑\nc  ↓")
    #expect(viewport == Viewport("a\nb\nc\nd", firstRow: 1))
    #expect(Set([viewport, Viewport("a\nb\nc\nd")]).count == 2)
    let properties = Mirror(reflecting: Viewport("a")).children.map {
      "\($0.label ?? ""): \($0.value)"
    }
    #expect(properties == ["text: a", "firstRow: 0", "firstColumn: 0"])
  }

  @Test func `the help lists the directions in which text can be scrolled`() {
    func help(_ viewport: Viewport, _ rows: Int, _ columns: Int) -> [String] {
      let area = Screen.Area(row: 0, column: 0, rows: rows, columns: columns)
      return HelpLine(viewport.keys(in: area)).items
    }
    #expect(help(Viewport(text), 5, 18) == [])
    #expect(help(Viewport(text), 5, 17) == ["[←→] Scroll"])
    #expect(
      help(Viewport(text), 2, 19) == [
        "[↑↓] Scroll"
      ]
    )
    #expect(help(Viewport(text), 2, 18).first == "[↑↓←→] Scroll")
  }

  @Test func `a text that fits has no marks`() {
    #expect(picture(Viewport(text, firstRow: 3, firstColumn: 3), 5, 18) == text)
    #expect(picture(Viewport()) == "")
  }

  @Test func `wide characters are not halved`() {
    #expect(picture(Viewport("ゲーム", firstColumn: 1), 1, 4) == "‹ー›")
  }

  @Test func `keys and the wheel map to actions`() {
    let area = Screen.Area(row: 1, column: 0, rows: 3, columns: 8)
    let viewport = Viewport(text)
    func action(_ event: TerminalEvent) -> Viewport.Action? {
      viewport.action(for: event, in: area)
    }
    func mouse(_ kind: TerminalEvent.Mouse.Kind, row: Int = 1) -> TerminalEvent {
      .mouse(TerminalEvent.Mouse(kind, row: row, column: 2))
    }
    #expect(action(.key(.down)) == .scrolled(rows: 1, columns: 0, size: size))
    #expect(action(.key(.pageUp)) == .scrolled(rows: -3, columns: 0, size: size))
    #expect(action(.key(.home)) == .scrolled(rows: -5, columns: 0, size: size))
    #expect(action(.key(.left)) == .scrolled(rows: 0, columns: -4, size: size))
    #expect(action(.key(.right)) == .scrolled(rows: 0, columns: 4, size: size))
    #expect(action(mouse(.wheelDown)) == .scrolled(rows: 3, columns: 0, size: size))
    #expect(action(mouse(.wheelDown, row: 0)) == nil)
    #expect(action(mouse(.press(.left))) == nil)
    #expect(action(.key(.return)) == nil)
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }
}
