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

  @Test func `text is scrolled in both directions, as far as there is some`() {
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
    store.send(.scrolled(rows: 9, columns: 90, size: size)) {
      $0.firstRow = 2
      $0.firstColumn = 11
    }
    #expect(picture(store.state) == "‹      ↑\n\n‹")
    store.send(.scrolled(rows: -1, columns: -100, size: size)) {
      $0.firstRow = 1
      $0.firstColumn = 0
    }
    store.send(.scrolled(rows: .min, columns: .max, size: Screen.Size(rows: 9, columns: 90))) {
      $0.firstRow = 0
    }
  }

  @Test func `a text that fits has no marks`() {
    #expect(picture(Viewport(text, firstRow: 3, firstColumn: 3), 5, 18) == text)
    #expect(picture(Viewport()) == "")
  }

  @Test func `wide characters are not halved`() {
    #expect(picture(Viewport("ゲーム", firstColumn: 1), 1, 4) == "‹ー›")
  }

  @Test func `keys and the wheel have meanings`() {
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
