// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// A source continues on another thread while another effect of the same action sends values.
///
/// Values were lost or reordered: the next value of a source, or its completion, overtook a value that was
/// still waiting for its first thread.
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

  /// The way in which a source changes threads.
  enum Place: CaseIterable, Sendable {
    /// The callbacks of a delegate, each on a new thread.
    case delegate
    /// A serial queue that runs its work on the thread that waits for it.
    case serialQueue
  }

  /// Synchronizes two senders.
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

    /// Runs a function on a new thread, in the place of the source.
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

    /// Merges a sender of 100 with a source of 0, 1 and 2.
    ///
    /// The source sends 2 and its completion on another thread than 0 and 1, while the inner effect of 0 starts.
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

    /// Starts both senders and waits until they have sent all values.
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
  func `a source that continues on another thread keeps its values in order`(place: Place) {
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

  @Test
  func `a value sent while an inner effect starts arrives after earlier values of its source`() {
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
  func `a value sent during a nested start arrives after earlier values of its source`() {
    let subscriber = Recorder<Subscriber?>(nil)
    // All values are sent within one call, while the inner effects start.
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

  /// A source of numbers that changes threads after every second number.
  enum Source: CaseIterable, Sendable {
    /// A task that suspends.
    case task
    /// A task that sends some numbers on the main actor.
    case mainActor
    /// The callbacks of a delegate, which alternate between two threads.
    case delegate
    /// Work on a serial queue, for which two threads wait alternately.
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

    /// Sends pairs of numbers alternately on two threads, and then the completion.
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

  /// Merges three sources whose values each start a short effect.
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

  /// Describes the missing and the reordered numbers of three sources.
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
  func `three sources that change threads keep all values in order`(
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
  func `a live store receives all values of sources that change threads`(source: Source) async {
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
