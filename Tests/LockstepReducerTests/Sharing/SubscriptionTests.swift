// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests effects that run while the state has a key.
@Suite struct SubscriptionTests {
  /// The running effects, by place and key, and the logged events.
  struct World: Sendable {
    var live = Recorder<[String: @Sendable (Int) -> Void]>([:])
    var log = Recorder<[String]>([])
    var clock = DispatchQueue.test

    /// Returns an effect that sends the values of the test until it is cancelled.
    func listen<Action: Sendable>(
      _ name: String,
      _ toAction: @escaping @Sendable (Int) -> Action
    ) -> Effect<Action, Never> {
      .run { subscriber in
        log.update { $0.append("+\(name)") }
        live.update { live in
          live[name] = { number in
            subscriber.send(toAction(number))
            if number < 0 { subscriber.send(completion: .finished) }
          }
        }
        return AnyCancellable {
          log.update { $0.append("-\(name)") }
          live.update { $0[name] = nil }
        }
      }
    }

    func takeLog() -> [String] {
      defer { log.update { $0 = [] } }
      return log.value
    }
  }

  /// A player of a song, which shares the song with others.
  struct Player: Equatable {
    var name = "player"
    var song: String?
    var ticks: [Int] = []
    var rooms: Set<Int> = []
  }

  enum PlayerAction: Sendable {
    case set(@Sendable (inout Player) -> Void)
    case tick(Int)
  }

  static let player = Reducer<Player, PlayerAction, World> { state, action, _ in
    switch action {
    case .set(let set): set(&state)
    case .tick(let tick): state.ticks.append(tick)
    }
    return .none
  }
  .subscription(to: { state in state.song.map { "\(state.name) \($0)" } }) { key, world in
    world.listen(key, PlayerAction.tick)
  }
  .subscriptions(for: \.rooms) { room, world in
    world.listen("room \(room)", PlayerAction.tick)
  }

  struct Screen: Equatable, Identifiable {
    let id: Int
    var player = Player()
  }

  struct Whole: Equatable {
    var player = Player()
    var optional: Player?
    var presented: Player?
    var stack: StackState<Player> = []
    var rows: IdentifiedArrayOf<Screen> = []
    var song: String?
    var picks = 0
    var sharing = Player(name: "sharing")
  }

  enum WholeAction: Sendable {
    case player(PlayerAction)
    case optional(PlayerAction)
    case presented(PresentationAction<PlayerAction>)
    case stack(StackAction<Player, PlayerAction>)
    case row(id: Int, action: PlayerAction)
    case sharing(PlayerAction)
    case pick(String?)
    case set(@Sendable (inout Whole) -> Void)
  }

  static let sharing = Reducer<Sharing<Player, String?>, PlayerAction, World> { state, action, _ in
    if case .tick(let tick) = action { state.ticks.append(tick) }
    return .none
  }
  .subscription(to: \.shared) { song, world in
    world.listen("shared \(song)", PlayerAction.tick)
  }

  /// A sibling of those that listen, which chooses the song and counts how often.
  static let picker = Reducer<Sharing<Int, String?>, String?, World> { state, song, _ in
    state.local += 1
    state.shared = song
    return .none
  }

  static let whole = Reducer<Whole, WholeAction, World>.combine(
    player.pullback(state: \.player, action: /WholeAction.player),
    player.optional().pullback(state: \.optional, action: /WholeAction.optional),
    player.forEach(stack: \.stack, action: /WholeAction.stack),
    player.pullback(state: \Screen.player, action: .`self`)
      .forEach(state: \.rows, action: /WholeAction.row),
    sharing.pullback(state: \.sharing, sharing: \.song, action: /WholeAction.sharing),
    picker.pullback(state: \.picks, sharing: \.song, action: /WholeAction.pick),
    Reducer { state, action, _ in
      if case .set(let set) = action { set(&state) }
      return .none
    }
  )
  .presenting(\.presented, action: /WholeAction.presented, player)

  private func makeStore(
    _ world: World,
    _ state: Whole = Whole()
  ) -> ManualStore<Whole, WholeAction> {
    ManualStore(initialState: state, reducer: Self.whole, environment: world)
  }

  // MARK: One key

  @Test func `an effect starts, is replaced and is cancelled with its key`() {
    let world = World()
    let store = makeStore(world)
    #expect(world.takeLog() == [])
    store.send(.player(.set { $0.song = "A" }))
    #expect(world.takeLog() == ["+player A"])
    world.live.value["player A"]?(1)
    store.send(.player(.set { $0.ticks.append(0) }))
    #expect(store.store.state.player.ticks == [1, 0])
    #expect(world.takeLog() == [])
    store.send(.player(.set { $0.song = "B" }))
    #expect(world.takeLog() == ["-player A", "+player B"])
    store.send(.player(.set { $0.song = nil }))
    #expect(world.takeLog() == ["-player B"])
    store.send(.player(.set { $0.song = "A" }))
    #expect(world.takeLog() == ["+player A"])
  }

  @Test func `a subscription follows changes by every reducer`() {
    let world = World()
    let store = makeStore(world)
    // The parent.
    store.send(.set { $0.player.song = "A" })
    #expect(world.takeLog() == ["+player A"])
    // A sibling, which shares the song.
    store.send(.pick("S"))
    #expect(world.takeLog() == ["+shared S"])
    store.send(.pick("S"))
    #expect(world.takeLog() == [])
    store.send(.pick("T"))
    #expect(world.takeLog() == ["-shared S", "+shared T"])
    store.send(.pick(nil))
    #expect(world.takeLog() == ["-shared T"])
    store.send(.pick("T"))
    #expect(world.takeLog() == ["+shared T"])
    #expect(store.store.state.picks == 5)
    store.send(
      .set { state in
        state.player.song = nil
        state.song = nil
      }
    )
    #expect(world.takeLog().sorted() == ["-player A", "-shared T"])
  }

  @Test func `an effect that has completed is not started again for the same key`() {
    let world = World()
    let store = makeStore(world)
    store.send(.player(.set { $0.song = "A" }))
    world.live.value["player A"]?(-1)
    store.send(.player(.set { _ in }))
    #expect(store.store.state.player.ticks == [-1])
    #expect(world.takeLog() == ["+player A", "-player A"])
    store.send(.player(.set { $0.song = "B" }))
    store.send(.player(.set { $0.song = "A" }))
    #expect(world.takeLog() == ["+player B", "-player B", "+player A"])
  }

  /// It follows the state, and not the action that has changed that.
  @MainActor @Test(arguments: [false, true])
  func `a subscription is independent of the task of the action that starts it`(
    isPresented: Bool
  ) async {
    let world = World()
    let store = Store(
      initialState: Whole(presented: Player()),
      reducer: Self.whole,
      environment: world
    )
    let set = { (song: String?) in
      isPresented
        ? WholeAction.presented(.presented(.set { $0.song = song }))
        : .player(.set { $0.song = song })
    }
    let first = store.send(set("A"))
    first.cancel()
    #expect(world.takeLog() == ["+player A"])
    world.live.value["player A"]?(1)
    await store.send(set("B")).finish()
    let ticks = isPresented ? store.state.presented?.ticks : store.state.player.ticks
    #expect(ticks == [1])
    #expect(world.takeLog() == ["-player A", "+player B"])
    store.send(.presented(.dismiss))
    #expect(world.takeLog() == (isPresented ? ["-player B"] : []))
  }

  @Test func `an effect continues if its key changes and changes back within a turn`() {
    let world = World()
    let store = makeStore(world, Whole(player: Player(song: "A")))
    store.send(
      .player(
        .set { state in
          state.song = nil
          state.song = "A"
        }
      )
    )
    #expect(world.takeLog() == ["+player A"])
  }

  // MARK: States that appear

  @Test func `an effect starts when a state with a key appears and ends when the state is removed`()
  {
    let world = World()
    let a = Player(name: "a", song: "A")
    let b = Player(name: "b", song: "B")
    let store = makeStore(world, Whole(player: a, presented: b))
    #expect(world.takeLog().sorted() == ["+a A", "+b B"])
    store.send(
      .set { state in
        state.optional = Player(name: "c", song: "C")
        state.stack = [Player(name: "d", song: "D"), Player(name: "e", song: "E")]
      }
    )
    #expect(world.takeLog().sorted() == ["+c C", "+d D", "+e E"])
    // The same id at five places.
    for live in world.live.value.values { live(1) }
    store.send(.set { _ in })
    let state = store.store.state
    #expect(state.player.ticks == [1])
    #expect(state.optional?.ticks == [1])
    #expect(state.presented?.ticks == [1])
    #expect(state.stack[id: 0]?.ticks == [1])
    #expect(state.stack[id: 1]?.ticks == [1])
    store.send(.stack(.popFrom(id: 1)))
    #expect(world.takeLog() == ["-e E"])
    store.send(.presented(.dismiss))
    #expect(world.takeLog() == ["-b B"])
    store.send(.set { $0.optional = nil })
    #expect(world.takeLog() == ["-c C"])
    store.send(.stack(.element(id: 0, action: .set { $0.song = "F" })))
    #expect(world.takeLog() == ["-d D", "+d F"])
    #expect(world.live.value.keys.sorted() == ["a A", "d F"])
  }

  struct Frame: Equatable {
    var screen: Screen?
  }

  enum FrameAction: Sendable {
    case screen(PresentationAction<PlayerAction>)
    case set(@Sendable (inout Frame) -> Void)
  }

  @Test func `a new child with the same key starts a new effect`() {
    let world = World()
    let reducer = Reducer<Frame, FrameAction, World> { state, action, _ in
      if case .set(let set) = action { set(&state) }
      return .none
    }
    .presenting(
      \.screen,
      action: /FrameAction.screen,
      Self.player.pullback(state: \Screen.player, action: .`self`)
    )
    let player = Player(name: "p", song: "A")
    let store = ManualStore(
      initialState: Frame(screen: Screen(id: 1, player: player)),
      reducer: reducer,
      environment: world
    )
    #expect(world.takeLog() == ["+p A"])
    // Taken away and put back.
    store.send(
      .set { state in
        state.screen = nil
        state.screen = Screen(id: 1, player: player)
      }
    )
    #expect(world.takeLog() == [])
    store.send(.set { $0.screen = Screen(id: 2, player: player) })
    #expect(world.takeLog().sorted() == ["+p A", "-p A"])
    store.send(.set { $0.screen = nil })
    #expect(world.takeLog() == ["-p A"])
  }

  @Test func `two stores with the same reducer follow their own keys`() {
    let worlds = [World(), World()]
    let stores = worlds.map { makeStore($0) }
    stores[0].send(.player(.set { $0.song = "A" }))
    stores[1].send(.player(.set { $0.song = "B" }))
    stores[0].send(.player(.set { $0.song = nil }))
    #expect(worlds.map { $0.takeLog() } == [["+player A", "-player A"], ["+player B"]])
    withExtendedLifetime(stores) {}
  }

  // MARK: Several keys

  @Test func `each key has its own effect`() {
    let world = World()
    let store = makeStore(world)
    store.send(.player(.set { $0.rooms = [3, 1, 2] }))
    #expect(world.takeLog() == ["+room 1", "+room 2", "+room 3"])
    store.send(.set { $0.player.rooms = [2, 4] })
    #expect(world.takeLog() == ["-room 1", "-room 3", "+room 4"])
    world.live.value["room 2"]?(2)
    store.send(.player(.set { $0.rooms = [] }))
    #expect(world.takeLog() == ["-room 2", "-room 4"])
    #expect(store.store.state.player.ticks == [2])
  }

  @Test func `the keys of an array start effects in order and only once`() {
    let world = World()
    let store = ManualStore(
      initialState: [5, 3, 5, 4],
      reducer: Reducer<[Int], [Int], World> { state, action, _ in
        state = action
        return .none
      }
      .subscriptions(for: { $0 }) { key, world in world.listen("\(key)") { [$0] } },
      environment: world
    )
    #expect(world.takeLog() == ["+5", "+3", "+4"])
    store.send([4, 4, 1])
    #expect(world.takeLog() == ["-5", "-3", "+1"])
  }

  // MARK: Elements of lists

  @Test func `an element's key is read after its own actions`() {
    let world = World()
    let store = makeStore(
      world,
      Whole(rows: [
        Screen(id: 1, player: Player(name: "one", song: "A")),
        Screen(id: 2, player: Player(name: "two")),
      ])
    )
    store.send(.row(id: 1, action: .set { _ in }))
    store.send(.row(id: 2, action: .set { $0.song = "B" }))
    store.send(.row(id: 2, action: .set { $0.ticks = [0] }))
    #expect(world.takeLog() == ["+one A", "+two B"])
    world.live.value["two B"]?(-1)
    store.send(.row(id: 2, action: .set { _ in }))
    #expect(store.store.state.rows[id: 2]?.player.ticks == [0, -1])
    // It has completed, and is not started again.
    #expect(world.takeLog() == ["-two B"])
    store.send(.row(id: 2, action: .set { $0.song = "C" }))
    store.send(.row(id: 1, action: .set { $0.song = nil }))
    #expect(world.takeLog() == ["+two C", "-one A"])
    store.send(.row(id: 1, action: .set { $0.rooms = [1, 2] }))
    store.send(.row(id: 1, action: .set { $0.rooms = [2, 3] }))
    #expect(world.takeLog() == ["+room 1", "+room 2", "-room 1", "+room 3"])
    store.send(.set { $0.rows = [] })
    #expect(world.live.value.isEmpty)
  }

  // MARK: In tests

  @Test func `a subscription runs in a test while its key is present, in every schedule`() {
    struct Watch: Equatable {
      var isOn = false
      var ticks = 0

      var key: Bool? { isOn ? true : nil }
    }
    enum WatchAction: Equatable, Sendable {
      case switchTapped
      case ticked
    }
    let watch = Reducer<Watch, WatchAction, TestScheduler<DispatchQueue>> { state, action, _ in
      switch action {
      case .switchTapped: state.isOn.toggle()
      case .ticked: state.ticks += 1
      }
      return .none
    }
    .subscription(to: \.key) { _, clock in
      Effect.timer(id: "ticks", every: 1, on: clock).map { _ in WatchAction.ticked }
    }
    explore(schedules: 200) {
      let clock = DispatchQueue.test
      let store = TestStore(initialState: Watch(), reducer: watch, environment: clock)
      store.send(.switchTapped) { $0.isOn = true }
      clock.advance(by: 1)
      store.receive(.ticked) { $0.ticks = 1 }
      store.send(.switchTapped) { $0.isOn = false }
      clock.advance(by: 5)
      store.send(.switchTapped) { $0.isOn = true }
      clock.advance(by: 1)
      store.receive(.ticked) { $0.ticks = 2 }
      store.send(.switchTapped) { $0.isOn = false }
    }
    withKnownIssue {
      let store = TestStore(
        initialState: Watch(isOn: true),
        reducer: watch,
        environment: DispatchQueue.test
      )
      _ = store
    } matching: {
      "\($0)".contains("timer, made at LockstepReducerTests/SubscriptionTests.swift")
    }
  }

  // MARK: Recursion

  struct Folder: Equatable, Identifiable {
    let id: Int
    var isOpen = false
    var child: Box?

    final class Box: Equatable, Sendable {
      let folder: Folder
      init(_ folder: Folder) { self.folder = folder }
      static func == (left: Box, right: Box) -> Bool { left.folder == right.folder }
    }

    var inner: Folder? {
      get { child?.folder }
      set { child = newValue.map(Box.init) }
    }
  }

  indirect enum FolderAction: Sendable {
    case toggle
    case inner(FolderAction)
  }

  @Test func `a recursive reducer has a separate subscription on each level`() {
    let world = World()
    let folder = Reducer<Folder, FolderAction, World>.recursive { folder in
      .combine(
        folder.optional().pullback(state: \.inner, action: /FolderAction.inner),
        Reducer { state, action, _ in
          if case .toggle = action { state.isOpen.toggle() }
          return .none
        }
      )
      .subscription(to: { $0.isOpen ? $0.id : nil }) { id, world in
        world.listen("folder \(id)") { _ in FolderAction.toggle }
      }
    }
    var state = Folder(id: 1)
    state.inner = Folder(id: 2, isOpen: true)
    let store = ManualStore(initialState: state, reducer: folder, environment: world)
    #expect(world.takeLog() == ["+folder 2"])
    store.send(.toggle)
    #expect(world.takeLog() == ["+folder 1"])
    // Without its key, the outer one ends, and the inner one goes on.
    store.send(.toggle)
    #expect(world.takeLog() == ["-folder 1"])
    store.send(.inner(.toggle))
    #expect(world.takeLog() == ["-folder 2"])
  }
}
