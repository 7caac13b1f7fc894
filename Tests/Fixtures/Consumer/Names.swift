// SPDX-License-Identifier: MIT

// Parameters for functions and key paths are given them by name here: constructors of cases,
// initializers, functions and methods. In the Swift 5 language mode these are not `@Sendable` by
// themselves.

import Dispatch
import Foundation
import Lockstep
import LockstepRouting

nonisolated struct Line: Equatable, Identifiable {
  var id: Int
  var text = ""
}

nonisolated enum LineAction: Equatable, Sendable {
  case binding(BindingAction<Line>)
  case tapped
}

nonisolated enum Sheet: Equatable {
  case line(Line)
  case settings
}

nonisolated enum SheetAction: Equatable, Sendable {
  case line(LineAction)
  case closed
}

nonisolated struct Refusal: Error, Equatable {
  var text: String

  init(_ error: any Error) {
    text = "\(error)"
  }
}

nonisolated struct Sheets: Equatable {
  var array: [Line] = []
  var current: Line?
  var dictionary: [String: Line] = [:]
  var lines: IdentifiedArrayOf<Line> = []
  var only = Line(id: 1)
  var sheet: Sheet?
}

nonisolated enum SheetsAction: Equatable, Sendable {
  case answered(Result<String, Refusal>)
  case appeared
  case binding(BindingAction<Sheets>)
  case current(LineAction)
  case element(offset: Int, action: LineAction)
  case line(id: Line.ID, action: LineAction)
  case only(LineAction)
  case renamed(id: Line.ID, text: String)
  case sheet(SheetAction)
  case texted(String)
  case value(key: String, action: LineAction)
}

nonisolated struct SheetsEnvironment: Sendable {
  var line: Int
  var nothing: Void
}

private nonisolated func reduceLine(
  _ line: inout Line,
  _ action: LineAction,
  _ environment: Int
) -> Effect<LineAction, Never> {
  .none
}

private nonisolated func isShort(_ text: String) -> Bool { text.count < 10 }
private nonisolated func number(_ text: String) -> Int? { Int(text) }
private nonisolated func checked(_ text: String) throws -> String { text }
private nonisolated func twice(_ text: String) -> Effect<String, Never> {
  Effect(value: text + text)
}
private nonisolated func spoken(_ error: Refusal) -> Effect<String, Never> {
  Effect(value: error.text)
}
private nonisolated func isSame(_ left: String, _ right: String) -> Bool { left == right }
private nonisolated func makeText() -> String { "text" }
private nonisolated func tryText() throws -> String { "text" }
private nonisolated func fetchText() async -> String { "text" }
private nonisolated func makeEffect() -> Effect<String, Never> { twice("text") }
private nonisolated func show(_ text: String) {}
private nonisolated func isFirst(_ sheets: Sheets, _ action: SheetsAction) -> Bool { true }

private nonisolated let lineReducer = Reducer(reduceLine)

private nonisolated let sheetReducer = Reducer<Sheet, SheetAction, Int>.combine(
  lineReducer.pullback(state: /Sheet.line, action: /SheetAction.line)
)

nonisolated let sheetsReducer = Reducer<Sheets, SheetsAction, SheetsEnvironment>.combine(
  lineReducer.forEach(state: \.lines, action: /SheetsAction.line, environment: \.line),
  lineReducer.environment(\.line).forEach(state: \.array, action: /SheetsAction.element),
  lineReducer.environment(\.line).forEach(state: \.dictionary, action: /SheetsAction.value),
  lineReducer.pullback(state: \.only, action: /SheetsAction.only, environment: \.line),
  lineReducer.optional()
    .pullback(state: \.current, action: CasePath(SheetsAction.current), environment: \.line),
  sheetReducer.optional()
    .pullback(state: \.sheet, action: /SheetsAction.sheet, environment: \.line),
  lineReducer.pullback(
    state: OptionalPath(\Sheets.sheet).appending(path: /Sheet.line),
    action: /SheetsAction.sheet .. /SheetAction.line,
    environment: \.line
  ),
  lineReducer.pullback(
    state: (\Sheets.sheet).appending(path: /Sheet.line),
    action: (/SheetsAction.sheet).appending(path: /SheetAction.line),
    environment: \.line
  ),
  Reducer { _, action, _ in action == .appeared ? .merge(effects) : .none }
)
.filter(isFirst)
.onChange(of: \.only) { _, _, _, _ in .none }
.onChange(of: \.current) { _, _, _, _, _ in .none }
.binding(action: /SheetsAction.binding)
.binding(state: \.only, action: /SheetsAction.only .. /LineAction.binding)
.debug("sheets", output: show)

private nonisolated var effects: [Effect<SheetsAction, Never>] {
  let text = Effect<String, Never>(value: "text")
  let answer = Effect<String, Refusal>(value: "answer")
  return [
    text.map(SheetsAction.texted),
    text.filter(isShort).map(SheetsAction.texted),
    text.compactMap(number).map(\.description).map(SheetsAction.texted),
    text.flatMap(twice).map(SheetsAction.texted),
    text.removeDuplicates(by: isSame).map(SheetsAction.texted),
    text.handleEvents(receiveOutput: show).map(SheetsAction.texted),
    text.tryMap(checked).mapError(Refusal.init).catchToEffect().map(SheetsAction.answered),
    answer.catch(spoken).map(SheetsAction.texted),
    answer.catchToEffect().map(SheetsAction.answered),
    Effect.sync(makeText).map(SheetsAction.texted),
    Effect.sync(tryText).mapError(Refusal.init).catchToEffect().map(SheetsAction.answered),
    Effect.lazy(makeEffect).map(SheetsAction.texted),
    Effect<String, Never>.task(fetchText).map(SheetsAction.texted),
  ]
}

nonisolated func count(of clock: ContinuousClock) async -> Int {
  let scheduler = clock.eraseToAnyScheduler(on: MainActor.shared)
  var count = 0
  for await _ in scheduler.timer(interval: .milliseconds(1)) {
    count += 1
    if count == 2 { break }
  }
  for await _ in Effect<String, Never>.sync(makeText).values() { count += 1 }
  return count
}

@MainActor func lines(of store: Store<Sheets, SheetsAction>) -> [String] {
  var lines: [String] = []
  store.scope(forEach: \.lines, action: SheetsAction.line) { lines.append($0.text) }
  lines.append(store.scope(state: \.only, action: SheetsAction.only).text)
  let element = store.scope(element: 1, of: \.lines, action: SheetsAction.line)
  let sheet = store.scope(ifLet: \.sheet, action: SheetsAction.sheet)
  let line = sheet?.scope(ifCaseLet: /Sheet.line, action: SheetAction.line)
  line?.send(.binding(.set(\.text, "new")))
  return lines + [element?.text, line?.text].compactMap(\.self)
}

nonisolated let paths: [any Sendable] = [
  /SheetsAction.renamed, CasePath(SheetsAction.renamed), CasePath(SheetsAction.appeared),
  CasePath(
    embed: SheetAction.line,
    extract: { if case .line(let action) = $0 { action } else { nil } }
  ),
  OptionalPath(/Sheet.line), OptionalPath(/Sheet.line).appending(path: \.text),
  IdentifiedArray([1, 2], id: \.self), IdentifiedArray(uniqueElements: [1, 2], id: \.self),
]

nonisolated struct Page: Equatable, Sendable {
  var number: Int
  var size: Int
}

nonisolated enum SheetRoute: Equatable, Sendable {
  case home
  case line(Int)
  case page(Page)
}

nonisolated let sheetRouter = Router<SheetRoute> {
  Route(.case(SheetRoute.home))
  Route(.case(SheetRoute.line)) { Path { Parameter("id", .int) } }
  Route(.case(/SheetRoute.page)) {
    Route(.memberwise(Page.init) { ($0.number, $0.size) }) {
      Path { "page" }
      Query {
        Field("number", .int)
        Field("size", .int)
      }
    }
  }
}

private nonisolated func isHome(_ route: SheetRoute) -> Bool { route == .home }
private nonisolated func respond() async throws -> URLRoutingClient<SheetRoute>.Response {
  try .ok("home")
}
private nonisolated func respond(
  _ line: Int
) async throws -> URLRoutingClient<SheetRoute>.Response {
  try .ok(line)
}

nonisolated let sheetClient = URLRoutingClient<SheetRoute>.failing
  .override(.home, with: respond)
  .override(/SheetRoute.line, with: respond)
  .override(where: isHome, with: respond)
