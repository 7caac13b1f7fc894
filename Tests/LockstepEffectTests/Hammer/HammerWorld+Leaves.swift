// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport

extension HammerWorld {
  func effect(_ leaf: HammerPlan.Leaf, _ source: Int) -> Effect<Int, Problem> {
    switch leaf {
    case .subject:
      return subjects[source].effect
    case .callback:
      return .run { [self] subscriber in
        listen(to: source) { event in
          switch event {
          case .value(let value): subscriber.send(value)
          case .end: subscriber.send(completion: .finished)
          case .failure(let code): subscriber.send(completion: .failure(Problem(code: code)))
          }
        }
        return AnyCancellable {}
      }
    case .sending:
      return .run { [self] send in
        let (stream, _) = AsyncStream.makeStream(of: Never.self)
        listen(to: source) { event in
          if case .value(let value) = event { send(value) }
        }
        // Until it is cancelled.
        for await _ in stream {}
      }
    case .future:
      return .future { [self] callback in
        listen(to: source) { event in
          switch event {
          case .value(let value): callback(.success(value))
          case .end: break
          case .failure(let code): callback(.failure(Problem(code: code)))
          }
        }
      }
    case .task:
      return .lazy { [self] in
        let events = events(of: source)
        return .task { () async throws(Problem) in
          var iterator = HammerSequence(events: events).makeAsyncIterator()
          while true {
            if let value = try await iterator.next(isolation: nil) { return value }
            // The source has ended, or the task was cancelled.
            if Task.isCancelled { throw Problem() }
          }
        }
      }
    case .sequence:
      return .lazy { [self] in Effect(HammerSequence(events: events(of: source))) }
    }
  }

  private func events(of source: Int) -> AsyncStream<HammerEvent> {
    let (events, continuation) = AsyncStream.makeStream(of: HammerEvent.self)
    listen(to: source) { continuation.yield($0) }
    return events
  }

  /// A leaf that sends 3, and 4 if it can send two values.
  func effect(_ constant: HammerPlan.Constant) -> Effect<Int, Problem> {
    switch constant {
    case .sync: Effect<Int, Never>.sync { 3 }.setFailureType(to: Problem.self)
    case .result: .sync { 3 }
    case .future: .future { $0(.success(3)) }
    case .callback:
      .run { subscriber in
        subscriber.send(3)
        subscriber.send(4)
        subscriber.send(completion: .finished)
        return AnyCancellable {}
      }
    case .task: .task { () async throws(Problem) in 3 }
    case .sending:
      .run { (send) async throws(Problem) in
        send(3)
        send(4)
      }
    case .sequence:
      Effect(
        AsyncStream { continuation in
          continuation.yield(3)
          continuation.yield(4)
          continuation.finish()
        }
      )
      .setFailureType(to: Problem.self)
    }
  }
}

/// The values of a source, which may fail.
private struct HammerSequence: AsyncSequence, Sendable {
  let events: AsyncStream<HammerEvent>

  func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    var events: AsyncStream<HammerEvent>.Iterator

    mutating func next() async throws(Problem) -> Int? { try await next(isolation: nil) }

    mutating func next(isolation: isolated (any Actor)?) async throws(Problem) -> Int? {
      switch await events.next(isolation: isolation) {
      case .value(let value): return value
      case .failure(let code): throw Problem(code: code)
      case .end, nil: return nil
      }
    }
  }
}
