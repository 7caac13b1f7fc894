// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests effects with the same id that run by a policy.
@Suite struct PolicyTests {
  // MARK: A board of features, each of which uses the same id

  struct Cell: Equatable, Identifiable, Sendable {
    let id: Int
    var values: [Int] = []
  }

  enum CellAction: Sendable {
    case start(Effect<CellAction, Never>)
    case value(Int)
    case cancel
  }

  struct Board: Equatable, Sendable {
    var rows: IdentifiedArrayOf<Cell> = [Cell(id: 0), Cell(id: 1)]
    var own = Cell(id: 2)
    var values: [Int] = []
  }

  enum BoardAction: Sendable {
    case row(id: Int, action: CellAction)
    case own(CellAction)
    case start(Effect<BoardAction, Never>)
    case value(Int)
    case cancel
    case removeRow(Int)
  }

  static let cell = Reducer<Cell, CellAction, Void> { state, action, _ in
    switch action {
    case .start(let effect): return effect
    case .value(let value):
      state.values.append(value)
      return .none
    case .cancel: return .cancel(id: "kind")
    }
  }

  static let board = Reducer<Board, BoardAction, Void>.combine(
    cell.forEach(state: \.rows, action: /BoardAction.row),
    cell.pullback(state: \.own, action: /BoardAction.own),
    Reducer { state, action, _ in
      switch action {
      case .row, .own: return .none
      case .start(let effect): return effect
      case .value(let value):
        state.values.append(value)
        return .none
      case .cancel: return .cancel(id: "kind")
      case .removeRow(let id):
        state.rows.remove(id: id)
        return .none
      }
    }
  )

  /// The running effects and the started effects.
  struct Log: Sendable {
    var began = Recorder<[Int]>([])
    var live = Recorder<[Int: @Sendable () -> Void]>([:])

    /// Returns an effect that sends its number when it finishes.
    func effect<Action: Sendable>(
      _ number: Int,
      _ toAction: @escaping @Sendable (Int) -> Action
    ) -> Effect<Action, Never> {
      .run { subscriber in
        began.update { $0.append(number) }
        live.update { live in
          live[number] = {
            subscriber.send(toAction(number))
            subscriber.send(completion: .finished)
          }
        }
        return AnyCancellable { live.update { $0[number] = nil } }
      }
    }
  }

  enum Rule: CaseIterable, Sendable {
    case cancelPrevious
    case ignoreNew
    case queue
    /// Without a rule, but under the same id.
    case none

    func apply<Action>(to effect: Effect<Action, Never>) -> Effect<Action, Never> {
      switch self {
      case .cancelPrevious: effect.cancellable(id: "kind", whenRunning: .cancelPrevious)
      case .ignoreNew: effect.cancellable(id: "kind", whenRunning: .ignoreNew)
      case .queue: effect.cancellable(id: "kind", whenRunning: .queue)
      case .none: effect.cancellable(id: "kind")
      }
    }
  }

  /// The rules in a few words.
  struct Model {
    struct Entry {
      let number: Int
      let place: Int
      var isWaiting: Bool
      /// The effects that must end before this effect starts.
      var before: Set<Int> = []
    }

    var entries: [Entry] = []
    var began: [Int] = []
    var values: [Int: [Int]] = [:]

    var running: Set<Int> { Set(entries.filter { $0.isWaiting == false }.map(\.number)) }

    mutating func start(_ number: Int, _ place: Int, _ rule: Rule) {
      let others = entries.filter { $0.place == place }
      switch rule {
      case .ignoreNew where others.isEmpty == false: return
      case .cancelPrevious: remove { $0.place == place }
      case .queue where others.isEmpty == false:
        let before = Set(others.map(\.number))
        entries.append(Entry(number: number, place: place, isWaiting: true, before: before))
        return
      case .ignoreNew, .queue, .none: break
      }
      began.append(number)
      entries.append(Entry(number: number, place: place, isWaiting: false))
    }

    /// Ends effects and starts the effects that wait for them.
    mutating func remove(where isRemoved: (Entry) -> Bool) {
      let removed = Set(entries.filter(isRemoved).map(\.number))
      entries.removeAll { removed.contains($0.number) }
      for index in entries.indices where entries[index].isWaiting {
        entries[index].before.subtract(removed)
        guard entries[index].before.isEmpty else { continue }
        entries[index].isWaiting = false
        began.append(entries[index].number)
      }
    }

    mutating func finish(_ number: Int) {
      guard let entry = entries.first(where: { $0.number == number }) else { return }
      values[entry.place, default: []].append(number)
      remove { $0.number == number }
    }
  }

  /// The places: two rows, a child, and the board itself.
  static let boardPlace = 3

  static func start(
    _ number: Int,
    _ place: Int,
    _ rule: Rule,
    _ log: Log
  ) -> BoardAction {
    if place == boardPlace {
      return .start(rule.apply(to: log.effect(number) { BoardAction.value($0) }))
    }
    let action = CellAction.start(rule.apply(to: log.effect(number) { CellAction.value($0) }))
    return place == 2 ? .own(action) : .row(id: place, action: action)
  }

  @Test(arguments: [[Rule.cancelPrevious], [.ignoreNew], [.queue], Rule.allCases])
  @MainActor func `each policy behaves like its model in random runs`(rules: [Rule]) {
    for seed in 0..<60 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      var model = Model()
      let log = Log()
      let store = Store(initialState: Board(), reducer: Self.board, environment: ())
      var tasks: [Int: StoreTask] = [:]
      for number in 0..<40 {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0..<6:
          let rule = rules[Int.random(in: rules.indices, using: &generator)]
          let place = Int.random(in: 0...3, using: &generator)
          guard place > 1 || store.state.rows[id: place] != nil else { continue }
          model.start(number, place, rule)
          tasks[number] = store.send(Self.start(number, place, rule, log))
        case 6..<9:
          guard let chosen = model.running.sorted().randomElement(using: &generator) else {
            continue
          }
          model.finish(chosen)
          log.live.value[chosen]?()
          // Values that effects have sent from outside are taken in the next turn.
          store.send(.row(id: 1, action: .value(-1)))
          model.values[1, default: []].append(-1)
        case 9:
          let place = Int.random(in: 1...2, using: &generator)
          model.remove { $0.place == place }
          store.send(place == 1 ? .row(id: 1, action: .cancel) : .own(.cancel))
        case 10:
          guard let chosen = model.entries.map(\.number).randomElement(using: &generator) else {
            continue
          }
          model.remove { $0.number == chosen }
          tasks[chosen]?.cancel()
        default:
          if Bool.random(using: &generator) {
            model.remove { _ in true }
            store.send(.cancel)
          } else if store.state.rows[id: 0] != nil {
            model.remove { $0.place == 0 }
            store.send(.removeRow(0))
            model.values[0] = nil
          }
        }
        #expect(log.began.value == model.began, "seed \(seed), step \(number)")
        #expect(Set(log.live.value.keys) == model.running, "seed \(seed), step \(number)")
      }
      #expect(store.state.rows[id: 0]?.values ?? [] == model.values[0] ?? [], "seed \(seed)")
      #expect(store.state.rows[id: 1]?.values == model.values[1] ?? [], "seed \(seed)")
      #expect(store.state.own.values == model.values[2] ?? [], "seed \(seed)")
      #expect(store.state.values == model.values[3] ?? [], "seed \(seed)")
    }
  }

  // MARK: In tests, with tasks

  struct Jobs: Equatable {
    var done: [Int] = []
  }

  enum JobsAction: Equatable, Sendable {
    case start(Int)
    case done(Int)
  }

  struct JobsWorld: Sendable {
    var policy = EffectPolicy.queue
    var clock = DispatchQueue.test
    var live = Recorder<Set<Int>>([])
    var began = Recorder<[Int]>([])
    var most = Recorder(0)

    func work(_ number: Int) async -> Int {
      began.update { $0.append(number) }
      live.update { $0.insert(number) }
      most.update { $0 = max($0, live.value.count) }
      try? await clock.sleep(for: 1)
      live.update { $0.remove(number) }
      return number
    }
  }

  static let jobs = Reducer<Jobs, JobsAction, JobsWorld> { state, action, world in
    switch action {
    case .start(let number):
      return Effect.task { await world.work(number) }
        .map(JobsAction.done)
        .cancellable(id: "jobs", whenRunning: world.policy)
    case .done(let number):
      state.done.append(number)
      return .none
    }
  }

  @Test func `queued effects run one after another in every schedule`() {
    explore(schedules: 200) {
      let world = JobsWorld()
      let store = TestStore(initialState: Jobs(), reducer: Self.jobs, environment: world)
      for number in 1...4 { store.send(.start(number)) }
      for number in 1...4 {
        world.clock.advance(by: 1)
        store.receive(.done(number)) { $0.done = Array(1...number) }
      }
      #expect(world.began.value == [1, 2, 3, 4])
      #expect(world.most.value == 1)
    }
  }

  @Test func `only the first or the latest effect runs in every schedule, depending on the policy`()
  {
    for (policy, expected) in [(EffectPolicy.ignoreNew, 1), (.cancelPrevious, 4)] {
      explore(schedules: 200) {
        let world = JobsWorld(policy: policy)
        let store = TestStore(initialState: Jobs(), reducer: Self.jobs, environment: world)
        for number in 1...4 { store.send(.start(number)) }
        world.clock.advance(by: 1)
        store.receive(.done(expected)) { $0.done = [expected] }
        // A completed effect does not block other effects.
        store.send(.start(5))
        world.clock.advance(by: 1)
        store.receive(.done(5)) { $0.done = [expected, 5] }
      }
    }
  }

  @Test func `the turn of the last value can start the next effect`() {
    struct Poll: Equatable { var count = 0 }
    enum PollAction: Equatable, Sendable {
      case start
      case polled
    }
    let poll = Reducer<Poll, PollAction, TestScheduler<DispatchQueue>> { state, action, clock in
      if action == .polled { state.count += 1 }
      return Effect(value: PollAction.polled)
        .deferred(for: 1, scheduler: clock)
        .cancellable(id: "poll", whenRunning: .ignoreNew)
    }
    let clock = DispatchQueue.test
    let store = TestStore(initialState: Poll(), reducer: poll, environment: clock)
    store.send(.start)
    for count in 1...3 {
      clock.advance(by: 1)
      store.receive(.polled) { $0.count = count }
    }
    // Not a second one beside it.
    store.send(.start)
    clock.advance(by: 1)
    store.receive(.polled) { $0.count = 4 }
    store.skipRunning()
  }

  @Test func `a failure names an effect that still waits at the end of a test`() {
    let world = JobsWorld()
    let line: UInt = #line
    withKnownIssue {
      let store = TestStore(
        initialState: Jobs(),
        reducer: Reducer<Jobs, JobsAction, JobsWorld> { _, action, world in
          guard case .start(let number) = action else { return .none }
          return Effect.task(name: "job \(number)") { await world.work(number) }
            .map(JobsAction.done)
            .cancellable(id: "jobs", whenRunning: .queue)
        },
        environment: world
      )
      store.send(.start(1))
      store.send(.start(2))
    } matching: { issue in
      let text = "\(issue)"
      return text.contains(
        "task \"job 1\", made at LockstepReducerTests/PolicyTests.swift:\(line + 6)"
      )
        && text.contains(
          "task \"job 2\", made at LockstepReducerTests/PolicyTests.swift:\(line + 6)"
        )
    }
    #expect(world.began.value == [1])
  }

  @Test func `ending all effects does not start a waiting effect`() {
    let world = JobsWorld()
    let store = TestStore(initialState: Jobs(), reducer: Self.jobs, environment: world)
    for number in 1...3 { store.send(.start(number)) }
    store.skipRunning()
    #expect(world.began.value == [1])
  }

  @Test @MainActor func `cancelling a task cancels its waiting effects without starting them`() {
    let log = Log()
    let store = Store(initialState: Board(), reducer: Self.board, environment: ())
    let parts = (0..<3).map {
      log.effect($0, CellAction.value).cancellable(id: "kind", whenRunning: .queue)
    }
    let task = store.send(.own(.start(.merge(parts))))
    store.send(Self.start(3, 2, .queue, log))
    #expect(log.began.value == [0])
    task.cancel()
    #expect(log.began.value == [0, 3])
    #expect(Set(log.live.value.keys) == [3])
  }

  @Test func `parts of one effect wait for each other, and what follows them is last`() {
    let world = JobsWorld()
    let reducer = Reducer<Jobs, JobsAction, JobsWorld> { state, action, world in
      switch action {
      case .start:
        return .concatenate(
          .merge(
            (1...3).map { number in
              Effect.task { await world.work(number) }
                .map(JobsAction.done)
                .cancellable(id: "jobs", whenRunning: .queue)
            }
          ),
          Effect(value: .done(0))
        )
      case .done(let number):
        state.done.append(number)
        return .none
      }
    }
    let store = TestStore(initialState: Jobs(), reducer: reducer, environment: world)
    store.send(.start(0))
    for number in 1...3 {
      world.clock.advance(by: 1)
      store.receive(.done(number)) { $0.done.append(number) }
    }
    store.receive(.done(0)) { $0.done = [1, 2, 3, 0] }
    #expect(world.most.value == 1)
  }

  @Test @MainActor func `a queue begins anew behind what has taken the place of all of it`() {
    let log = Log()
    let store = Store(initialState: Board(), reducer: Self.board, environment: ())
    for number in 0..<3 { store.send(Self.start(number, 2, .queue, log)) }
    store.send(Self.start(3, 2, .cancelPrevious, log))
    for number in 4..<6 { store.send(Self.start(number, 2, .queue, log)) }
    #expect(log.began.value == [0, 3])
    log.live.value[3]?()
    store.send(.value(0))
    #expect(log.began.value == [0, 3, 4])
    log.live.value[4]?()
    store.send(.value(0))
    #expect(log.began.value == [0, 3, 4, 5])
  }

  // MARK: Many

  @Test @MainActor func `ten thousand waiting effects are cancelled without being started`() {
    for isOneByOne in [true, false] {
      let log = Log()
      var store: Store? = Store(initialState: Board(), reducer: Self.board, environment: ())
      let tasks = (0..<10_000).compactMap { store?.send(Self.start($0, 2, .queue, log)) }
      if isOneByOne {
        for task in tasks.dropFirst() { task.cancel() }
        tasks[0].cancel()
      } else {
        store?.send(.own(.cancel))
      }
      #expect(log.began.value == [0])
      #expect(log.live.value.isEmpty)
      _ = store?.send(Self.start(10_000, 2, .queue, log))
      _ = store?.send(Self.start(10_001, 2, .queue, log))
      #expect(log.began.value == [0, 10_000])
      store = nil
      #expect(log.began.value == [0, 10_000])
      #expect(log.live.value.isEmpty)
    }
  }

  @Test @MainActor func `ten thousand queued effects run one after another`() {
    let log = Log()
    let store = Store(initialState: Board(), reducer: Self.board, environment: ())
    let numbers = Array(0..<10_000)
    for number in numbers { store.send(Self.start(number, 2, .queue, log)) }
    for number in numbers {
      log.live.value[number]?()
      store.send(.row(id: 0, action: .value(number)))
    }
    #expect(log.began.value == numbers)
    #expect(store.state.own.values == numbers)
  }

  @Test func `an empty effect with a policy does nothing`() {
    for policy in EffectPolicy.allCases {
      let store = TestStore(initialState: Jobs(), reducer: Self.idle(policy), environment: ())
      store.send(.start(1))
    }
  }

  private static func idle(_ policy: EffectPolicy) -> Reducer<Jobs, JobsAction, Void> {
    Reducer { _, _, _ in Effect.none.cancellable(id: "jobs", whenRunning: policy) }
  }
}
