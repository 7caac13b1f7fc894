// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Undo and redo.
@Suite struct UndoTests {
  struct Page: Equatable {
    var text = Undoable("")
    var numbers = Undoable<[Int]>([])
    var cursor = 0
  }

  enum PageAction: Equatable {
    case answered(String)
    case appended(Int)
    case cursorMoved
    case forgotten(String)
    case exchanged(Undoable<String>)
    case numbers(UndoAction)
    case replaced(String)
    case stepped(UndoAction)
    case text(UndoAction)
    case typed(String)
  }

  static let page = makePage(limit: 100)

  static func makePage(limit: Int) -> Reducer<Page, PageAction, Void> {
    Reducer<Page, PageAction, Void> { state, action, _ in
      switch action {
      case .answered(let text), .replaced(let text): state.text.value = text
      case .appended(let number):
        state.numbers.value.append(number)
        state.text.value = "\(number)"
      case .cursorMoved: state.cursor += 1
      case .exchanged(let text): state.text = text
      case .forgotten(let text):
        state.text.value = text
        state.text.forgetSteps()
      case .stepped(.undo): state.text.undo()
      case .stepped(.redo): state.text.redo()
      case .typed(let text): state.text.value += text
      case .numbers, .text: break
      }
      return .none
    }
    .undoable(\.text, action: /PageAction.text, limit: limit) { action in
      switch action {
      case .answered: .previousStep
      case .typed: .step("typing")
      default: .newStep
      }
    }
    .undoable(\.numbers, action: /PageAction.numbers)
  }

  private func run(
    _ actions: [PageAction],
    from page: Page = Page(),
    limit: Int = 100
  ) -> Page {
    actions.reduce(into: page) { _ = Self.makePage(limit: limit).run(&$0, $1, ()) }
  }

  private func texts(of page: Page, after step: UndoAction) -> [String] {
    var page = page
    var texts = [page.text.value]
    while step == .undo ? page.text.canUndo : page.text.canRedo {
      page = run([.text(step)], from: page)
      texts.append(page.text.value)
    }
    return texts
  }

  // MARK: Steps

  @Test func `each change is a step, but an action that changes nothing is not`() {
    let page = run([.replaced("a"), .cursorMoved, .replaced("a"), .replaced("b")])
    #expect(texts(of: page, after: .undo) == ["b", "a", ""])
    #expect(page.text.undoCount == 2)
    #expect(page.text.redoCount == 0)
  }

  @Test func `redo restores the values that undo reverted`() {
    let page = run([.replaced("a"), .replaced("b"), .text(.undo), .text(.undo)])
    #expect(texts(of: page, after: .redo) == ["", "a", "b"])
  }

  @Test func `a new step drops the redo steps`() {
    let page = run([.replaced("a"), .replaced("b"), .text(.undo), .replaced("c")])
    #expect(page.text.canRedo == false)
    #expect(texts(of: page, after: .undo) == ["c", "a", ""])
  }

  @Test func `an undo or a redo without a step changes nothing`() {
    let page = run([.replaced("a")])
    #expect(run([.text(.redo)], from: page) == page)
    #expect(run([.text(.undo), .text(.undo)], from: page) == Page())
  }

  @Test func `the rest of the state is not undone`() {
    let page = run([.replaced("a"), .cursorMoved, .text(.undo)])
    #expect(page == Page(cursor: 1))
  }

  @Test func `two values of a state have their own steps`() {
    var page = run([.appended(1), .appended(2), .numbers(.undo)])
    #expect(page.numbers.value == [1])
    #expect(page.text.value == "2")
    page = run([.text(.undo), .text(.undo), .numbers(.redo)], from: page)
    #expect(page.numbers.value == [1, 2])
    #expect(page.text.value == "")
  }

  // MARK: Grouping

  @Test func `changes of the same name are one step`() {
    let page = run([.typed("a"), .cursorMoved, .typed("b"), .replaced("c"), .typed("d")])
    #expect(texts(of: page, after: .undo) == ["cd", "c", "ab", ""])
  }

  @Test func `text that is typed and deleted again leaves no step`() {
    let reducer = Reducer<Page, String, Void> { state, text, _ in
      state.text.value = text
      return .none
    }
    .undoable(\.text, action: CasePath(embed: { _ in "" }, extract: { _ in nil })) { _ in
      .step("typing")
    }
    var page = Page()
    for text in ["a", "ab", "a", "", "c"] { _ = reducer.run(&page, text, ()) }
    #expect(texts(of: page, after: .undo) == ["c", ""])
  }

  @Test func `an undo and a redo end the open step`() {
    let typed = run([.typed("a"), .typed("b"), .replaced("c"), .text(.undo), .typed("d")])
    #expect(texts(of: typed, after: .undo) == ["abd", "ab", ""])
    let again = run([.typed("a"), .text(.undo), .text(.redo), .typed("b")])
    #expect(texts(of: again, after: .undo) == ["ab", "a", ""])
  }

  @Test func `a change grouped with the previous step is undone with it`() {
    let page = run([.replaced("a"), .answered("b"), .replaced("c"), .answered("d")])
    #expect(texts(of: page, after: .undo) == ["d", "b", ""])
    #expect(texts(of: run([.text(.undo)], from: page), after: .redo) == ["b", "d"])
  }

  @Test func `a change grouped with the previous step leaves that step open`() {
    let page = run([.typed("a"), .answered("A"), .typed("b")])
    #expect(texts(of: page, after: .undo) == ["Ab", ""])
  }

  @Test func `undoing the first step keeps an earlier change that is not a step`() {
    let page = run([.answered("loaded"), .replaced("a")])
    #expect(texts(of: page, after: .undo) == ["a", "loaded"])
    #expect(run([.answered("loaded")]).text.canUndo == false)
  }

  @Test func `a change grouped with the previous step keeps the redo steps`() {
    let page = run([.replaced("a"), .replaced("b"), .text(.undo), .answered("late"), .text(.redo)])
    #expect(page.text.value == "b")
    #expect(texts(of: page, after: .undo) == ["b", "late", ""])
  }

  // MARK: Limits

  @Test(arguments: [-1, 0, 1, 2, 3])
  func `the oldest steps are dropped at the limit`(limit: Int) {
    let page = run([.replaced("a"), .typed("b"), .typed("c"), .replaced("d")], limit: limit)
    let all = ["d", "abc", "a", ""]
    #expect(texts(of: page, after: .undo) == Array(all.prefix(1 + max(limit, 0))))
  }

  @Test(arguments: ["a", "other"])
  func `an action can drop all steps, whether it changes the value or not`(text: String) {
    let page = run([.replaced("a"), .replaced("b"), .text(.undo), .forgotten(text)])
    #expect(texts(of: page, after: .undo) == [text])
    #expect(texts(of: page, after: .redo) == [text])
  }

  @Test func `replacing an Undoable also replaces its steps`() {
    let other = run([.replaced("x"), .replaced("y")]).text
    let page = run([.replaced("a"), .exchanged(other)])
    #expect(texts(of: page, after: .undo) == ["y", "x", ""])
    #expect(texts(of: run([.exchanged(Undoable("z"))], from: page), after: .undo) == ["z"])
  }

  @Test func `an undo or a redo called by a reducer does not record a step`() {
    let page = run([.replaced("a"), .replaced("b"), .stepped(.undo)])
    #expect(texts(of: page, after: .undo) == ["a", ""])
    #expect(texts(of: page, after: .redo) == ["a", "b"])
    #expect(texts(of: run([.stepped(.redo)], from: page), after: .undo) == ["b", "a", ""])
  }

  // MARK: Laws

  /// After any actions, undoing all steps leads to the first value, and redoing them leads to the last one.
  @Test(arguments: 0..<200)
  func `undoing all steps restores the first value and redoing them restores the last`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var page = Page(text: Undoable("start"))
    var first = page.text.value
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      let letter = random.pick(["a", "b", "c"])
      let action: PageAction = random.pick([
        .answered(letter), .replaced(letter), .typed(letter), .cursorMoved, .text(.undo),
        .text(.redo), .appended(1),
      ])
      let before = page.text
      page = run([action], from: page)
      // A change that is not a step also applies to the first value.
      if case .answered = action, before.value == first { first = page.text.value }
      #expect(page.text.undoCount <= before.undoCount + 1)
      if page.text.undoCount > before.undoCount { #expect(page.text != before) }
    }
    let forward = texts(of: page, after: .redo)
    let last = run(Array(repeating: .text(.redo), count: page.text.redoCount), from: page)
    #expect(last.text.value == forward.last)
    let back = texts(of: last, after: .undo)
    #expect(back.last == first)
    let begin = run(Array(repeating: .text(.undo), count: last.text.undoCount), from: last)
    #expect(begin.text.redoCount == last.text.undoCount)
    #expect(texts(of: begin, after: .redo) == back.reversed())
  }

  // MARK: A value

  @Test func `equality, hashes and descriptions ignore the steps`() {
    let text = run([.replaced("b"), .replaced("a")]).text
    let fresh = Undoable("a")
    #expect(text == fresh)
    #expect(Set([text, fresh]).count == 1)
    #expect(dumped(text) == dumped(fresh))
  }

  @Test func `a value is encoded and decoded with its steps`() throws {
    let page = run([.typed("a"), .replaced("b"), .text(.undo)])
    let data = try JSONEncoder().encode(page.text)
    let decoded = try JSONDecoder().decode(Undoable<String>.self, from: data)
    #expect(decoded.undoCount == 1)
    #expect(decoded.redoCount == 1)
    #expect(texts(of: Page(text: decoded), after: .redo) == ["a", "b"])
    let typing = try JSONDecoder()
      .decode(Undoable<String>.self, from: JSONEncoder().encode(run([.typed("a")]).text))
    #expect(run([.typed("b")], from: Page(text: typing)).text.undoCount == 1)
  }

  @MainActor @Test func `a test only asserts the value, not its steps`() {
    let store = TestStore(initialState: Page(), reducer: Self.page, environment: ())
    store.send(.replaced("a")) { $0.text.value = "a" }
    store.send(.text(.undo)) { $0.text.value = "" }
    store.send(.text(.redo)) { $0.text.value = "a" }
    store.send(.text(.undo)) { $0.text.undo() }
  }

  @Test func `an action that does not change a collection does not copy it`() {
    func address(_ page: Page) -> UnsafeRawPointer? {
      page.numbers.value.withUnsafeBytes { $0.baseAddress }
    }
    var page = run([.appended(1), .appended(2)])
    let first = address(page)
    for action in [.cursorMoved, .typed("a"), .text(.undo)] as [PageAction] {
      _ = Self.page.run(&page, action, ())
      #expect(address(page) == first)
    }
    _ = Self.page.run(&page, .numbers(.undo), ())
    _ = Self.page.run(&page, .numbers(.redo), ())
    #expect(address(page) == first)
  }
}

private func dumped(_ value: some Any) -> String {
  var text = ""
  dump(value, to: &text)
  return text
}
