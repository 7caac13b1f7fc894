// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting

/// The description of an effect: it can be made, and it can be foretold what the effect does.
///
/// Durations within a tree are different powers of two, so that no two things that take time end at
/// the same instant, unless one is the cause of the other or both are the same started twice.
indirect enum EffectTree: Sendable {
  // Leaves that are done at once.
  case none
  case value(Int)
  case error(Int)
  case result(Int)
  case work(Int)

  // Leaves that take time.
  case later(Leaf, Int, after: Int64)
  case run([Step], failure: Int?)
  case subject

  // Combinations.
  case merge([EffectTree])
  case concatenate([EffectTree])
  case flatMap(EffectTree, [EffectTree])
  case `catch`(EffectTree, EffectTree)

  // Operators.
  case map(EffectTree, adding: Int)
  case filter(EffectTree, remainder: Int)
  case tryMap(EffectTree, failingFrom: Int)
  case removeDuplicates(EffectTree)
  case prefix(EffectTree, Int)
  case delay(EffectTree, Int64)
  case deferred(EffectTree)
  case silent(EffectTree)
  case replaceError(EffectTree, Int)
  case mapError(EffectTree, adding: Int)
  case cancellable(EffectTree, id: Int, cancelledAfter: Int64?)

  struct Step {
    var value: Int
    var after: Int64
  }

  enum Leaf: CaseIterable {
    case task
    case failingTask
    case callback
    case future
    case delayedValue
    case asyncWork
  }

  /// The parts of a value that `flatMap` and `filter` tell apart.
  static func remainder(_ value: Int, _ count: Int) -> Int {
    count == 0 ? 0 : ((value % count) + count) % count
  }
}

/// The surroundings in which a tree runs.
struct EffectTreeWorld: Sendable {
  let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
  let subject = Subject<Int, Problem>()
  let census = Census()
  /// How many closures were held right after the effect was cancelled.
  let heldAfterCancel = Recorder<Int?>(nil)
  /// When which work was done.
  let works = Recorder<[TimedEvent]>([])

  func noteWork(_ id: Int) {
    let now = clock.now.nanoseconds
    works.update { $0.append(TimedEvent(time: now, kind: .work(id))) }
  }
}

/// Counts what is alive.
final class Census: Sendable {
  private let recorded = Recorder(0)

  var count: Int { recorded.value }

  final class Member: Sendable {
    private let census: Census

    fileprivate init(_ census: Census) {
      self.census = census
    }

    deinit {
      census.recorded.update { $0 -= 1 }
    }

    /// Is here, as those who hold it can see.
    func touch() {}
  }

  func makeMember() -> Member {
    recorded.update { $0 += 1 }
    return Member(self)
  }
}

extension EffectTree {
  /// Makes the effect; each of its closures holds a member of the census.
  func effect(in world: EffectTreeWorld) -> Effect<Int, Problem> {
    let member = world.census.makeMember()
    switch self {
    case .none:
      return .none
    case .value(let value):
      return Effect(value: value)
    case .error(let code):
      return Effect(error: Problem(code: code))
    case .result(let value):
      return .sync {
        member.touch()
        return value
      }
    case .work(let id):
      return .fireAndForget {
        member.touch()
        world.noteWork(id)
      }
    case .later(let leaf, let value, let stride):
      return Self.effect(leaf, value, .nanoseconds(Int(stride)), world, member)
    case .run(let steps, let failure):
      return .run { (send) async throws(Problem) in
        for step in steps {
          await world.clock.pause(for: .nanoseconds(Int(step.after)))
          send(step.value)
        }
        member.touch()
        if let failure { throw Problem(code: failure) }
      }
    case .subject:
      return world.subject.effect
    default:
      return combination(in: world, member)
    }
  }

  private static func effect(
    _ leaf: Leaf,
    _ value: Int,
    _ stride: SchedulerStride,
    _ world: EffectTreeWorld,
    _ member: Census.Member
  ) -> Effect<Int, Problem> {
    switch leaf {
    case .task:
      .task { () async throws(Problem) in
        await world.clock.pause(for: stride)
        member.touch()
        return value
      }
    case .failingTask:
      .task { () async throws(Problem) in
        await world.clock.pause(for: stride)
        member.touch()
        throw Problem(code: value)
      }
    case .callback:
      .run { subscriber in
        let work = world.clock.schedule(after: world.clock.now.advanced(by: stride)) {
          subscriber.send(value)
          subscriber.send(completion: .finished)
        }
        return AnyCancellable {
          member.touch()
          work.cancel()
        }
      }
    case .future:
      .future { callback in
        member.touch()
        world.clock.schedule(after: world.clock.now.advanced(by: stride)) {
          callback(.success(value))
        }
      }
    case .delayedValue:
      Effect(value: value).delay(for: stride, scheduler: world.clock)
    case .asyncWork:
      .fireAndForget {
        await world.clock.pause(for: stride)
        member.touch()
        if Task.isCancelled == false { world.noteWork(value) }
      }
    }
  }

  private func combination(
    in world: EffectTreeWorld,
    _ member: Census.Member
  ) -> Effect<Int, Problem> {
    switch self {
    case .merge(let trees):
      return .merge(trees.map { $0.effect(in: world) })
    case .concatenate(let trees):
      return .concatenate(trees.map { $0.effect(in: world) })
    case .flatMap(let tree, let trees):
      let effects = trees.map { $0.effect(in: world) }
      return tree.effect(in: world).flatMap { value in
        member.touch()
        return effects.isEmpty ? Effect(value: value) : effects[Self.remainder(value, trees.count)]
      }
    case .catch(let tree, let other):
      let effect = other.effect(in: world)
      return tree.effect(in: world).catch { _ in
        member.touch()
        return effect
      }
    case .map(let tree, let addend):
      return tree.effect(in: world).map { value in
        member.touch()
        return value + addend
      }
    case .filter(let tree, let remainder):
      return tree.effect(in: world).filter { value in
        member.touch()
        return Self.remainder(value, 3) != remainder
      }
    case .tryMap(let tree, let limit):
      return tree.effect(in: world).tryMap { (value) throws(Problem) in
        member.touch()
        if value >= limit { throw Problem(code: value) }
        return value
      }
    case .removeDuplicates(let tree):
      return tree.effect(in: world).removeDuplicates()
    case .prefix(let tree, let count):
      return tree.effect(in: world).prefix(count)
    case .delay(let tree, let stride):
      return tree.effect(in: world).delay(for: .nanoseconds(Int(stride)), scheduler: world.clock)
    case .deferred(let tree):
      return .lazy {
        member.touch()
        return tree.effect(in: world)
      }
    case .silent(let tree):
      return tree.effect(in: world).fireAndForget()
    case .replaceError(let tree, let value):
      return tree.effect(in: world).replaceError(with: value).setFailureType(to: Problem.self)
    case .mapError(let tree, let addend):
      return tree.effect(in: world).mapError { Problem(code: $0.code + addend) }
    case .cancellable(let tree, let id, let stride):
      let effect = tree.effect(in: world).cancellable(id: id)
      guard let stride else { return effect }
      let pause: Effect<Int, Problem> = Effect(value: 0)
        .delay(for: .nanoseconds(Int(stride)), scheduler: world.clock)
        .ignoreOutput()
      return .merge(effect, .concatenate(pause, .cancel(id: id)))
    default:
      return effect(in: world)
    }
  }
}
