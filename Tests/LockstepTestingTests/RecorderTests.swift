// SPDX-License-Identifier: MIT

import LockstepTesting
import Testing

@Suite struct RecorderTests {
  private struct Empty: Error, Equatable {}

  @Test func `a value is set and changed`() {
    let numbers = Recorder([1])
    numbers.set([2])
    numbers.update { $0.append(3) }
    #expect(numbers.value == [2, 3])
  }

  @Test func `an update returns the result of its body`() {
    let numbers = Recorder([1, 2, 3])
    #expect(numbers.update { $0.removeFirst() } == 1)
    let (last, count) = numbers.update { numbers in
      let last = numbers.removeLast()
      return (last, numbers.count)
    }
    #expect((last, count) == (3, 1))
    numbers.update { $0.popLast() }
    #expect(numbers.value == [])
  }

  @Test func `the result of an update can be ignored`() {
    let ids = Recorder<Set<Int>>([1, 2, 3])
    let remove: @Sendable (Int) -> Void = { id in ids.update { $0.remove(id) } }
    remove(2)
    ids.update { $0.remove(3) }
    #expect(ids.value == [1])
  }

  @Test func `an update rethrows the error of its body and keeps its changes`() throws {
    let numbers = Recorder([1])
    func next() throws(Empty) -> Int {
      try numbers.update { numbers throws(Empty) in
        guard let number = numbers.popLast() else { throw Empty() }
        return number
      }
    }
    #expect(try next() == 1)
    #expect(throws: Empty()) { try next() }
    #expect(numbers.value == [])
  }

  @Test func `updates on several threads run one after another`() async {
    let count = Recorder(0)
    let numbers = await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<1_000).map { _ in
            count.update { count in
              count += 1
              return count
            }
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(numbers.sorted() == Array(1...8_000))
  }
}
