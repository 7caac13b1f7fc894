// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

private struct Room: Equatable {
  var log: [String] = []
  var guest: Guest? = Guest()

  struct Guest: Equatable { var name = "nobody" }
}

private enum RoomAction: Equatable, Sendable {
  case chain(Int)
  case listen
  case load
  case loaded(Int)
  case leave
  case name(String)
  case note(String)
}

private let file: StaticString = "App/Room.swift"

private func roomReducer(
  _ subject: Subject<Int, Never> = Subject(fileID: file, line: 7)
) -> Reducer<Room, RoomAction, Void> {
  Reducer { state, action, _ in
    switch action {
    case .chain(let rest):
      return rest == 0 ? .none : Effect(value: .chain(rest - 1))
    case .listen:
      return subject.effect.map(RoomAction.loaded)
    case .load:
      return .task(name: "load", fileID: file, line: 9) {
        await Task.yield()
        return .loaded(3)
      }
    case .loaded(let number):
      state.log.append("\(number)")
      return .none
    case .leave:
      state.guest = nil
      return .none
    case .name(let name):
      state.guest?.name = name
      return .none
    case .note(let text):
      state.log.append(text)
      return .none
    }
  }
}

/// The turns that a store's recorders receive.
@Suite struct StoreRecordTests {
  /// The comparable parts of a turn.
  private struct Turn: Equatable, CustomStringConvertible {
    let number: Int
    let action: RoomAction?
    let sender: String
    var startingTurn: Int?
    var precedingTurn: Int?

    init(_ turn: StoreTurn) {
      number = turn.number
      action = turn.action as? RoomAction
      sender = turn.sender.description
      startingTurn = turn.sender.startingTurn
      precedingTurn = turn.precedingTurn
    }

    init(
      _ number: Int,
      _ action: RoomAction,
      by sender: String,
      of start: Int? = nil,
      in turn: Int?
    ) {
      self.number = number
      self.action = action
      self.sender = sender
      startingTurn = start
      precedingTurn = turn
    }

    var description: String {
      """
      \(number): \(action.map { "\($0)" } ?? "?") by \(sender) \
      of \(startingTurn ?? 0) in \(precedingTurn ?? 0)
      """
    }
  }

  private let send = "'send' at App/Room.swift:5"
  private let atOnce = "an effect that sends its value at once, started by RoomAction.chain"

  private func makeStore(
    _ subject: Subject<Int, Never> = Subject()
  ) -> ManualStore<Room, RoomAction> {
    ManualStore(initialState: Room(), reducer: roomReducer(subject), environment: ())
  }

  /// Returns the turns that a store takes while the body runs.
  private func turns(
    of manual: ManualStore<Room, RoomAction>,
    _ body: () -> Void
  ) -> [Turn] {
    var turns: [Turn] = []
    let recording = manual.store.record { turn, _ in turns.append(Turn(turn)) }
    body()
    recording.cancel()
    return turns
  }

  @Test func `a value that an effect sends at once records the preceding turn`() {
    let manual = makeStore()
    let turns = turns(of: manual) { manual.send(.chain(2), fileID: file, line: 5) }
    #expect(
      turns == [
        Turn(1, .chain(2), by: send, in: nil),
        Turn(2, .chain(1), by: atOnce, of: 1, in: 1),
        Turn(3, .chain(0), by: atOnce, of: 2, in: 2),
      ]
    )
  }

  @Test func `a value of a task records no preceding turn`() {
    let manual = makeStore()
    let turns = turns(of: manual) { manual.send(.load, fileID: file, line: 5) }
    #expect(
      turns == [
        Turn(1, .load, by: send, in: nil),
        Turn(
          2,
          .loaded(3),
          by: "effect task \"load\", made at App/Room.swift:9, started by RoomAction.load",
          of: 1,
          in: nil
        ),
      ]
    )
  }

  @Test func `a value of a subject records the turn that started it and the turn that sent it`() {
    let subject = Subject<Int, Never>(fileID: file, line: 7)
    let manual = makeStore(subject)
    let effect = "effect subject, made at App/Room.swift:7, started by RoomAction.listen"
    let observation = manual.store.observe(removeDuplicates: nil) { state, _ in
      if state.log == ["3", "a"] { subject.send(4) }
    }
    let turns = turns(of: manual) {
      manual.send(.listen, fileID: file, line: 5)
      subject.send(3)
      manual.run()
      manual.send(.note("a"), fileID: file, line: 5)
    }
    #expect(
      turns == [
        Turn(1, .listen, by: send, in: nil),
        Turn(2, .loaded(3), by: effect, of: 1, in: nil),
        Turn(3, .note("a"), by: send, in: nil),
        Turn(4, .loaded(4), by: effect, of: 1, in: 3),
      ]
    )
    withExtendedLifetime(observation) {}
  }

  @Test func `an action that an observer sends records the observed turn as its preceding turn`() {
    let manual = makeStore()
    let store = manual.store
    var hasSent = false
    let observation = store.observe(removeDuplicates: nil) { [unowned store] state, _ in
      if state.log == ["a"], hasSent == false {
        hasSent = true
        store.send(.chain(1), fileID: file, line: 6)
        store.send(.note("b"), fileID: file, line: 7)
      }
    }
    let turns = turns(of: manual) { manual.send(.note("a"), fileID: file, line: 5) }
    #expect(
      turns == [
        Turn(1, .note("a"), by: send, in: nil),
        Turn(2, .chain(1), by: "'send' at App/Room.swift:6", in: 1),
        Turn(3, .note("b"), by: "'send' at App/Room.swift:7", in: 1),
        Turn(4, .chain(0), by: atOnce, of: 2, in: 2),
      ]
    )
    withExtendedLifetime(observation) {}
  }

  @Test func `an action sent in an observer's first call records no preceding turn`() {
    let subject = Subject<Int, Never>()
    let manual = makeStore(subject)
    manual.send(.listen)
    let store = manual.store
    var observation: StoreObservation?
    let turns = turns(of: manual) {
      observation = store.observe(removeDuplicates: nil) { [unowned store] state, _ in
        guard state.log.isEmpty else { return }
        store.send(.note("a"), fileID: file, line: 5)
        subject.send(1)
        store.send(.note("b"), fileID: file, line: 5)
      }
    }
    #expect(turns.map(\.precedingTurn) == [nil, nil, nil])
    #expect(turns.map(\.number) == [2, 3, 4])
    #expect(turns.map(\.startingTurn) == [nil, 1, nil])
    withExtendedLifetime(observation) {}
  }

  @Test func `an action that another thread sends records no preceding turn`() async throws {
    let manual = makeStore()
    let sender = manual.store.sender
    let turns = turns(of: manual) {
      DispatchQueue.global().sync { sender.send(.note("a"), fileID: file, line: 5) }
      manual.run()
    }
    #expect(turns == [Turn(1, .note("a"), by: send, in: nil)])
  }

  @Test func `a discarded value leaves a gap in the turn numbers`() {
    let subject = Subject<Int, Never>()
    let reducer = Reducer<Int, Int, Void> { state, action, _ in
      state += 1
      switch action {
      case 0:
        return .merge(
          subject.effect.cancellable(id: "subject"),
          .run { _ in AnyCancellable {} }
        )
      case 1: return .cancel(id: "subject")
      default: return .none
      }
    }
    let manual = ManualStore(initialState: 0, reducer: reducer, environment: ())
    var numbers: [Int] = []
    var actions: [Int?] = []
    let recording = manual.store.record { turn, _ in
      numbers.append(turn.number)
      actions.append(turn.action as? Int)
    }
    manual.send(0)
    manual.store.sender.send(1)
    subject.send(2)
    manual.run()
    manual.send(3)
    #expect(actions == [0, 1, 3])
    #expect(numbers == [1, 2, 4])
    withExtendedLifetime(recording) {}
  }

  @Test func `recorders are called in order before the reducer and after the observers`() {
    let calls = Recorder<[String]>([])
    let reducer = Reducer<Int, Int, Void> { state, action, _ in
      calls.update { $0.append("reducer") }
      state += action
      return .fireAndForget { calls.update { $0.append("effect") } }
    }
    let store = ManualStore(initialState: 0, reducer: reducer, environment: ()).store
    let recordings = ["first", "second"].map { name in
      store.record(
        beforeTurn: { turn, state in
          calls.update { $0.append("\(name) before \(turn.number) at \(state)") }
        },
        afterTurn: { turn, state in
          calls.update { $0.append("\(name) after \(turn.number) at \(state)") }
        }
      )
    }
    let observation = store.observe(removeDuplicates: nil) { state, _ in
      calls.update { $0.append("observer at \(state)") }
    }
    calls.update { $0 = [] }
    store.send(5)
    #expect(
      calls.value == [
        "first before 1 at 0", "second before 1 at 0", "reducer", "effect", "observer at 5",
        "first after 1 at 5", "second after 1 at 5",
      ]
    )
    withExtendedLifetime((recordings, observation)) {}
  }

  @Test func `a recorder added within a turn starts with the next turn`() {
    let store = makeStore().store
    var inner: StoreObservation?
    var numbers: [Int] = []
    let recording = store.record(
      beforeTurn: { [unowned store] _, _ in
        guard inner == nil else { return }
        inner = store.record(
          beforeTurn: { turn, _ in numbers.append(turn.number) },
          afterTurn: { turn, _ in numbers.append(-turn.number) }
        )
      },
      afterTurn: { _, _ in }
    )
    store.send(.note("a"))
    #expect(numbers == [])
    store.send(.note("b"))
    #expect(numbers == [2, -2])
    withExtendedLifetime(recording) {}
  }

  @Test func `a cancelled recording is not called, even in the middle of a turn`() {
    let store = makeStore().store
    var second: StoreObservation?
    var first: StoreObservation?
    var calls: [String] = []
    first = store.record(
      beforeTurn: { _, _ in
        second?.cancel()
        first?.cancel()
      },
      afterTurn: { _, _ in calls.append("first") }
    )
    second = store.record { _, _ in calls.append("second") }
    let third = store.record { _, _ in calls.append("third") }
    store.send(.note("a"))
    #expect(calls == ["third"])
    third.cancel()
    store.send(.note("b"))
    #expect(calls == ["third"])
  }

  @Test func `a recording ends and releases its captures when it is released`() {
    let store = makeStore().store
    var calls = 0
    var token: Token? = Token()
    let weakToken = WeakToken(token: token)
    var recording: StoreObservation? = store.record { [token] _, _ in
      calls += 1
      withExtendedLifetime(token) {}
    }
    token = nil
    store.send(.note("a"))
    recording = nil
    store.send(.note("b"))
    #expect(calls == 1)
    #expect(recording == nil)
    #expect(weakToken.isDeallocated)
  }

  @Test func `a recording does not keep the store alive`() {
    var manual: ManualStore<Room, RoomAction>? = makeStore()
    weak let store = manual?.store
    let recording = manual?.store.record { _, _ in }
    manual = nil
    #expect(store == nil)
    recording?.cancel()
  }

  @Test func `an action sent by a recorder waits for its turn`() {
    let store = makeStore().store
    var turns: [Turn] = []
    let recording = store.record(
      beforeTurn: { [unowned store] turn, _ in
        if turn.number == 1 { store.send(.note("b"), fileID: file, line: 5) }
      },
      afterTurn: { [unowned store] turn, _ in
        turns.append(Turn(turn))
        if turn.number == 1 { store.send(.note("c"), fileID: file, line: 5) }
      }
    )
    store.send(.note("a"), fileID: file, line: 5)
    #expect(store.log == ["a", "b", "c"])
    #expect(
      turns == [
        Turn(1, .note("a"), by: send, in: nil),
        Turn(2, .note("b"), by: send, in: 1),
        Turn(3, .note("c"), by: send, in: 1),
      ]
    )
    withExtendedLifetime(recording) {}
  }

  @Test func `a scope records the turns of its root with its own part of the state`() {
    let store = makeStore().store
    let log = store.scope(state: \.log)
    var records: [String] = []
    let recording = log.record(
      beforeTurn: { turn, state in records.append("\(turn.number) before: \(state)") },
      afterTurn: { turn, state in records.append("\(turn.action) after: \(state)") }
    )
    store.send(.note("a"))
    #expect(records == ["1 before: []", "note(\"a\") after: [\"a\"]"])
    withExtendedLifetime(recording) {}
  }

  @Test func `a scope of a missing part records its last value`() throws {
    let store = makeStore().store
    store.send(.name("Blob"))
    var guests: [String] = []
    var recording: StoreObservation?
    let ending = store.ifLet(
      \.guest,
      action: { (action: RoomAction) in action },
      then: { guest in recording = guest.record { _, state in guests.append(state.name) } }
    )
    store.send(.name("Ann"))
    store.send(.leave)
    store.send(.note("a"))
    #expect(guests == ["Ann", "Ann", "Ann"])
    withExtendedLifetime((recording, ending)) {}
  }

  @Test func `a turn records the animation and the sender's location and name`() throws {
    let manual = makeStore()
    var turns: [StoreTurn] = []
    let recording = manual.store.record { turn, _ in turns.append(turn) }
    manual.store.send(.load, animation: .easeOut, fileID: file, line: 5)
    manual.run()
    manual.send(.chain(1))
    try #require(turns.count == 4)
    #expect(turns[0].animation == .easeOut)
    #expect(turns[0].sender.isEffect == false)
    #expect(turns[0].sender.location?.description == "App/Room.swift:5")
    #expect(turns[1].animation == nil)
    #expect(turns[1].sender.isEffect)
    #expect(turns[1].sender.location?.description == "App/Room.swift:9")
    #expect(turns[1].sender.source.hasPrefix("effect task \"load\","))
    #expect(turns[3].sender.isEffect)
    #expect(turns[3].sender.location == nil)
    withExtendedLifetime(recording) {}
  }

  @Test func `a recording does not copy the state`() {
    let reducer = Reducer<[Int], Int, Void> { state, action, _ in
      state[0] = action
      return .none
    }
    let store = ManualStore(
      initialState: Array(repeating: 0, count: 1_000),
      reducer: reducer,
      environment: ()
    ).store
    func address() -> UnsafeRawPointer? {
      store.state.withUnsafeBytes { $0.baseAddress }
    }
    let recording = store.record(beforeTurn: { _, _ in }, afterTurn: { _, _ in })
    let before = address()
    store.send(1)
    store.send(2)
    #expect(address() == before)
    withExtendedLifetime(recording) {}
  }
}
