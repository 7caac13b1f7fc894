// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Generated effects whose store is released while they run.
@Suite struct EffectReleaseLawTests {
  private let seeds: Range<UInt64> = 0..<150

  @Test func `a store that is released at any instant ends its effect and releases its closures`() {
    var cutShort = 0
    for seed in seeds {
      var generator = EffectTree.Generator(seed: seed, withoutTasks: true)
      let tree = generator.tree()
      let timeline = Timeline(running: tree)
      for time in timeline.instants {
        let world = EffectTreeWorld()
        let seen = Self.start(tree, in: world, releasedAt: time)
        let held = world.census.count
        let (expected, whole) = (timeline.until(time), Self.goOn(world, seen))
        if expected.end == nil { cutShort += 1 }
        #expect(held == 0, "seed \(seed) at \(time)")
        #expect(whole == expected, "seed \(seed) at \(time)")
        if held != 0 || whole != expected { return }
      }
    }
    #expect(cutShort > 200)
  }

  @Test(.timeLimit(.minutes(60)))
  func `the tasks of a released store end and release their closures`() async {
    var cutShort = 0
    for seed in seeds {
      var generator = EffectTree.Generator(seed: seed)
      let tree = generator.tree()
      let timeline = Timeline(running: tree)
      for time in timeline.instants {
        let world = EffectTreeWorld()
        let seen = Self.start(tree, in: world, releasedAt: time)
        // The tasks continue when the process schedules them.
        while world.census.count > 0, Task.isCancelled == false { await Task.yield() }
        let (expected, whole) = (timeline.until(time), Self.goOn(world, seen))
        if expected.end == nil { cutShort += 1 }
        #expect(world.census.count == 0, "seed \(seed) at \(time)")
        #expect(whole == expected, "seed \(seed) at \(time)")
        if world.census.count != 0 || whole != expected { return }
      }
    }
    #expect(cutShort > 200)
  }

  /// Runs the effect of a tree in a store, and releases the store after the events of an instant.
  ///
  /// Returns the recorder, which also records later values.
  private static func start(
    _ tree: EffectTree,
    in world: EffectTreeWorld,
    releasedAt time: Int64
  ) -> Recorder<Timeline> {
    let seen = Recorder(Timeline())
    let now: @Sendable () -> Int64 = { [clock = world.clock] in clock.now.nanoseconds }
    world.scheduleSubject()
    let run = EffectRun(
      tree.effect(in: world).handleEvents(
        receiveOutput: { value in
          seen.update { $0.events.append(TimedEvent(time: now(), kind: .value(value))) }
        },
        receiveCompletion: { end in
          switch end {
          case .finished: seen.update { $0.end = .init(time: now()) }
          case .failure(let failure):
            seen.update { $0.end = .init(time: now(), failure: failure) }
          }
        }
      )
    )
    withExtendedLifetime(run) { world.clock.advance(to: SchedulerTime(nanoseconds: time)) }
    return seen
  }

  /// Runs all remaining work, and returns everything that was done.
  private static func goOn(_ world: EffectTreeWorld, _ seen: Recorder<Timeline>) -> Timeline {
    world.clock.run()
    var timeline = seen.value
    timeline.events += world.works.value
    return timeline
  }
}

extension Timeline {
  /// The timeline up to an instant; it may lack an end.
  fileprivate func until(_ time: Int64) -> Timeline {
    Timeline(
      events: events.filter { $0.time <= time },
      end: end.flatMap { $0.time <= time ? $0 : nil }
    )
  }
}
