// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// The examples in the comments of `Sources/LockstepBase/Collections`, `Dumping` and `Values`.
@Suite struct ValueCommentTests {
  struct Row: Identifiable, Equatable {
    let id: Int
    var title: String
  }

  @Test func `elements are found by their ids`() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1, title: "One"), Row(id: 2, title: "Two")]
    rows[id: 2]?.title = "Second"
    rows.remove(id: 1)
    rows.append(Row(id: 3, title: "Three"))
    rows[0] = Row(id: 4, title: "Four")
    #expect(rows == [Row(id: 4, title: "Four"), Row(id: 3, title: "Three")])
  }

  @Test func `elements are set by their ids`() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1, title: "One"), Row(id: 2, title: "Two")]
    rows[id: 2]?.title = "Second"  // Changes the element, in place.
    rows[id: 3] = Row(id: 3, title: "Three")  // Changes it, or appends it.
    rows[id: 1] = nil  // Removes it.
    #expect(rows == [Row(id: 2, title: "Second"), Row(id: 3, title: "Three")])
  }

  @Test func `elements are set by their positions`() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1, title: "One"), Row(id: 2, title: "Two")]
    rows[0].title = "First"  // Changes the element, in place.
    rows[1] = Row(id: 3, title: "Three")  // Puts another one in its place.
    #expect(rows == [Row(id: 1, title: "First"), Row(id: 3, title: "Three")])
  }

  @Test func `a range subscript sets several elements`() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1, title: "One"), Row(id: 2, title: "Two")]
    rows[0..<2].reverse()  // Changes the order of these rows only.
    rows[0..<2] = [Row(id: 3, title: "Three"), Row(id: 1, title: "One")]  // Puts others there.
    #expect(rows == [Row(id: 3, title: "Three"), Row(id: 1, title: "One")])
    let sorted = rows.sorted { $0.id < $1.id }
    rows[...] = sorted[...]
    #expect(rows.ids == [1, 3])
  }

  struct Todo: Identifiable {
    let id: Int
    var isDone: Bool
  }

  @Test func `elements are put into another order`() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1, title: "One"), Row(id: 2, title: "Two")]
    rows.swapAt(0, 1)
    #expect(rows.ids == [2, 1])

    var generator = SplitMix64(seed: 7)
    rows.shuffle(using: &generator)  // The same order in every run.
    #expect(rows.ids.sorted() == [1, 2])

    var todos: IdentifiedArrayOf<Todo> = [Todo(id: 1, isDone: true), Todo(id: 2, isDone: false)]
    let firstDone = todos.partition { $0.isDone }
    #expect(firstDone == 1)
    #expect(todos.ids == [2, 1])
  }

  struct Counter: Equatable {
    var count: Int
  }

  struct Song {
    var title: String
  }

  @Test func `a value is given an id`() {
    let row = Row(id: 1, title: "One")
    struct Selection: Equatable {
      var counter: Identified<Row.ID, Counter?>?
    }

    var selection = Selection(counter: Identified(nil, id: row.id))
    selection.counter?.value = Counter(count: 7)
    #expect(selection == Selection(counter: Identified(Counter(count: 7), id: 1)))

    var song = Identified(Song(title: "Blob"), id: 1)
    song.title = "Blob, Jr."
    #expect(song.value.title == "Blob, Jr.")
  }

  @Test func `an element is modified`() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 2, title: "Two")]
    rows.modify(id: 2) { $0.title = "Second" }
    #expect(rows == [Row(id: 2, title: "Second")])
  }

  enum Rows {
    struct State: Equatable {
      var rows: IdentifiedArrayOf<Row>
    }

    enum Action: Equatable {
      case rowsMoved(IndexSet, Int)
    }
  }

  @Test func `elements are moved`() {
    let reducer = Reducer<Rows.State, Rows.Action, Void>.withoutEffects { state, action in
      switch action {
      case .rowsMoved(let offsets, let destination):
        state.rows.move(fromOffsets: offsets, toOffset: destination)
      }
    }
    let one = Row(id: 1, title: "One")
    let two = Row(id: 2, title: "Two")
    let store = TestStore(
      initialState: Rows.State(rows: [one, two]),
      reducer: reducer,
      environment: ()
    )
    store.send(.rowsMoved([1], 0)) { $0.rows = [two, one] }
  }

  struct Player { typealias ID = Tagged<Player, Int> }
  struct Match { typealias ID = Tagged<Match, Int> }

  @Test func `ids of different things have different types`() {
    let player: Player.ID = 42
    // `let match: Match.ID = player` does not compile.
    let next = Player.ID(player.rawValue + 1)
    #expect(player.rawValue == 42)
    #expect(next == 43)
    #expect(Match.ID.self != Player.ID.self)
  }

  enum GamePage {
    struct State: Equatable {
      var alert: AlertState<Action>?
      var dialog: ActionSheetState<Action>?
    }

    enum Action: Equatable {
      case alertDismissed
      case confirmDeleteButtonTapped
      case deleteButtonTapped
      case shareAsPictureButtonTapped
      case shareAsTextButtonTapped
      case shareButtonTapped
    }
  }

  @Test func `a reducer presents an alert by setting state`() {
    let reducer = Reducer<GamePage.State, GamePage.Action, Void> { state, action, _ in
      guard action == .deleteButtonTapped else { return .none }
      state.alert = AlertState(
        title: "Delete this game?",
        message: "This cannot be undone.",
        primaryButton: .destructive("Delete", send: .confirmDeleteButtonTapped),
        secondaryButton: .cancel(),
        onDismiss: .alertDismissed
      )
      return .none
    }
    var state = GamePage.State()
    _ = reducer.run(&state, .deleteButtonTapped, ())
    #expect(state.alert?.title == "Delete this game?")
    #expect(state.alert?.message == "This cannot be undone.")
    #expect(state.alert?.buttons.first?.action == .confirmDeleteButtonTapped)
    #expect(state.alert?.buttons.last?.action == nil)
    #expect(state.alert?.onDismiss == .alertDismissed)
  }

  @Test func `a dialog has any number of buttons`() {
    let reducer = Reducer<GamePage.State, GamePage.Action, Void> { state, action, _ in
      guard action == .shareButtonTapped else { return .none }
      state.dialog = AlertState(
        title: "Share this game?",
        style: .confirmationDialog,
        buttons: [
          .default("As a picture", send: .shareAsPictureButtonTapped),
          .default("As a text", send: .shareAsTextButtonTapped),
          .cancel(),
        ]
      )
      return .none
    }
    var state = GamePage.State()
    _ = reducer.run(&state, .shareButtonTapped, ())
    #expect(
      state.dialog?.buttons.map(\.action)
        == [.shareAsPictureButtonTapped, .shareAsTextButtonTapped, nil]
    )
  }

  struct Game {
    var name: String
  }

  @Test func `texts are interpolated`() {
    let game = Game(name: "solo")
    let title: TextState = "Delete \(game.name)?"
    #expect(title.string == "Delete solo?")
    #expect(points(1_311).string == "You have won \(1_311.formatted(.number)) points.")
  }

  private func points(_ score: Int) -> TextState {
    TextState("You have won \(score, format: .number) points.")
  }

  struct AudioPlayer: Sendable {
    var setVolume: @Sendable (Double) -> Effect<Never, Never>
  }

  enum Settings {
    struct State: Equatable {
      var isSoundOn = true
      var name = ""
    }

    enum Action: Equatable {
      case binding(BindingAction<State>)
      case saveButtonTapped
    }

    static let reducer = Reducer<State, Action, Environment> { state, action, environment in
      switch action {
      case .binding(\.isSoundOn):
        return environment.audioPlayer.setVolume(state.isSoundOn ? 1 : 0).fireAndForget()
      case .binding:
        return .none
      case .saveButtonTapped:
        return environment.save(state).fireAndForget()
      }
    }
    .binding(action: /Action.binding)
  }

  @Test func `one binding action can set any property`() {
    let volume = Recorder<Double?>(nil)
    let testStore = TestStore(
      initialState: Settings.State(),
      reducer: Settings.reducer,
      environment: Settings.Environment(
        audioPlayer: AudioPlayer(setVolume: { level in .fireAndForget { volume.set(level) } }),
        save: { .failing("save(\($0))") }
      )
    )
    let store = Sender<Settings.Action> { testStore.send($0) { $0.isSoundOn = false } }

    store.send(.binding(.set(\.isSoundOn, false)))

    testStore.fireAndForget()
    #expect(volume.value == 0)
  }
}

/// Lets a line that sends stand as it does in a comment, where a test says what changes.
private struct Sender<Action> {
  var send: (Action) -> Void
}

extension ValueCommentTests.Settings {
  struct Environment: Sendable {
    var audioPlayer: ValueCommentTests.AudioPlayer
    var save: @Sendable (State) -> Effect<Never, Never>
  }
}
