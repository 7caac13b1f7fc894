// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting

/// A feature with every kind of effect; each is made at a line that its name does not depend on.
struct Desk: Equatable {
  var query = ""
  var results: [String] = []
  var rows: IdentifiedArrayOf<DeskRow> = []
  var ticks = 0
  var banner = ""
  var note: DeskNote?
}

struct DeskRow: Equatable, Identifiable, Sendable {
  var id: Int
  var count = 0
}

struct DeskNote: Equatable, Sendable { var text = "" }

enum DeskRowAction: Equatable, Sendable {
  case plusTapped
  case saved
}

enum DeskNoteAction: FeatureAction, Equatable {
  case doneTapped
  enum Output: Equatable { case finished(String) }
}

enum DeskAction: Equatable, Sendable {
  case bannerChanged(String)
  case clearTapped
  case count(to: Int)
  case found([String])
  case listened
  case note(PresentationAction<DeskNoteAction>)
  case noteTapped
  case queryChanged(String)
  case refreshTapped(Int)
  case row(Int, DeskRowAction)
  case search(String)
  case ticked
  case timerStarted
  case trackTapped
}

struct DeskClient: Sendable {
  var queue: SchedulerOf<DispatchQueue>
  var search: @Sendable (String) async -> [String] = { [$0] }
  var track: @Sendable () async -> Void = {}
  var banners = Subject<String, Never>(name: "banners", line: 9)
}

typealias DeskStore = TestStore<Desk, DeskAction, DeskClient>

private struct DeskSearchID: Hashable {}

private let rowReducer = Reducer<DeskRow, DeskRowAction, DeskClient> { row, action, _ in
  switch action {
  case .plusTapped:
    row.count += 1
    return .task(name: "save", line: 1) { .saved }
  case .saved: return .none
  }
}

private let noteReducer = Reducer<DeskNote, DeskNoteAction, DeskClient> { note, action, _ in
  switch action {
  case .doneTapped: return .merge(.output(.finished(note.text)), .dismiss)
  }
}

private let ownReducer = Reducer<Desk, DeskAction, DeskClient> { desk, action, client in
  switch action {
  case .bannerChanged(let banner): desk.banner = banner
  case .clearTapped: return .cancel(id: DeskSearchID(), line: 2)
  case .count(let end) where end > 0: return Effect(value: .count(to: end - 1))
  case .found(let results): desk.results = results
  case .listened: return client.banners.effect.map { .bannerChanged($0) }
  case .noteTapped: desk.note = DeskNote()
  case .queryChanged(let query):
    desk.query = query
    return Effect(value: .search(query))
      .debounce(id: "query", for: 0.3, scheduler: client.queue, line: 3)
  case .refreshTapped(let count):
    return .merge(
      (1...count).map { number in
        .task(name: "banner \(number)", line: 4) { .bannerChanged("\(number)") }
      }
    )
  case .search(let query):
    return .task(name: "search", line: 5) { .found(await client.search(query)) }
      .cancellable(id: DeskSearchID(), cancelInFlight: true, line: 6)
  case .ticked: desk.ticks += 1
  case .timerStarted:
    return Effect.timer(id: "timer", every: 1, on: client.queue, line: 7).map { _ in .ticked }
  case .trackTapped: return .fireAndForget(name: "track", line: 8) { await client.track() }
  case .count, .note, .row: break
  }
  return .none
}

let deskReducer = Reducer.combine(
  rowReducer.forEach(state: \.rows, action: /DeskAction.row),
  ownReducer
)
.presenting(\.note, action: /DeskAction.note, noteReducer)
.onOutput(of: DeskNoteAction.self) { output, desk, _, _ in
  switch output {
  case .finished(let text): desk.banner = text
  }
  return .none
}

func deskStore(
  _ desk: Desk = Desk(),
  on queue: SchedulerOf<DispatchQueue> = .immediate
) -> DeskStore {
  TestStore(
    initialState: desk,
    reducer: deskReducer,
    environment: DeskClient(queue: queue),
    at: .step(100)
  )
}
