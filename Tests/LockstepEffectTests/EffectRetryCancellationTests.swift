// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Retried effects that are cancelled, or whose state is removed.
@Suite struct EffectRetryCancellationTests {
  struct Broken: Error, Equatable {}

  /// Work that fails after half a second, and records when it starts, fails and is released.
  struct World: Sendable {
    let clock = DispatchQueue.test
    let events = Recorder<[String]>([])
    private let start: SchedulerTime<DispatchQueue>

    init() { start = clock.now }

    private func note(_ event: String) {
      let time = start.distance(to: clock.now).timeInterval
      events.update { $0.append("\(event) \(time)") }
    }

    /// The attempts start at 0, 1.5 and 4 seconds; the last one fails at 4.5 seconds.
    var load: Effect<Int, Broken> {
      Effect.run { subscriber in
        note("starts")
        let work = clock.schedule(after: clock.now.advanced(by: 0.5)) {
          note("fails")
          subscriber.send(completion: .failure(Broken()))
        }
        return AnyCancellable {
          work.cancel()
          note("released")
        }
      }
      .retry(.exponential(attempts: 3, from: 1), on: clock)
    }
  }

  private static let firstAttempt = ["starts 0.0", "fails 0.5", "released 0.5"]

  /// The time at which an effect ends, and the events up to that time.
  struct Moment: Sendable {
    let seconds: SchedulerStride
    let events: [String]
  }

  private static let moments = [
    Moment(seconds: 0.25, events: ["starts 0.0", "released 0.25"]),
    Moment(seconds: 1, events: firstAttempt),
  ]

  // MARK: Cancellation

  @Test func `cancelling during an attempt cancels the attempt and prevents the next`() {
    let world = World()
    let run = EffectRun(world.load.cancellable(id: "load"))
    world.clock.advance(by: 1.75)
    run.start(.cancel(id: "load"))
    let events = Self.firstAttempt + ["starts 1.5", "released 1.75"]
    #expect(world.events.value == events)
    #expect(run.picture == "| |")
    world.clock.advance(by: 100)
    #expect(world.events.value == events)
    #expect(run.picture == "| |")
  }

  @Test func `cancelling during a delay prevents the next attempt`() {
    let world = World()
    let run = EffectRun(world.load.cancellable(id: "load"))
    world.clock.advance(by: 1)
    run.start(.cancel(id: "load"))
    #expect(world.events.value == Self.firstAttempt)
    #expect(run.picture == "| |")
    world.clock.advance(by: 100)
    #expect(world.events.value == Self.firstAttempt)
    #expect(run.picture == "| |")
  }

  @Test(arguments: 0..<18)
  func `a cancelled retry starts, fails and sends nothing, whenever it is cancelled`(step: Int) {
    let time = Double(step) / 4
    let world = World()
    let run = EffectRun(world.load.cancellable(id: "load"))
    world.clock.advance(by: .seconds(time))
    #expect(run.picture == "")
    run.start(.cancel(id: "load"))
    #expect(run.picture == "| |")
    let events = world.events.value
    let starts: [Double] = [0, 1.5, 4].filter { $0 <= time }
    #expect(events.filter { $0.hasPrefix("starts") } == starts.map { "starts \($0)" })
    #expect(events.count { $0.hasPrefix("released") } == events.count { $0.hasPrefix("starts") })
    world.clock.advance(by: 100)
    #expect(world.events.value == events)
    #expect(run.picture == "| |")
  }

  @Test func `an attempt that cancels its own effect is the last attempt`() {
    let clock = DispatchQueue.test
    let attempts = Recorder(0)
    let effect = Effect<Int, Broken>.concatenate(
      Effect.lazy {
        attempts.update { $0 += 1 }
        return attempts.value == 2 ? .cancel(id: "load") : .none
      },
      Effect(error: Broken())
    )
    let run = EffectRun(
      effect.retry(.exponential(attempts: 5, from: 1), on: clock).cancellable(id: "load")
    )
    clock.advance(by: 100)
    #expect(attempts.value == 2)
    #expect(run.picture == "|")
  }

  // MARK: Children

  struct Item: Equatable, Identifiable {
    let id: Int
    var failures = 0
  }

  enum ItemAction: Equatable {
    case load
    case failed
  }

  static let item = Reducer<Item, ItemAction, World> { item, action, world in
    switch action {
    case .load:
      return world.load.map { _ in .failed }.catch { _ in Effect(value: .failed) }
    case .failed:
      item.failures += 1
      return .none
    }
  }

  struct List: Equatable {
    var items: IdentifiedArrayOf<Item> = []
    var sheet: Item?
  }

  enum ListAction: Equatable {
    case item(id: Int, action: ItemAction)
    case removed(id: Int)
    case sheet(PresentationAction<ItemAction>)
    case sheetReplaced(id: Int)
  }

  static let list = Reducer<List, ListAction, World>.combine(
    item.forEach(state: \.items, action: /ListAction.item),
    Reducer { list, action, _ in
      switch action {
      case .removed(let id): list.items.remove(id: id)
      case .sheetReplaced(let id): list.sheet = Item(id: id)
      case .item, .sheet: break
      }
      return .none
    }
  )
  .presenting(\.sheet, action: /ListAction.sheet, item)

  @Test(arguments: moments)
  func `removing an element cancels its attempts`(moment: Moment) {
    let world = World()
    let store = TestStore(
      initialState: List(items: [Item(id: 1), Item(id: 2)]),
      reducer: Self.list,
      environment: world
    )
    store.send(.item(id: 1, action: .load))
    world.clock.advance(by: moment.seconds)
    store.send(.removed(id: 1)) { $0.items = [Item(id: 2)] }
    #expect(world.events.value == moment.events)
    world.clock.advance(by: 100)
    #expect(world.events.value == moment.events)
  }

  @Test func `an element that remains continues its attempts`() {
    let world = World()
    let store = TestStore(
      initialState: List(items: [Item(id: 1), Item(id: 2)]),
      reducer: Self.list,
      environment: world
    )
    store.send(.item(id: 1, action: .load))
    world.clock.advance(by: 1)
    store.send(.item(id: 2, action: .load))
    store.send(.removed(id: 1)) { $0.items = [Item(id: 2)] }
    world.clock.advance(by: 4.5)
    store.receive(.item(id: 2, action: .failed)) { $0.items[id: 2]?.failures = 1 }
    let starts = world.events.value.filter { $0.hasPrefix("starts") }
    #expect(starts == ["starts 0.0", "starts 1.0", "starts 2.5", "starts 5.0"])
  }

  @Test(arguments: moments, [ListAction.sheet(.dismiss), .sheetReplaced(id: 2)])
  func `dismissing or replacing a sheet cancels the attempts of its effect`(
    moment: Moment,
    action: ListAction
  ) {
    let world = World()
    let store = TestStore(
      initialState: List(sheet: Item(id: 1)),
      reducer: Self.list,
      environment: world
    )
    store.send(.sheet(.presented(.load)))
    world.clock.advance(by: moment.seconds)
    store.send(action) { $0.sheet = action == .sheet(.dismiss) ? nil : Item(id: 2) }
    #expect(world.events.value == moment.events)
    world.clock.advance(by: 100)
    #expect(world.events.value == moment.events)
  }
}
