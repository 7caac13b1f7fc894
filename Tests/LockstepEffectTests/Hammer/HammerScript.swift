// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTestSupport
import Synchronization

/// The blows of each thread: two threads, or three if a source changes threads.
struct HammerScript: CustomStringConvertible {
  private(set) var threads: [[HammerBlow]]

  /// - Parameters:
  ///   - seed: The seed that determines the script.
  ///   - row: The effect to strike. If the row is timed, the second thread may also move the time.
  init(seed: UInt64, for row: HammerRow) {
    var generator = SplitMix64(seed: seed)
    threads = [(0, 0), (10, row.secondSource)].map { first, source in
      if row.isTimed, first > 0, seed % 2 == 0 {
        return source == 0
          ? [.advance, .advance] : [.value(11, source: 1), .advance, .value(12, source: 1)]
      }
      var blows = (1...Int.random(in: 1...3, using: &generator)).map {
        HammerBlow.value(first + $0, source: source)
      }
      switch Int.random(in: 0...5, using: &generator) {
      case 0, 1: if row.canEnd { blows.append(.end(source: source)) }
      case 2: if row.canEnd { blows.append(.failure(source: source)) }
      case 3: blows.append(.cancel)
      default: break
      }
      return blows
    }
    if Bool.random(using: &generator) { handOver(row, using: &generator) }
  }

  /// Lets a third thread continue the source of the first thread, which may continue with the other source.
  private mutating func handOver(_ row: HammerRow, using generator: inout SplitMix64) {
    let count = Int.random(in: 0..<threads[0].count, using: &generator)
    let rest = threads[0][count...]
    // A blow reaches several listeners one by one, so only one thread strikes such a source at a time.
    let goesOn = rest.count < 3 && row.startsListeners == false
    threads[0] = threads[0].prefix(count) + [.handOver]
    if goesOn { threads[0].append(.value(21, source: row.secondSource)) }
    threads.append([.takeOver] + rest)
  }

  /// Moves cancellations to the first thread.
  mutating func cancelOnFirstThread() {
    for index in threads.indices.dropFirst() where threads[index].last == .cancel {
      threads[index].removeLast()
      if threads[0].last != .cancel { threads[0].append(.cancel) }
    }
  }

  /// The blows in a random order, for a single thread.
  func shuffled(seed: UInt64) -> [HammerBlow] {
    var generator = SplitMix64(seed: seed)
    var rest = threads.map { $0.filter { $0 != .handOver && $0 != .takeOver } }
    var blows: [HammerBlow] = []
    while let thread = rest.indices.filter({ rest[$0].isEmpty == false })
      .randomElement(using: &generator)
    {
      blows.append(rest[thread].removeFirst())
    }
    return blows
  }

  var description: String {
    threads.map { $0.map(\.description).joined(separator: " ") }.joined(separator: " beside ")
  }

  /// The queues of all threads but the first.
  static func queues() -> [DispatchQueue] {
    (2...3).map { DispatchQueue(label: "hammer.\($0)") }
  }

  /// Runs the threads at the same time; the first one is the current thread.
  func strike(_ world: HammerWorld, on queues: [DispatchQueue], cancel: (() -> Void)? = nil) {
    let meeting = Meeting(of: threads.count)
    let group = DispatchGroup()
    for (blows, queue) in zip(threads.dropFirst(), queues) {
      queue.async(group: group) {
        meeting.attend()
        for blow in blows { world.strike(blow) }
      }
    }
    meeting.attend()
    for blow in threads[0] { world.strike(blow, cancel: cancel) }
    group.wait()
  }

  /// A barrier that releases all threads at the same time.
  private final class Meeting: Sendable {
    private let missing: Atomic<Int>

    init(of count: Int) {
      missing = Atomic(count)
    }

    func attend() {
      missing.subtract(1, ordering: .acquiringAndReleasing)
      while missing.load(ordering: .acquiring) > 0 { sched_yield() }
    }
  }
}
