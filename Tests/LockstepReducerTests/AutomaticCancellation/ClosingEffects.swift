// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting

/// An effect of a child that sends 1, for which a parent may take the child's state away, and 2.
struct ClosingEffect: Sendable, CustomStringConvertible {
  /// How the effect sends the two values.
  enum Sending {
    /// In one call, or one step of a task that begins with the effect.
    case together
    /// In one step of a task that has waited, and so goes on elsewhere in a live store.
    case togetherLater
    /// In several steps: what comes between them depends on the store and the schedule.
    case apart
  }

  let description: String
  let sending: Sending
  /// Returns the child's action that starts the effect.
  let start: @Sendable (Surroundings) -> GuestAction

  private init(
    _ description: String,
    _ sending: Sending = .together,
    _ make: @escaping @Sendable (Surroundings) -> Numbers
  ) {
    self.description = description
    self.sending = sending
    start = { .start(make($0)) }
  }

  /// Merges effects without an operator around them.
  private init(
    plain description: String,
    _ effects: Effect<GuestAction, Never>...,
    sending: Sending = .together
  ) {
    self.description = description
    self.sending = sending
    start = { _ in .startPlain(.merge(effects)) }
  }

  static let all = constructors + operators + schedulers

  private static let values = Numbers.concatenate(Numbers(value: 1), Numbers(value: 2))

  private static func succeeding(_ value: Int) -> Effect<Int, Failure> { Effect(value: value) }

  private struct Failure: Error {}

  private static let constructors = [
    Self(plain: "values", Effect(value: .value(1)), Effect(value: .value(2))),
    Self(plain: "value, callback", Effect(value: .value(1)), .run { $0.sendAll(.value(2)) }),
    Self(plain: "callback, value", .run { $0.sendAll(.value(1)) }, Effect(value: .value(2))),
    Self(plain: "value, task", Effect(value: .value(1)), .task { .value(2) }, sending: .apart),
    Self("concatenate") { _ in values },
    Self("sync") { _ in .concatenate(.sync { 1 }, .sync { 2 }) },
    Self("future") { _ in .merge(.future { $0(.success(1)) }, .future { $0(.success(2)) }) },
    Self("task", .apart) { _ in .concatenate(.task { 1 }, .task { 2 }) },
    Self("run") { _ in
      .run { send in
        send(1)
        send(2)
      }
    },
    Self("run, waits before", .togetherLater) { around in
      .run { send in
        try? await around.scheduler.sleep(for: 1)
        send(1)
        send(2)
      }
    },
    Self("run, waits between", .apart) { around in
      .run { send in
        send(1)
        try? await around.scheduler.sleep(for: 1)
        send(2)
      }
    },
    Self("run, value", .apart) { _ in
      .concatenate(.run { send in send(1) }, Numbers(value: 2))
    },
    Self("callback") { _ in .run { $0.sendAll(1, 2) } },
    Self("sequence") { _ in
      let (numbers, sender) = AsyncStream.makeStream(of: Int.self)
      sender.yield(1)
      sender.yield(2)
      sender.finish()
      return Numbers(numbers)
    },
    Self("timer", .apart) { around in
      let ticks = Recorder(0)
      return Effect.timer(id: "timer", every: 1, on: around.scheduler)
        .map { _ in
          ticks.update { $0 += 1 }
          return ticks.value
        }
        .prefix(2)
    },
    Self("subject") { around in around.subject.effect.prefix(2) },
    Self("callback, other thread") { _ in
      .run { subscriber in
        let hasSent = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          _ = subscriber.sendAll(1, 2)
          hasSent.signal()
        }
        hasSent.wait()
        return AnyCancellable {}
      }
    },
    Self("deferred") { _ in .lazy { values } },
  ]

  private static let operators = [
    Self("merge") { _ in .merge(Numbers(value: 1), Numbers(value: 2)) },
    Self("map") { _ in values.map { $0 } },
    Self("compactMap") { _ in values.compactMap { $0 } },
    Self("filter") { _ in values.filter { $0 < 3 } },
    Self("tryMap") { _ in values.tryMap { $0 }.replaceError(with: 3) },
    Self("flatMap") { _ in values.flatMap { Numbers(value: $0) } },
    Self("catch") { _ in
      Effect<Int, Failure>.concatenate(succeeding(1), Effect(error: Failure()))
        .catch { _ in Numbers(value: 2) }
    },
    Self("catchToEffect") { _ in
      Effect<Int, Failure>.concatenate(succeeding(1), Effect(error: Failure()))
        .catchToEffect()
        .map { (try? $0.get()) ?? 2 }
    },
    Self("replaceError") { _ in
      Effect<Int, Failure>.concatenate(succeeding(1), Effect(error: Failure()))
        .replaceError(with: 2)
    },
    Self("ignoreFailure") { _ in
      Effect<Int, Failure>.concatenate(succeeding(1), succeeding(2)).ignoreFailure()
    },
    Self("mapError") { _ in
      values.setFailureType(to: Failure.self).mapError { $0 }.ignoreFailure()
    },
    Self("prefix") { _ in .concatenate(values, values).prefix(2) },
    Self("removeDuplicates") { _ in
      .concatenate(Numbers(value: 1), values, Numbers(value: 2)).removeDuplicates()
    },
    Self("handleEvents") { _ in values.handleEvents(receiveOutput: { _ in }) },
    Self("decode") { _ in
      values.map { Data("\($0)".utf8) }
        .decode(type: Int.self, decoder: JSONDecoder())
        .replaceError(with: 3)
    },
    Self("cancellable") { _ in values.cancellable(id: 1, cancelInFlight: true) },
    Self("merge, in a concatenation") { _ in
      .concatenate(.merge(Numbers(value: 1), Numbers(value: 2)), .run { $0.sendAll() })
    },
    Self("concatenation, in a merge") { _ in .merge(.run { $0.sendAll() }, values) },
  ]

  private static let schedulers = [
    Self("receive, immediate") { _ in values.receive(on: DispatchQueue.immediate) },
    Self("receive, test", .apart) { around in values.receive(on: around.scheduler) },
    Self("delay, immediate") { _ in values.delay(for: 1, scheduler: DispatchQueue.immediate) },
    Self("delay, test", .apart) { around in values.delay(for: 1, scheduler: around.scheduler) },
    Self("deferred for, test") { around in values.deferred(for: 1, scheduler: around.scheduler) },
    Self("subscribe, test") { around in values.subscribe(on: around.scheduler) },
    Self("debounce, immediate") { _ in
      values.debounce(id: 1, for: 1, scheduler: DispatchQueue.immediate)
    },
    Self("debounce, test") { around in values.debounce(id: 1, for: 1, scheduler: around.scheduler)
    },
    Self("throttle, immediate") { _ in
      values.throttle(id: 1, for: 1, scheduler: DispatchQueue.immediate, latest: true)
    },
    Self("throttle, test") { around in
      values.throttle(id: 1, for: 1, scheduler: around.scheduler, latest: true)
    },
  ]
}

extension Surroundings {
  /// Lets the subject send 1 and 2 in one call, half a second from now.
  func scheduleSubject() {
    scheduler.schedule(after: scheduler.now.advanced(by: 0.5)) { [subject] in
      subject.send(1)
      subject.send(2)
    }
  }
}

extension Effect.Subscriber {
  /// Sends values and completes.
  fileprivate func sendAll(_ values: Output...) -> AnyCancellable {
    for value in values { send(value) }
    send(completion: .finished)
    return AnyCancellable {}
  }
}
