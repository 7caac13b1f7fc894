// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// The values that an effect has sent when the first of them takes away the state of the
/// effect's child: every constructor and operator, every composition, every store.
///
/// `1 2!` reads: 1 was received, 2 was received and reported as unhandled. What was dropped is not there.
@Suite struct ClosingEffectTests {
  /// A way to remove the state.
  private struct Way: Sendable {
    enum Time {
      /// The turn of the first value, which the effect has sent.
      case firstValue
      /// The turn of the action that starts the effect.
      case start
      /// The turn of an action that was in the queue before the effect sent anything.
      case before
    }

    var title: String
    var composition: Composition
    var time = Time.firstValue
    var change: @Sendable (inout House) -> Void

    init(
      _ title: String,
      _ composition: Composition,
      at time: Time = .firstValue,
      _ change: (@Sendable (inout House) -> Void)? = nil
    ) {
      self.title = title
      self.composition = composition
      self.time = time
      self.change = change ?? composition.remove
    }

    static let all = [
      Self("opt.", .optional),
      Self("case", .enumCase),
      Self("path", .optionalPath),
      Self("elem.", .identifiedArray),
      Self("key", .dictionary),
      Self("pos.", .array),
      // The value is another one, the element was removed and a new one inserted.
      Self("repl.", .optional, Composition.optional.keep),
      Self("reins.", .identifiedArray, Composition.identifiedArray.keep),
      Self("start", .optional, at: .start),
      Self("before", .optional, at: .before),
      Self("pres.", .presented),
      Self("p.rep.", .presented, Composition.presented.keep),
      Self("stack", .stack),
      Self("popped", .stack) { $0.screens.pop(from: 0) },
      Self("reset", .stack) { $0.screens = [Guest(), Guest()] },
    ]

    /// The first action of the test.
    func first(_ start: GuestAction) -> HouseAction {
      time == .before ? .ownValue(0) : composition.action(start)
    }

    func reducer(_ start: GuestAction, _ seen: Recorder<[HouseAction]>) -> HouseReducer {
      .combine(
        composition.reducer(),
        HouseReducer { state, action, _ in
          seen.update { $0.append(action) }
          switch (action.guestAction, time) {
          case (.value(1), .firstValue), (.start, .start), (.startPlain, .start): change(&state)
          default: break
          }
          guard case .ownValue = action else { return .none }
          return .merge(
            Effect(value: composition.action(start)),
            Effect(value: .set(change))
          )
        }
      )
    }
  }

  // MARK: The table

  private static let table = """
                              opt.   case   path   elem.  key    pos.   repl.  reins. start  before pres.  p.rep. stack  popped reset
    values                    1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    1! 2!  1! 2!  1 2!   1 2    1 2!   1 2!   1 2!
    value, callback           1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    1!     1!     1 2!   1 2    1 2!   1 2!   1 2!
    callback, value           1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    2!     2!     1 2!   1 2    1 2!   1 2!   1 2!
    value, task               1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    1!     1!     1 2!   1 2    1 2!   1 2!   1 2!
    concatenate               1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    sync                      1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    future                    1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    task                      1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    run                       1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    run, waits before         1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    run, waits between        1      1      1      1      1      1      1 2    1 2    -      -      1      1 2    1      1      1
    run, value                1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    callback                  1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    sequence                  1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    timer                     1      1      1      1      1      1      1 2    1 2    -      -      1      1 2    1      1      1
    subject                   1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    callback, other thread    1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    deferred                  1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    merge                     1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    map                       1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    compactMap                1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    filter                    1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    tryMap                    1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    flatMap                   1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    catch                     1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    catchToEffect             1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    replaceError              1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    ignoreFailure             1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    mapError                  1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    prefix                    1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    removeDuplicates          1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    handleEvents              1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    decode                    1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    cancellable               1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    merge, in a concatenation 1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    concatenation, in a merge 1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    receive, immediate        1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    receive, test             1      1      1      1      1      1      1 2    1 2    -      -      1      1 2    1      1      1
    delay, immediate          1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    delay, test               1      1      1      1      1      1      1 2    1 2    -      -      1      1 2    1      1      1
    deferred for, test        1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    subscribe, test           1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    debounce, immediate       1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    debounce, test            1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    throttle, immediate       1 2!   1 2!   1 2!   1 2!   1 2!   1 2!   1 2    1 2    -      -      1 2!   1 2    1 2!   1 2!   1 2!
    throttle, test            1      1      1      1      1      1      1 2    1 2    -      -      1      1 2    1      1      1
    """

  /// Returns the rows of the table for some of the effects.
  private static func table(_ isIncluded: (ClosingEffect) -> Bool) -> String {
    let names = ClosingEffect.all.filter(isIncluded).map(\.description)
    return table.split(separator: "\n").enumerated()
      .filter { index, line in index == 0 || names.contains { line.hasPrefix(pad($0, to: 26)) } }
      .map(\.element)
      .joined(separator: "\n")
  }

  private static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func row(_ title: String, _ cells: [String]) -> String {
    let line = pad(title, to: 26) + cells.map { pad($0, to: 7) }.joined()
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  /// Returns a table of the results that a store produces for some of the effects.
  private static func makeTable(
    _ isIncluded: (ClosingEffect) -> Bool,
    _ run: (Way, Surroundings, GuestAction, Recorder<[HouseAction]>) -> Void
  ) -> String {
    let rows = ClosingEffect.all.filter(isIncluded).map { effect in
      row(
        effect.description,
        Way.all.map { way in
          let around = Surroundings()
          around.scheduleSubject()
          let seen = Recorder<[HouseAction]>([])
          let issues = withReportedIssues { run(way, around, effect.start(around), seen) }
          return cell(seen.value, issues.map(\.message))
        }
      )
    }
    return ([row("", Way.all.map(\.title))] + rows).joined(separator: "\n")
  }

  /// Returns the received values as text, with a `!` after each reported value.
  private static func cell(_ seen: [HouseAction], _ issues: [String]) -> String {
    let values = seen.compactMap { action -> Int? in
      if case .value(let value)? = action.guestAction { value } else { nil }
    }
    var unhandled = issues.compactMap { message -> Int? in
      guard message.contains("received an action while") else { return nil }
      let text = message.replacing(" ", with: "")
      return [1, 2].first { text.contains("GuestAction.value(\n\($0)\n") }
    }
    guard unhandled.count == issues.count else { return issues.joined(separator: "\n") }
    let texts = values.map { value in
      guard unhandled.first == value else { return "\(value)" }
      unhandled.removeFirst()
      return "\(value)!"
    }
    return texts.isEmpty ? "-" : texts.joined(separator: " ")
  }

  // MARK: The stores

  @Test func `a store without an actor produces the results of the table`() {
    let table = Self.makeTable { _ in
      true
    } _: { way, around, start, seen in
      let store = ManualStore(
        initialState: way.composition.initialState,
        reducer: way.reducer(start, seen),
        environment: ()
      )
      store.send(way.first(start))
      around.clock.advance(by: 3)
    }
    #expect(table == Self.table)
  }

  /// Each action is received by the test, in order, and nothing is left.
  private static func test(
    _ way: Way,
    _ around: Surroundings,
    _ start: GuestAction,
    _ seen: Recorder<[HouseAction]>,
    _ schedule: Schedule
  ) {
    let store = TestStore(
      initialState: way.composition.initialState,
      reducer: way.reducer(start, seen),
      environment: (),
      schedule: schedule
    )
    store.exhaustivity.remove(.stateChanges)
    store.send(way.first(start))
    around.clock.advance(by: 3)
    // Late actions have not been seen yet.
    guard schedule == .fifo else { return store.skipReceived() }
    for action in seen.value.dropFirst() {
      store.receive(.`self`, where: { Dump($0).text == Dump(action).text })
    }
  }

  @Test func `in a test store`() {
    let table = Self.makeTable { _ in
      true
    } _: {
      Self.test($0, $1, $2, $3, .fifo)
    }
    #expect(table == Self.table)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `values sent together have the same result under random schedules`(seed: UInt64) {
    let table = Self.makeTable {
      $0.sending != .apart
    } _: {
      Self.test($0, $1, $2, $3, .random(seed: seed))
    }
    #expect(table == Self.table { $0.sending != .apart })
  }

  /// Runs the effect of a cell in a store on the main actor, whose scheduler is the main queue.
  @MainActor private static func live(_ way: Way, _ effect: ClosingEffect) async -> String {
    let seen = Recorder<[HouseAction]>([])
    let issues = await withReportedIssues {
      let around = Surroundings(AnyScheduler(LiveClock()))
      around.scheduleSubject()
      let start = effect.start(around)
      let store = Store(
        initialState: way.composition.initialState,
        reducer: way.reducer(start, seen),
        environment: ()
      )
      store.send(way.first(start))
      // Each pause is longer than a pause of the effect that starts at the same time.
      for _ in 0..<5 { try? await around.scheduler.sleep(for: 2) }
      withExtendedLifetime(store) {}
    }
    return cell(seen.value, issues.map(\.message))
  }

  /// Without what a thread sends in two steps after a suspension: a live store may take the first value before the
  /// second one is sent.
  @Test @MainActor func `in a live store`() async {
    var rows = [Self.row("", Way.all.map(\.title))]
    for effect in ClosingEffect.all where effect.sending != .togetherLater {
      var cells = [String](repeating: "", count: Way.all.count)
      await withTaskGroup(of: (Int, String).self) { group in
        for (index, way) in Way.all.enumerated() {
          group.addTask { (index, await Self.live(way, effect)) }
        }
        for await (index, cell) in group { cells[index] = cell }
      }
      rows.append(Self.row(effect.description, cells))
    }
    #expect(rows.joined(separator: "\n") == Self.table { $0.sending != .togetherLater })
  }

  @Test func `a queued starting action produces the results of the table`() {
    let table = Self.makeTable { _ in
      true
    } _: { way, around, start, seen in
      let store = ManualStore(
        initialState: way.composition.initialState,
        reducer: way.reducer(start, seen),
        environment: ()
      )
      let observation = store.store.observe(removeDuplicates: { _, _ in false }) { _, _ in
        guard seen.value.count == 1 else { return }
        store.store.send(way.first(start))
      }
      store.send(.set { _ in })
      observation.cancel()
      around.clock.advance(by: 3)
    }
    #expect(table == Self.table)
  }
}

extension HouseAction {
  /// The child's action in this action.
  var guestAction: GuestAction? {
    switch self {
    case .child(let action), .room(_, let action), .player(_, let action), .square(_, let action):
      action
    case .presented(.presented(let action)), .screens(.element(_, let action)): action
    case .presented, .screens, .set, .own, .ownValue: nil
    }
  }
}

/// The main queue, on which a second takes a millisecond, and whose work reports to the task that has made this.
private struct LiveClock: Scheduler, Sendable {
  private static let scale: Int64 = 1_000

  private let main = DispatchQueue.main.eraseToAnyScheduler()
  private let reporter = IssueReporting.current.bound()

  var now: SchedulerTime<Never> {
    SchedulerTime(nanoseconds: main.now.nanoseconds * Self.scale)
  }

  private func bound(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    { IssueReporting.withReporter(reporter, operation: work) }
  }

  private func real(_ instant: SchedulerTime<Never>) -> SchedulerTime<DispatchQueue> {
    SchedulerTime(nanoseconds: instant.nanoseconds / Self.scale)
  }

  func schedule(_ work: @escaping @Sendable () -> Void) {
    main.schedule(bound(work))
  }

  func schedule(
    after instant: SchedulerTime<Never>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    main.schedule(after: real(instant), bound(work))
  }

  func schedule(
    after instant: SchedulerTime<Never>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    main.schedule(
      after: real(instant),
      interval: .nanoseconds(interval.nanoseconds / Self.scale),
      bound(work)
    )
  }
}
