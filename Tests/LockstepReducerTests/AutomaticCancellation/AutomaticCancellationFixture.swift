// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting

typealias Numbers = Effect<Int, Never>

/// A child whose effects are supplied by the test.
struct Guest: Equatable, Sendable {
  /// The identity of the guest, in tests that use one.
  var number = 0
  var values: [Int] = []
  var touches = 0
}

enum GuestAction: Sendable {
  case start(Numbers)
  /// Starts an effect of the child's own actions, without an operator around it.
  case startPlain(Effect<GuestAction, Never>)
  case value(Int)
  case touch
}

let guestReducer = Reducer<Guest, GuestAction, Void> { state, action, _ in
  state.reduce(action)
}

/// A guest with which the house shares a part of its state.
let borrowingGuestReducer = Reducer<Sharing<Guest, Int>, GuestAction, Void> { state, action, _ in
  state.local.reduce(action)
}

extension Guest {
  fileprivate mutating func reduce(_ action: GuestAction) -> Effect<GuestAction, Never> {
    switch action {
    case .start(let effect):
      return effect.map(GuestAction.value)
    case .startPlain(let effect):
      return effect
    case .value(let value):
      values.append(value)
      return .none
    case .touch:
      touches += 1
      return .none
    }
  }
}

struct Chamber: Identifiable, Equatable, Sendable {
  let id: Int
  var guest = Guest()
}

/// A parent with one child of every kind that can be missing.
struct House: Equatable, Sendable {
  enum Route: Equatable, Sendable {
    case home
    case guest(Guest)
    case other(Chamber)
  }

  var resident = Guest()
  var optional: Guest?
  var route = Route.home
  var sheet: Route?
  var rooms: IdentifiedArrayOf<Chamber> = []
  var players: [String: Guest] = [:]
  var squares: [Guest] = []
  var presented: Guest?
  var screens: StackState<Guest> = []
  /// A part that the house shares with some of its guests.
  var shared = 0
}

enum HouseAction: Sendable {
  case child(GuestAction)
  case room(Int, GuestAction)
  case player(String, GuestAction)
  case square(Int, GuestAction)
  case presented(PresentationAction<GuestAction>)
  case screens(StackAction<Guest, GuestAction>)
  case set(@Sendable (inout House) -> Void)
  case own(Numbers)
  case ownValue(Int)
}

typealias HouseReducer = Reducer<House, HouseAction, Void>

/// The parent's own reducer, which runs after its children.
let ownHouseReducer = HouseReducer { state, action, _ in
  switch action {
  case .set(let change):
    change(&state)
    return .none
  case .own(let effect):
    return effect.map(HouseAction.ownValue)
  case .child, .room, .player, .square, .presented, .screens, .ownValue:
    return .none
  }
}

/// One way to put a child together with its parent.
struct Composition: Sendable, CustomStringConvertible {
  let description: String
  let initialState: House
  let action: @Sendable (GuestAction) -> HouseAction
  /// Removes the child's state.
  let remove: @Sendable (inout House) -> Void
  /// Changes the state around the child's state, or assigns another value to it.
  let keep: @Sendable (inout House) -> Void
  /// Replaces the child with a child that has another id.
  let replace: @Sendable (inout House) -> Void
  let child: @Sendable (House) -> Guest?
  /// The report of an action for the child while it is missing, as in `House()`; `nil` if it is never missing.
  private let absence: Absence?
  private let makeReducer: @Sendable (_ cancelsEffects: Bool, GuestID?) -> HouseReducer

  typealias GuestID = @Sendable (Guest) -> any Hashable & Sendable

  private struct Absence: Sendable {
    let relation: String
    let problem: String
    let path: String
    /// How the report shows the action around that of the guest.
    let shown: @Sendable (String) -> String
  }

  /// Returns the whole report of an action of the guest while it is missing.
  func report(
    sentBy sender: String?,
    _ action: String = "GuestAction.touch",
    madeIn fileID: StaticString = "LockstepReducerTests/AutomaticCancellationFixture.swift"
  ) -> String? {
    absence.map { absence in
      unhandledMessage(
        absence.relation,
        1,
        absence.problem,
        absence.shown(action),
        path: absence.path,
        sentBy: sender,
        fileID: fileID
      )
    }
  }

  func reducer(cancelsEffects: Bool = true, id: GuestID? = nil) -> HouseReducer {
    .combine(makeReducer(cancelsEffects, id), ownHouseReducer)
  }

  func makeStore(
    cancelsEffects: Bool = true,
    id: GuestID? = nil
  ) -> ManualStore<House, HouseAction> {
    ManualStore(
      initialState: initialState,
      reducer: reducer(cancelsEffects: cancelsEffects, id: id),
      environment: ()
    )
  }

  /// The compositions in which effects can continue without their state.
  static let optionallyCancelling = [
    optional, enumCase, optionalPath, identifiedArray, dictionary, array, borrowingCase,
  ]

  static let all = optionallyCancelling + [presented, stack, borrowingPresented, borrowingStack]

  /// The compositions of children that always exist.
  static let permanent = [plain, sharing]

  static let plain = Self(
    description: "plain",
    initialState: House(),
    action: HouseAction.child,
    remove: { $0.resident = Guest(number: 2) },
    keep: { $0.resident = Guest(touches: 7) },
    replace: { $0.resident = Guest(number: 1) },
    child: { $0.resident },
    absence: nil,
    makeReducer: { _, id in
      guestReducer.pullback(
        state: \.resident,
        action: /HouseAction.child,
        id: id,
        line: 1
      )
    }
  )

  static let optional = Self(
    description: "optional",
    initialState: House(optional: Guest()),
    action: HouseAction.child,
    remove: { $0.optional = nil },
    keep: { $0.optional = Guest(touches: 7) },
    replace: { $0.optional = Guest(number: 1) },
    child: { $0.optional },
    absence: Absence(
      relation: "made optional",
      problem: "its state was 'nil'",
      path: #"\House.optional"#,
      shown: { dumped("HouseAction.child", $0) }
    ),
    makeReducer: { cancelsEffects, id in
      guestReducer
        .optional(id: id, cancelsEffects: cancelsEffects, line: 1)
        .pullback(state: \House.optional, action: /HouseAction.child)
    }
  )

  static let enumCase = Self(
    description: "case",
    initialState: House(route: .guest(Guest())),
    action: HouseAction.child,
    remove: { $0.route = .other(Chamber(id: 0)) },
    keep: { $0.route = .guest(Guest(touches: 7)) },
    replace: { $0.route = .guest(Guest(number: 1)) },
    child: { (/House.Route.guest).extract(from: $0.route) },
    absence: Absence(
      relation: "pulled back",
      problem: "its state was in another case",
      path: #"\House.route .. /Route.guest"#,
      shown: { dumped("HouseAction.child", $0) }
    ),
    makeReducer: { cancelsEffects, id in
      guestReducer
        .pullback(
          state: /House.Route.guest,
          action: CasePath<GuestAction, GuestAction>.`self`,
          id: id,
          cancelsEffects: cancelsEffects,
          line: 1
        )
        .pullback(state: \House.route, action: /HouseAction.child)
    }
  )

  static let optionalPath = Self(
    description: "optional path",
    initialState: House(sheet: .guest(Guest())),
    action: HouseAction.child,
    remove: { $0.sheet = .home },
    keep: { $0.sheet = .guest(Guest(touches: 7)) },
    replace: { $0.sheet = .guest(Guest(number: 1)) },
    child: { $0.sheet.flatMap((/House.Route.guest).extract(from:)) },
    absence: Absence(
      relation: "pulled back",
      problem: "its state was missing",
      path: #"\House.sheet .. /Route.guest"#,
      shown: { dumped("HouseAction.child", $0) }
    ),
    makeReducer: { cancelsEffects, id in
      guestReducer.pullback(
        state: (\House.sheet).appending(path: /House.Route.guest),
        action: /HouseAction.child,
        id: id,
        cancelsEffects: cancelsEffects,
        line: 1
      )
    }
  )

  static let identifiedArray = Self(
    description: "identified array",
    initialState: House(rooms: [Chamber(id: 0), Chamber(id: 1), Chamber(id: 2)]),
    action: { .room(1, $0) },
    remove: { $0.rooms.remove(id: 1) },
    keep: { house in
      // The chamber is moved, and its neighbors are removed.
      house.rooms = [Chamber(id: 3), Chamber(id: 1, guest: Guest(touches: 7))]
    },
    replace: { $0.rooms[id: 1]?.guest = Guest(number: 1) },
    child: { $0.rooms[id: 1]?.guest },
    absence: Absence(
      relation: "run for each element",
      problem: "there was no element with the id 1",
      path: #"\House.rooms"#,
      shown: { dumped("HouseAction.room", "1", $0) }
    ),
    makeReducer: { cancelsEffects, id in
      guestReducer
        .pullback(
          state: \Chamber.guest,
          action: CasePath<GuestAction, GuestAction>.`self`,
          id: id
        )
        .forEach(
          state: \House.rooms,
          action: /HouseAction.room,
          cancelsEffects: cancelsEffects,
          line: 1
        )
    }
  )

  static let dictionary = Self(
    description: "dictionary",
    initialState: House(players: ["Blob": Guest(), "Blob Jr": Guest()]),
    action: { .player("Blob", $0) },
    remove: { $0.players["Blob"] = nil },
    keep: { $0.players = ["Blob": Guest(touches: 7), "Blob Sr": Guest()] },
    replace: { $0.players["Blob"] = Guest(number: 1) },
    child: { $0.players["Blob"] },
    absence: Absence(
      relation: "run for each element",
      problem: "there was no value under the key \"Blob\"",
      path: #"\House.players"#,
      shown: { dumped("HouseAction.player", "\"Blob\"", $0) }
    ),
    makeReducer: { cancelsEffects, id in
      guestReducer.forEach(
        state: \House.players,
        action: /HouseAction.player,
        id: id,
        cancelsEffects: cancelsEffects,
        line: 1
      )
    }
  )

  static let array = Self(
    description: "array",
    initialState: House(squares: [Guest(), Guest(), Guest()]),
    action: { .square(1, $0) },
    remove: { $0.squares.removeLast(2) },
    keep: { $0.squares = [Guest(touches: 6), Guest(touches: 7)] },
    replace: { $0.squares[1] = Guest(number: 1) },
    child: { $0.squares.indices.contains(1) ? $0.squares[1] : nil },
    absence: Absence(
      relation: "run for each element",
      problem: "there was no element at the position 1",
      path: #"\House.squares"#,
      shown: { dumped("HouseAction.square", "1", $0) }
    ),
    makeReducer: { cancelsEffects, id in
      guestReducer.forEach(
        state: \House.squares,
        action: /HouseAction.square,
        id: id,
        cancelsEffects: cancelsEffects,
        line: 1
      )
    }
  )
}

extension Composition {
  static let presented = Self(
    description: "presented",
    initialState: House(presented: Guest()),
    action: { .presented(.presented($0)) },
    remove: { $0.presented = nil },
    keep: { $0.presented = Guest(touches: 7) },
    replace: { $0.presented = Guest(number: 1) },
    child: { $0.presented },
    absence: Absence(
      relation: "presented",
      problem: "its state was 'nil'",
      path: #"\House.presented"#,
      shown: {
        dumped("HouseAction.presented", dumped("PresentationAction<GuestAction>.presented", $0))
      }
    ),
    makeReducer: { _, id in
      HouseReducer.empty.presenting(
        \.presented,
        id: id,
        action: /HouseAction.presented,
        guestReducer,
        line: 1
      )
    }
  )

  static let stack = Self(
    description: "stack",
    initialState: House(screens: [Guest(), Guest(), Guest()]),
    action: { .screens(.element(id: 1, action: $0)) },
    remove: { $0.screens.pop(from: 1) },
    keep: { house in
      house.screens.pop(to: 1)
      house.screens[id: 1] = Guest(touches: 7)
      house.screens.append(Guest())
    },
    replace: { $0.screens[id: 1] = Guest(number: 1) },
    child: { $0.screens[id: 1] },
    absence: Absence(
      relation: "run for each screen",
      problem: "the stack had never had a screen with the id 1; its ids are []",
      path: #"\House.screens"#,
      shown: {
        dumped(
          "HouseAction.screens",
          dumped("StackAction<Guest, GuestAction>.element", "id: 1", "action: \($0)")
        )
      }
    ),
    makeReducer: { _, id in
      guestReducer.forEach(
        stack: \House.screens,
        id: id,
        action: /HouseAction.screens,
        line: 1
      )
    }
  )
}

// MARK: Children with shared state

extension Composition {
  static let sharing = Self(plain, description: "sharing") { _, id in
    borrowingGuestReducer.pullback(
      state: \.resident,
      sharing: \.shared,
      action: /HouseAction.child,
      id: id
    )
  }

  static let borrowingCase = Self(enumCase, description: "sharing, case") { cancelsEffects, id in
    borrowingGuestReducer
      .pullback(
        state: /House.Route.guest,
        action: CasePath<GuestAction, GuestAction>.`self`,
        id: id,
        cancelsEffects: cancelsEffects,
        line: 1
      )
      .pullback(state: \House.route, sharing: \.shared, action: /HouseAction.child)
  }

  static let borrowingPresented = Self(presented, description: "sharing, presented") { _, id in
    HouseReducer.empty.presenting(
      \.presented,
      sharing: \.shared,
      id: id,
      action: /HouseAction.presented,
      borrowingGuestReducer,
      line: 1
    )
  }

  static let borrowingStack = Self(stack, description: "sharing, stack") { _, id in
    borrowingGuestReducer.forEach(
      stack: \House.screens,
      sharing: \.shared,
      id: id,
      action: /HouseAction.screens,
      line: 1
    )
  }

  /// The same events for another composition.
  private init(
    _ other: Self,
    description: String,
    makeReducer: @escaping @Sendable (_ cancelsEffects: Bool, GuestID?) -> HouseReducer
  ) {
    self.init(
      description: description,
      initialState: other.initialState,
      action: other.action,
      remove: other.remove,
      keep: other.keep,
      replace: other.replace,
      child: other.child,
      absence: other.absence,
      makeReducer: makeReducer
    )
  }
}

/// The subjects that the effects of a test wait for.
struct Surroundings: Sendable {
  let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
  /// The clock, or the scheduler of a live store.
  let scheduler: SchedulerOf<Never>
  let subject = Subject<Int, Never>()
  let started = Recorder(0)
  let cancelled = Recorder(0)

  init(_ scheduler: SchedulerOf<Never>? = nil) {
    self.scheduler = scheduler ?? AnyScheduler(clock)
  }

  /// Triggers every event that an effect can wait for.
  func goOn() {
    subject.send(1)
    clock.advance(by: 3)
    subject.send(1)
  }

  /// An effect that sends when the subject does, and counts its start and its cancellation.
  var callback: Numbers {
    .run(line: 1) { [subject, started, cancelled] subscriber in
      let listening = subject.effect.sink { subscriber.send($0) }
      started.update { $0 += 1 }
      return AnyCancellable {
        listening.cancel()
        cancelled.update { $0 += 1 }
      }
    }
  }
}

/// An effect that runs until an external event occurs.
struct LivingEffect: Sendable, CustomStringConvertible {
  let description: String
  /// The values that the effect sends after all events.
  let values: [Int]
  /// Whether the scheduler retains the scheduled work until it is due.
  let isHeldByScheduler: Bool
  let make: @Sendable (Surroundings, Token) -> Numbers

  init(
    _ description: String,
    _ values: [Int] = [1],
    isHeldByScheduler: Bool = false,
    _ make: @escaping @Sendable (Surroundings, Token) -> Numbers
  ) {
    self.description = description
    self.values = values
    self.isHeldByScheduler = isHeldByScheduler
    self.make = make
  }

  static let all = [
    Self("timer", [1, 1, 1]) { around, token in
      Effect.timer(id: "timer", every: 1, on: around.clock).map { _ in token.one }
    },
    Self("task") { around, token in
      .task {
        await around.clock.pause(for: 1)
        return token.one
      }
    },
    Self("run", [1, 1]) { around, token in
      .run { send in
        await around.clock.pause(for: 1)
        send(token.one)
        await around.clock.pause(for: 1)
        send(token.one)
      }
    },
    Self("callback", [1, 1]) { around, token in around.callback.map { _ in token.one } },
    Self("subject", [1, 1]) { around, token in around.subject.effect.map { _ in token.one } },
    Self("delay") { around, token in
      Numbers.sync { token.one }.delay(for: 1, scheduler: around.clock)
        .map { _ in token.one }
    },
    Self("receive", isHeldByScheduler: true) { around, token in
      Numbers(value: 1).receive(on: around.clock).map { _ in token.one }
    },
    Self("debounce") { around, token in
      Numbers(value: 1).debounce(id: "debounce", for: 1, scheduler: around.clock)
        .map { _ in token.one }
    },
    Self("deferred") { around, token in
      Numbers(value: 1).deferred(for: 1, scheduler: around.clock).map { _ in token.one }
    },
    Self("subscribe", isHeldByScheduler: true) { around, token in
      Numbers(value: 1).subscribe(on: around.clock).map { _ in token.one }
    },
    Self("throttle") { around, token in
      // The first value passes at once, and the second value is delayed.
      Numbers.merge(Numbers(value: 0), Numbers(value: 1))
        .throttle(id: "throttle", for: 1, scheduler: around.clock, latest: true)
        .filter { $0 == 1 }
        .map { _ in token.one }
    },
    Self("sequence") { around, token in
      let (numbers, sender) = AsyncStream.makeStream(of: Int.self)
      around.clock.schedule(after: around.clock.now.advanced(by: 1)) {
        sender.yield(1)
        sender.finish()
      }
      return Numbers(numbers).map { _ in token.one }
    },
    Self("cancellable", [1, 1]) { around, token in
      around.callback.map { _ in token.one }.cancellable(id: "id", cancelInFlight: true)
    },
    Self("merge", [1, 1, 1]) { around, token in
      .merge(
        around.subject.effect.map { _ in token.one },
        Numbers(value: 1).delay(for: 1, scheduler: around.clock).map { _ in token.one }
      )
    },
    Self("concatenate", [1, 2]) { around, token in
      .concatenate(
        Numbers(value: 1).delay(for: 1, scheduler: around.clock),
        .task { token.one + 1 }
      )
    },
    Self("flatMap", [1]) { around, token in
      Numbers(value: 1).delay(for: 1, scheduler: around.clock)
        .flatMap { _ in around.subject.effect.map { _ in token.one } }
    },
    Self("prefix", [1]) { around, token in
      around.subject.effect.map { _ in token.one }.prefix(1)
    },
    Self("fireAndForget", []) { around, token in
      .fireAndForget {
        await around.clock.pause(for: 1)
        _ = token
      }
    },
  ]
}

extension Token {
  /// A number that can only be read while the token is alive.
  var one: Int { 1 }
}

extension ManualStore {
  /// Sends an action with a token that only the effects of the action retain.
  func send(holding makeAction: (Token) -> Action) -> WeakToken {
    let token = Token()
    send(makeAction(token))
    return WeakToken(token: token)
  }
}
