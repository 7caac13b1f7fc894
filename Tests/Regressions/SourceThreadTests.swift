// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Sources that continue on another thread, next to another sender of the same action's effects.
///
/// Values were lost or reordered: a value that waited for its first thread was overtaken by the next value of
/// its source, or by its end.
@Suite struct SourceThreadTests {
  typealias Numbers = Effect<Int, Never>
  typealias Subscriber = Numbers.Subscriber

  private let received = Recorder<[Int]>([])

  private func run(_ numbers: Numbers, _ end: @escaping @Sendable () -> Void = {}) -> AnyCancellable
  {
    numbers.sink(
      receiveCompletion: { _ in end() },
      receiveValue: { [received] number in received.update { $0.append(number) } }
    )
  }

  // MARK: One change of threads

  /// A place where a source sends.
  enum Place: CaseIterable, Sendable {
    /// The callbacks of a delegate, each on a new thread.
    case delegate
    /// A serial queue that runs its work on the thread that waits for it.
    case serialQueue
  }

  /// Two senders, and the moments at which they send.
  private struct Crossing: Sendable {
    let place: Place
    private let queue = DispatchQueue(label: "source")
    private let isOtherInside = DispatchSemaphore(value: 0)
    private let mayOtherContinue = DispatchSemaphore(value: 0)
    private let areTwoSent = DispatchSemaphore(value: 0)
    private let hasZeroStarted = DispatchSemaphore(value: 0)
    private let mayThreadsEnd = DispatchSemaphore(value: 0)
    private let isSourceDone = DispatchSemaphore(value: 0)
    private let isOtherDone = DispatchSemaphore(value: 0)
    private let other = Recorder<Subscriber?>(nil)

    init(_ place: Place) {
      self.place = place
    }

    /// Runs a function where the source sends, on a thread of its own.
    private func perform(_ body: @escaping @Sendable () -> Void) {
      Thread.detachNewThread {
        switch place {
        case .delegate: body()
        case .serialQueue: queue.sync(execute: body)
        }
        // A thread that ends early could share its identity with the next one.
        _ = mayThreadsEnd.isSignalled()
        mayThreadsEnd.signal()
      }
    }

    /// Sends 100 from one sender, and 0, 1 and 2 from a source that sends 2, and its end, on another
    /// thread than 0 and 1, while what 0 has started is still starting.
    func numbers() -> Numbers {
      let source = Numbers.run { subscriber in
        perform {
          _ = isOtherInside.isSignalled()
          subscriber.send(0)
          subscriber.send(1)
          areTwoSent.signal()
        }
        Thread.detachNewThread {
          _ = hasZeroStarted.isSignalled()
          perform {
            subscriber.send(2)
            subscriber.send(completion: .finished)
            isSourceDone.signal()
            mayThreadsEnd.signal()
          }
        }
        return AnyCancellable {}
      }
      let other = Numbers.run { subscriber in
        self.other.set(subscriber)
        return AnyCancellable {}
      }
      return .merge(
        other.map { number in
          isOtherInside.signal()
          _ = mayOtherContinue.isSignalled()
          return number
        },
        source
      )
      .flatMap { number in
        .lazy {
          if number == 0 {
            hasZeroStarted.signal()
            _ = isSourceDone.isSignalled()
          }
          return Numbers(value: number)
        }
      }
    }

    /// Lets both senders send; returns when everything has been sent.
    func send() {
      Thread.detachNewThread {
        other.value?.send(100)
        other.value?.send(completion: .finished)
        isOtherDone.signal()
      }
      _ = areTwoSent.isSignalled()
      mayOtherContinue.signal()
      _ = isOtherDone.isSignalled()
    }
  }

  @Test(arguments: Place.allCases)
  func `a source that continues on another thread keeps its values, in their order`(place: Place) {
    let crossing = Crossing(place)
    let end = DispatchSemaphore(value: 0)
    let cancellable = run(crossing.numbers()) { end.signal() }
    crossing.send()
    #expect(end.isSignalled())
    #expect(received.value == [100, 0, 1, 2])
    cancellable.cancel()
  }

  @Test(arguments: Place.allCases) @MainActor
  func `a live store receives each value of a source that continues on another thread`(
    place: Place
  ) async {
    let crossing = Crossing(place)
    let store = Store(
      initialState: [],
      reducer: Reducer<[Int], Int?, Void> { numbers, number, _ in
        guard let number else { return crossing.numbers().map { $0 } }
        numbers.append(number)
        return .none
      },
      environment: ()
    )
    let (isSent, end) = (Milestone(), Milestone())
    let task = store.send(nil)
    Thread.detachNewThread {
      crossing.send()
      isSent.reach()
    }
    #expect(await isSent.isReached())
    Task {
      await task.finish()
      end.reach()
    }
    #expect(await end.isReached())
    #expect(store.state == [100, 0, 1, 2])
  }

  @Test func `a value sent by a part that is starting follows an earlier value of its source`() {
    let subscriber = Recorder<Subscriber?>(nil)
    let source = Numbers.run {
      subscriber.set($0)
      return AnyCancellable {}
    }
    let cancellable = run(
      source.flatMap { number in
        guard number == 0 else { return Numbers(value: number) }
        subscriber.value?.send(1)
        return .fireAndForget { subscriber.value?.send(2) }
      }
    )
    subscriber.value?.send(0)
    #expect(received.value == [1, 2])
    cancellable.cancel()
  }

  @Test
  func `a value sent by a part that starts within another follows an earlier value of its source`()
  {
    let subscriber = Recorder<Subscriber?>(nil)
    // Everything happens in one call, within the starts of the parts.
    let cancellable = run(
      .concatenate(
        Numbers.run {
          subscriber.set($0)
          $0.send(0)
          return AnyCancellable {}
        }
        .flatMap { number in
          guard number == 0 else { return Numbers(value: number) }
          subscriber.value?.send(1)
          return .lazy {
            subscriber.value?.send(2)
            subscriber.value?.send(completion: .finished)
            return .none
          }
        },
        Numbers(value: 3)
      )
    )
    #expect(received.value == [1, 2, 3])
    cancellable.cancel()
  }

  // MARK: Many changes of threads

  /// A source of numbers that changes threads after every other one.
  enum Source: CaseIterable, Sendable {
    /// A task that suspends.
    case task
    /// A task that is on the main actor now and then.
    case mainActor
    /// The callbacks of a delegate, on one thread and on another one in turn.
    case delegate
    /// Work on a serial queue, for which one thread and another one wait in turn.
    case serialQueue

    static let count = 100

    func numbers(from first: Int) -> Numbers {
      let numbers = Array(first..<first + Self.count)
      switch self {
      case .task:
        return .run { send in
          for number in numbers {
            send(number)
            if number % 2 == 1 { await Task.yield() }
          }
        }
      case .mainActor:
        return .run { send in
          for number in numbers {
            if number % 4 < 2 { send(number) } else { await MainActor.run { send(number) } }
          }
        }
      case .delegate:
        return .run { subscriber in
          Self.send(numbers, to: subscriber) { $0() }
          return AnyCancellable {}
        }
      case .serialQueue:
        return .run { subscriber in
          let queue = DispatchQueue(label: "source")
          Self.send(numbers, to: subscriber) { queue.sync(execute: $0) }
          return AnyCancellable {}
        }
      }
    }

    /// Sends two numbers on one thread, two on another one, and so on, and then the end.
    private static func send(
      _ numbers: [Int],
      to subscriber: Subscriber,
      _ perform: @escaping @Sendable (() -> Void) -> Void
    ) {
      let turns = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
      for side in 0...1 {
        Thread.detachNewThread {
          for index in stride(from: 2 * side, through: numbers.count, by: 4) {
            turns[side].wait()
            perform {
              guard index < numbers.count else { return subscriber.send(completion: .finished) }
              for number in numbers[index...index + 1] { subscriber.send(number) }
            }
            turns[1 - side].signal()
          }
        }
      }
      turns[0].signal()
    }
  }

  /// Three sources, the values of which each start something that takes a moment.
  private static func sources(_ source: Source) -> Numbers {
    .merge((0..<3).map { source.numbers(from: $0 * Source.count) })
      .flatMap { number in
        .lazy {
          let end = DispatchTime.now().uptimeNanoseconds + 20_000
          while DispatchTime.now().uptimeNanoseconds < end {}
          return Numbers(value: number)
        }
      }
  }

  /// Describes what is missing from the numbers of three sources, and which of these are out of order.
  private static func faults(in numbers: [Int]) -> [String] {
    (0..<3).compactMap { index in
      let all = index * Source.count..<(index + 1) * Source.count
      let own = numbers.filter(all.contains)
      if own == Array(all) { return nil }
      let missing = Set(all).subtracting(own).sorted()
      return "source \(index): \(missing.isEmpty ? "out of order" : "without \(missing)")"
    }
  }

  @Test(arguments: Source.allCases)
  func `three sources that change threads lose nothing, and each keeps its order`(
    source: Source
  )
    async
  {
    for round in 0..<20 {
      received.set([])
      let end = Milestone()
      let cancellable = run(Self.sources(source)) { end.reach() }
      #expect(await end.isReached(), "round \(round)")
      let faults = Self.faults(in: received.value)
      #expect(faults == [], "round \(round)")
      cancellable.cancel()
      if faults.isEmpty == false { return }
    }
  }

  @Test(arguments: Source.allCases) @MainActor
  func `a live store receives everything from sources that change threads`(source: Source) async {
    let store = Store(
      initialState: [],
      reducer: Reducer<[Int], Int?, Void> { numbers, number, _ in
        guard let number else {
          numbers = []
          return Self.sources(source).map { $0 }
        }
        numbers.append(number)
        return .none
      },
      environment: ()
    )
    for round in 0..<20 {
      let end = Milestone()
      let task = store.send(nil)
      Task {
        await task.finish()
        end.reach()
      }
      #expect(await end.isReached(), "round \(round)")
      let faults = Self.faults(in: store.state)
      #expect(faults == [], "round \(round)")
      if faults.isEmpty == false { return }
    }
  }
}
