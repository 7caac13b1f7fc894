// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting

/// Something that a running effect does.
struct TimedEvent: Sendable, Equatable, CustomStringConvertible {
  enum Kind: Sendable, Equatable {
    case value(Int)
    case work(Int)
  }

  var time: Int64
  var kind: Kind

  var isValue: Bool {
    if case .value = kind { true } else { false }
  }

  var description: String { "\(time): \(kind)" }
}

/// All that an effect does, and how it ends.
///
/// Timelines are the same if the same values are sent in the same order, and the same work is done in
/// the same order; values and work of the same instant are not compared with each other.
struct Timeline: Sendable, Equatable, CustomStringConvertible {
  struct End: Sendable, Equatable {
    var time: Int64
    var failure: Problem?
  }

  var events: [TimedEvent] = []
  /// `nil` if it goes on for ever.
  var end: End?

  var description: String {
    let end = end.map { "\($0.time): \($0.failure.map { "x(\($0))" } ?? "|")" }
    return (events.map(\.description) + [end ?? "..."]).joined(separator: ", ")
  }

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.values == rhs.values && lhs.works == rhs.works && lhs.end == rhs.end
  }

  var values: [TimedEvent] { events.filter { $0.isValue } }

  /// The values without their times.
  var numbers: [Int] {
    events.compactMap { event in
      if case .value(let value) = event.kind { value } else { nil }
    }
  }

  var works: [TimedEvent] { events.filter { $0.isValue == false } }

  /// The rest of it if it is cancelled at an instant, after the events of that instant.
  func cancelled(at time: Int64) -> Timeline {
    if let end, end.time <= time { return self }
    return Timeline(events: events.filter { $0.time <= time }, end: End(time: time))
  }

  /// Runs the effect of a tree until nothing waits any more, or until it is cancelled.
  init(
    running tree: EffectTree,
    in world: EffectTreeWorld = EffectTreeWorld(),
    cancelledAt cancellation: Int64? = nil
  ) {
    self.init(in: world, cancelledAt: cancellation) { world in tree.effect(in: world) }
  }

  /// Runs an effect in a world until nothing waits any more, or until it is cancelled.
  init(
    in world: EffectTreeWorld = EffectTreeWorld(),
    cancelledAt cancellation: Int64? = nil,
    running makeEffect: @escaping @Sendable (EffectTreeWorld) -> Effect<Int, Problem>
  ) {
    enum Action: Sendable {
      case start
      case value(Int)
      case end(Problem?)
      case cancel
    }
    typealias Actions = Effect<Action, Never>
    let reducer = Reducer<Timeline, Action, EffectTreeWorld> { timeline, action, world in
      let now = world.clock.now.nanoseconds
      switch action {
      case .start:
        let end = Recorder<Problem?>(nil)
        let values = makeEffect(world)
          .map(Action.value)
          .catch { failure -> Actions in
            end.set(failure)
            return .none
          }
          .cancellable(id: "all")
        return .concatenate(values, .lazy { Effect(value: .end(end.value)) })
      case .value(let value):
        timeline.events.append(TimedEvent(time: now, kind: .value(value)))
      case .end(let failure):
        timeline.end = End(time: now, failure: failure)
      case .cancel:
        return .cancel(id: "all")
      }
      return .none
    }
    world.scheduleSubject()
    let store = ManualStore(initialState: Timeline(), reducer: reducer, environment: world)
    store.send(.start)
    if let cancellation {
      world.clock.advance(to: SchedulerTime(nanoseconds: cancellation))
      store.send(.cancel)
      world.heldAfterCancel.set(world.census.count)
    } else {
      world.clock.run()
    }
    self = store.store.state
    let works = world.works.value
    events = Self.sorted(events + works)
    if cancellation != nil {
      // Nothing follows.
      let state = store.store.state
      world.clock.run()
      if store.store.state != state || world.works.value != works { end = nil }
    }
  }

  /// When the subject of a world sends: never when something of a tree ends, because the durations
  /// of a tree leave these bits out.
  static let subjectTimes: [Int64] = [0, 5, 10, 20, 40].reduce(into: []) { times, exponent in
    times.append((times.last ?? 0) + 1 << Int64(exponent))
  }

  init(events: [TimedEvent] = [], end: End? = nil) {
    self.events = events
    self.end = end
  }

  fileprivate static func sorted(_ events: [TimedEvent]) -> [TimedEvent] {
    events.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }
}

extension EffectTreeWorld {
  /// Lets the subject send at its times.
  func scheduleSubject() {
    for (index, time) in Timeline.subjectTimes.enumerated() {
      clock.schedule(after: SchedulerTime(nanoseconds: time)) { [subject] in
        subject.send(index)
        if index == Timeline.subjectTimes.count - 1 { subject.send(completion: .finished) }
      }
    }
  }
}

extension EffectTree {
  /// The timeline of the effect when it is started at an instant, by the meaning of its parts alone.
  func timeline(at start: Int64 = 0) -> Timeline {
    func at(_ time: Int64, _ kind: TimedEvent.Kind? = nil, failure: Int? = nil) -> Timeline {
      Timeline(
        events: kind.map { [TimedEvent(time: time, kind: $0)] } ?? [],
        end: .init(time: time, failure: failure.map { Problem(code: $0) })
      )
    }
    switch self {
    case .none: return at(start)
    case .value(let value), .result(let value): return at(start, .value(value))
    case .error(let code): return at(start, failure: code)
    case .work(let id): return at(start, .work(id))
    case .later(.failingTask, let code, let stride): return at(start + stride, failure: code)
    case .later(.asyncWork, let id, let stride): return at(start + stride, .work(id))
    case .later(_, let value, let stride): return at(start + stride, .value(value))
    case .run(let steps, let failure):
      var timeline = Timeline(end: .init(time: start))
      for step in steps {
        timeline = timeline.followed(by: .later(.task, step.value, after: step.after))
      }
      timeline.end?.failure = failure.map { Problem(code: $0) }
      return timeline
    case .subject:
      let all = Timeline.subjectTimes.enumerated().map {
        TimedEvent(time: $1, kind: .value($0))
      }
      let last = all.last?.time ?? 0
      return Timeline(events: all.filter { $0.time > start }, end: .init(time: max(start, last)))
    default: return combinedTimeline(at: start)
    }
  }

  private func combinedTimeline(at start: Int64) -> Timeline {
    switch self {
    case .merge(let trees):
      return Timeline(merging: trees.map { $0.timeline(at: start) }, at: start)
    case .concatenate(let trees):
      return trees.reduce(Timeline(end: .init(time: start))) { $0.followed(by: $1) }
    case .flatMap(let tree, let trees):
      let timeline = tree.timeline(at: start)
      let parts = timeline.events.map { event in
        guard case .value(let value) = event.kind, trees.isEmpty == false else {
          return Timeline(events: [event], end: .init(time: event.time))
        }
        return trees[Self.remainder(value, trees.count)].timeline(at: event.time)
      }
      return Timeline(merging: parts + [Timeline(end: timeline.end)], at: start)
    case .catch(let tree, let other):
      let timeline = tree.timeline(at: start)
      guard let end = timeline.end, end.failure != nil else { return timeline }
      return Timeline(events: timeline.events, end: .init(time: end.time)).followed(by: other)
    case .map(let tree, let addend):
      return tree.timeline(at: start).mapValues { $0 + addend }
    case .filter(let tree, let remainder):
      return tree.timeline(at: start).mapValues { Self.remainder($0, 3) == remainder ? nil : $0 }
    case .tryMap(let tree, let limit):
      return tree.timeline(at: start).cut { $0 >= limit ? .before(Problem(code: $0)) : .nowhere }
    case .removeDuplicates(let tree):
      var last: Int?
      return tree.timeline(at: start).mapValues { value in
        defer { last = value }
        return last == value ? nil : value
      }
    case .prefix(let tree, let count):
      guard count > 0 else { return Timeline(end: .init(time: start)) }
      var left = count
      return tree.timeline(at: start).cut { _ in
        left -= 1
        return left == 0 ? .after : .nowhere
      }
    case .delay(let tree, let stride):
      return tree.isNone
        ? Timeline(end: .init(time: start))
        : tree.timeline(at: start).delayed(by: stride)
    case .deferred(let tree):
      return tree.timeline(at: start)
    case .silent(let tree):
      return tree.timeline(at: start).mapValues { _ in nil }.mapFailure { _ in nil }
    case .replaceError(let tree, let value):
      return EffectTree.catch(tree, .value(value)).timeline(at: start)
    case .mapError(let tree, let addend):
      return tree.timeline(at: start).mapFailure { Problem(code: $0.code + addend) }
    case .cancellable(let tree, _, let stride):
      let timeline = tree.timeline(at: start)
      guard let stride else { return timeline }
      let cancellation = Timeline(end: .init(time: start + stride))
      return Timeline(merging: [timeline.cancelled(at: start + stride), cancellation], at: start)
    default:
      return timeline(at: start)
    }
  }

  /// Whether it is the effect that does nothing, which no operator makes anything else of.
  private var isNone: Bool {
    switch self {
    case .none: true
    case .merge(let trees), .concatenate(let trees): trees.allSatisfy(\.isNone)
    case .prefix(let tree, let count): count <= 0 || tree.isNone
    case .flatMap(let tree, _), .catch(let tree, _), .map(let tree, _), .filter(let tree, _),
      .tryMap(let tree, _), .removeDuplicates(let tree), .delay(let tree, _), .silent(let tree),
      .replaceError(let tree, _), .mapError(let tree, _), .cancellable(let tree, _, nil):
      tree.isNone
    default: false
    }
  }
}

extension Timeline {
  /// Several timelines together, up to the first failure.
  fileprivate init(merging timelines: [Timeline], at start: Int64) {
    var items: [(time: Int64, event: TimedEvent?, failure: Problem?)] = []
    for timeline in timelines {
      items += timeline.events.map { ($0.time, $0, nil) }
      if let end = timeline.end, let failure = end.failure {
        items.append((end.time, nil, failure))
      }
    }
    let ordered = items.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
    for (index, item) in ordered.enumerated() where item.failure != nil {
      self.init(
        events: ordered[..<index].compactMap(\.event),
        end: End(time: item.time, failure: item.failure)
      )
      return
    }
    let ends = timelines.map(\.end)
    let last = ends.reduce(into: Int64?.some(start)) { last, end in
      last = end.flatMap { end in last.map { max($0, end.time) } }
    }
    self.init(events: ordered.compactMap(\.event), end: last.map { End(time: $0) })
  }

  /// This timeline and then that of a tree, unless this one fails or does not end.
  fileprivate func followed(by tree: EffectTree) -> Timeline {
    guard let end, end.failure == nil else { return self }
    let next = tree.timeline(at: end.time)
    return Timeline(events: events + next.events, end: next.end)
  }

  fileprivate func mapValues(_ transform: (Int) -> Int?) -> Timeline {
    let events = events.compactMap { event -> TimedEvent? in
      guard case .value(let value) = event.kind else { return event }
      return transform(value).map { TimedEvent(time: event.time, kind: .value($0)) }
    }
    return Timeline(events: events, end: end)
  }

  fileprivate func mapFailure(_ transform: (Problem) -> Problem?) -> Timeline {
    Timeline(
      events: events,
      end: end.map { End(time: $0.time, failure: $0.failure.flatMap(transform)) }
    )
  }

  fileprivate enum Cut {
    case after
    case before(Problem)
    case nowhere
  }

  /// Ends with a value, or fails instead of it.
  fileprivate func cut(_ decide: (Int) -> Cut) -> Timeline {
    for (index, event) in events.enumerated() {
      guard case .value(let value) = event.kind else { continue }
      switch decide(value) {
      case .nowhere: continue
      case .after: return Timeline(events: Array(events[...index]), end: End(time: event.time))
      case .before(let failure):
        return Timeline(
          events: Array(events[..<index]),
          end: End(time: event.time, failure: failure)
        )
      }
    }
    return self
  }

  fileprivate func delayed(by stride: Int64) -> Timeline {
    let events = events.map { event in
      guard case .value = event.kind else { return event }
      return TimedEvent(time: event.time + stride, kind: event.kind)
    }
    return Timeline(
      events: Self.sorted(events),
      end: end.map { End(time: $0.time + stride, failure: $0.failure) }
    )
  }
}

extension Timeline {
  /// When something happens, and right before that.
  var instants: [Int64] {
    let times = events.map(\.time) + (end.map { [$0.time] } ?? [])
    let all = Set([0] + times + times.map { $0 - 1 })
    return all.filter { $0 >= 0 }.sorted()
  }
}
