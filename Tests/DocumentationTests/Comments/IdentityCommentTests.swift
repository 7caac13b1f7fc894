// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

// The blocks about the identity of children, in comments and in `Documentation/AutomaticCancellation.md`.

private struct Note: Equatable {
  var id = 1
  var text = ""
}

private enum Editor {
  struct State: Equatable {
    var note = Note()
  }

  enum Action: Equatable {
    case appeared
    case loaded(String)
  }

  struct Environment {
    var load: Effect<String, Never>
  }

  static let reducer = Reducer<State, Action, Environment> { state, action, environment in
    switch action {
    case .appeared:
      return environment.load.map(Action.loaded)
    case .loaded(let text):
      state.note.text = text
      return .none
    }
  }
}

private enum Pinboard {
  static let reducer: Reducer<State, Action, Environment> =
    Editor.reducer
    .optional(id: \.note.id)
    .environment(\.editor)
    .pullback(state: \.editor, action: /Action.editor)
}

extension Pinboard {
  fileprivate struct State: Equatable {
    var editor: Editor.State? = Editor.State()
  }

  fileprivate enum Action: Equatable {
    case editor(Editor.Action)
    case nextButtonTapped
  }

  fileprivate struct Environment {
    var editor: Editor.Environment
  }
}

private enum AppFeature {
  typealias Action = Pinboard.Action

  static let reducer: Reducer<Pinboard.State, Action, Pinboard.Environment> =
    Editor.reducer
    .optional(id: \.note.id)
    .environment(\.editor)
    .pullback(state: \.editor, action: /AppFeature.Action.editor)
}

private enum Detail {
  struct State: Identifiable, Equatable {
    var id = 1
    var answer = ""
  }

  enum Action: Equatable {
    case appeared
    case answered(String)
  }
}

private enum Checklist {
  struct State: Equatable {
    var detail: Detail.State? = Detail.State()
  }

  enum Action: Equatable {
    case detail(Detail.Action)
    case nextButtonTapped
  }
}

private struct Child: Equatable {
  var answer = ""
}

private struct Parent: Equatable {
  var child: Child? = Child()
}

private enum ParentAction: Equatable {
  case child(Detail.Action)
  case showNext
}

@Suite struct IdentityCommentTests {
  private let queue = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))

  private var answer: Effect<String, Never> {
    Effect(value: "answer").delay(for: 1, scheduler: queue)
  }

  @Test func `a note does not receive the text of the note that it replaced`() {
    for reducer in [Pinboard.reducer, AppFeature.reducer] {
      let store = TestStore(
        initialState: Pinboard.State(),
        reducer: .combine(
          reducer,
          .withoutEffects { state, action in
            if action == .nextButtonTapped { state.editor = Editor.State(note: Note(id: 2)) }
          }
        ),
        environment: Pinboard.Environment(editor: Editor.Environment(load: answer))
      )
      store.send(.editor(.appeared))
      store.send(.nextButtonTapped) { $0.editor?.note.id = 2 }
      queue.advance(by: 1)
    }
  }

  @Test func `a detail with an id does not receive the answer for the previous detail`() {
    let store = TestStore(
      initialState: Checklist.State(),
      reducer: Reducer<Checklist.State, Checklist.Action, Void>.combine(
        Reducer<Detail.State, Detail.Action, Void> { [answer] state, action, _ in
          switch action {
          case .appeared: return answer.map(Detail.Action.answered)
          case .answered(let answer): state.answer = answer
          }
          return .none
        }
        .optional()
        .pullback(state: \.detail, action: /Checklist.Action.detail),
        .withoutEffects { state, action in
          switch action {
          case .nextButtonTapped:
            // An effect of the detail with the id 1 is waiting for an answer.
            state.detail = Detail.State(id: 2)
          case .detail: break
          }
        }
      ),
      environment: ()
    )
    store.send(.detail(.appeared))
    store.send(.nextButtonTapped) { $0.detail?.id = 2 }
    queue.advance(by: 1)
  }

  @Test func `a child without an id receives the answer for the previous child`() {
    let store = TestStore(
      initialState: Parent(),
      reducer: Reducer<Parent, ParentAction, Void>.combine(
        Reducer<Child, Detail.Action, Void> { [answer] state, action, _ in
          switch action {
          case .appeared: return answer.map(Detail.Action.answered)
          case .answered(let answer): state.answer = answer
          }
          return .none
        }
        .optional()
        .pullback(state: \.child, action: /ParentAction.child),
        .withoutEffects { state, action in
          if action == .showNext { state.child = Child() }
        }
      ),
      environment: ()
    )
    store.send(.child(.appeared))  // The first child asks, and waits for an answer.
    store.send(.showNext)  // state.child = Child(…): another one, and never 'nil' in between.
    queue.advance(by: 1)  // The second child receives the answer to the first.
    store.receive(.child(.answered("answer"))) { $0.child?.answer = "answer" }
  }

  // MARK: Ids of a store

  private struct PlayerID: Hashable {}

  private enum Row {
    struct State: Identifiable, Equatable {
      var id: Int
      var song = ""
      var second = 0
    }

    enum Action: Equatable {
      case playButtonTapped
      case played(Int)
    }
  }

  private struct Player {
    var play: @Sendable (String) -> Effect<Int, Never>
  }

  private struct Environment {
    var player: Player
  }

  private struct Album: Equatable {
    var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 1), Row.State(id: 2)]
  }

  private enum AlbumAction: Equatable {
    case row(Int, Row.Action)
  }

  @Test func `a store-wide id lets only one row play its song`() {
    let clock = queue
    let reducer = Reducer<Row.State, Row.Action, Environment> { state, action, environment in
      switch action {
      case .playButtonTapped:
        return environment.player.play(state.song)
          .cancellable(id: StoreWide(PlayerID()), cancelInFlight: true)
          .map(Row.Action.played)
      case .played(let second):
        state.second = second
        return .none
      }
    }
    let store = TestStore(
      initialState: Album(),
      reducer: Reducer<Album, AlbumAction, Environment>.combine(
        reducer.forEach(state: \.rows, action: /AlbumAction.row)
      ),
      environment: Environment(
        player: Player { _ in Effect(value: 1).delay(for: 1, scheduler: clock) }
      )
    )
    store.send(.row(1, .playButtonTapped))
    store.send(.row(2, .playButtonTapped))
    queue.advance(by: 1)
    store.receive(.row(2, .played(1))) { $0.rows[id: 2]?.second = 1 }
  }
}
