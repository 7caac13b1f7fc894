// SPDX-License-Identifier: MIT

import LockstepBase
import LockstepTestSupport
import Testing

private final class Live {
  let count: Count
  var value = 0

  final class Count {
    var live = 0
  }

  init(_ count: Count) {
    self.count = count
    count.live += 1
  }

  deinit { count.live -= 1 }
}

private enum Holder {
  case object(Live)
  case other(Live)
  case array([Live])
  case optional(Live?)
  case pair(Live, [Int])
  indirect case boxed(Live)
  case nothing
}

private enum Lists {
  case one([Int])
  case text(String)
}

private enum TwoLists {
  case first([Int])
  case second([Int])
  case none
}

private enum Labelled {
  case page(number: Int, items: [Int])
  case single(items: [Int])
}

private enum Outer {
  case lists(TwoLists)
  case optional([Int]?)
}

@Suite struct CasePathMemoryTests {
  @Test func `payloads are neither leaked nor released too often`() {
    let count = Live.Count()
    let roots: [() -> Holder] = [
      { .object(Live(count)) }, { .other(Live(count)) },
      { .array([Live(count), Live(count)]) }, { .optional(Live(count)) }, { .optional(nil) },
      { .pair(Live(count), [1]) }, { .boxed(Live(count)) }, { .nothing },
    ]
    func exercise<Value>(_ path: CasePath<Holder, Value>) {
      for make in roots {
        var root = make()
        for _ in 0..<3 {
          let value = path.extract(from: root)
          path.modify(&root) { _ in }
          if let value {
            path.modify(&root) { $0 = value }
            root = path.embed(value)
          }
        }
      }
      #expect(count.live == 0)
    }
    exercise(/Holder.object)
    exercise(/Holder.other)
    exercise(/Holder.array)
    exercise(CasePath<Holder, Live?>(Holder.optional))
    exercise(/Holder.pair)
    exercise(/Holder.boxed)
  }

  @Test func `a replaced payload is released`() {
    let count = Live.Count()
    var root = Holder.object(Live(count))
    (/Holder.object).modify(&root) { $0 = Live(count) }
    #expect(count.live == 1)
    (/Holder.object).modify(&root) { #expect(isKnownUniquelyReferenced(&$0)) }
    (/Holder.other).modify(&root) { $0 = Live(count) }
    #expect(count.live == 1)
    root = .nothing
    #expect(count.live == 0)
  }

  @Test func `an array is changed in place`() {
    let path = /Lists.one
    var root = path.embed(Array(repeating: 1, count: 1_000))
    let before = path.modify(&root) { address($0) }
    path.modify(&root) { $0[500] = 2 }
    #expect(path.modify(&root) { address($0) } == before)
    #expect(path.extract(from: root)?[500] == 2)
  }

  @Test func `an array is changed in place in one of two cases with the same payload type`() {
    let path = /TwoLists.second
    var root = path.embed(Array(repeating: 1, count: 1_000))
    let before = path.modify(&root) { address($0) }
    path.modify(&root) { $0[500] = 2 }
    #expect(path.modify(&root) { address($0) } == before)
    #expect(path.extract(from: root)?[500] == 2)
  }

  @Test func `an array is changed in place through a path of several cases`() {
    let path = /Outer.lists .. /TwoLists.second
    var root = path.embed(Array(repeating: 1, count: 1_000))
    let before = path.modify(&root) { address($0) }
    path.modify(&root) { $0[500] = 2 }
    #expect(path.modify(&root) { address($0) } == before)
    #expect(path.extract(from: root)?[500] == 2)
  }

  @Test func `an array is changed in place through a promoted constructor`() {
    let path: CasePath<Lists?, [Int]> = CasePath(Lists.one)
    var root = path.embed(Array(repeating: 1, count: 1_000))
    let before = path.modify(&root) { address($0) }
    path.modify(&root) { $0[500] = 2 }
    #expect(path.modify(&root) { address($0) } == before)
    #expect(path.extract(from: root)?[500] == 2)
  }

  @Test func `an array is changed in place in an optional payload`() {
    let path = CasePath<Outer, [Int]>(Outer.optional)
    var root = path.embed(Array(repeating: 1, count: 1_000))
    let before = path.modify(&root) { address($0) }
    path.modify(&root) { $0[500] = 2 }
    #expect(path.modify(&root) { address($0) } == before)
    #expect(path.extract(from: root)?[500] == 2)
  }

  @Test func `an array is changed in place in a payload of several values`() {
    let path = CasePath(Labelled.page(number:items:))
    var root = Labelled.page(number: 1, items: Array(repeating: 1, count: 1_000))
    let before = path.modify(&root) { address($0.1) }
    path.modify(&root) { $0.1[500] = 2 }
    #expect(path.modify(&root) { address($0.1) } == before)
    #expect(path.extract(from: root)?.1[500] == 2)
    let single = CasePath(Labelled.single(items:))
    root = .single(items: Array(repeating: 1, count: 1_000))
    let beforeSingle = single.modify(&root) { address($0) }
    single.modify(&root) { $0[500] = 2 }
    #expect(single.modify(&root) { address($0) } == beforeSingle)
    #expect(single.extract(from: root)?[500] == 2)
  }

  @Test func `composed and promoted paths neither leak nor release too often`() {
    let count = Live.Count()
    let roots: [() -> Result<Holder?, Problem>] = [
      { .success(.object(Live(count))) }, { .success(.other(Live(count))) }, { .success(nil) },
      { .success(.optional(Live(count))) }, { .failure(Problem()) },
      { .success(.boxed(Live(count))) }, { .success(.pair(Live(count), [1])) },
    ]
    func exercise<Value>(_ path: CasePath<Holder?, Value>) {
      let path = CasePath(Result<Holder?, Problem>.success) .. path
      for make in roots {
        var root = make()
        for _ in 0..<3 {
          let value = path.extract(from: root)
          path.modify(&root) { _ in }
          if let value { root = path.embed(value) }
        }
      }
      #expect(count.live == 0)
    }
    exercise(CasePath(Holder.object))
    exercise(.some .. /Holder.other)
    exercise(CasePath(Holder.boxed))
    exercise(.some .. CasePath<Holder, Live>(Holder.optional))
    exercise(CasePath(Holder.pair))
  }

  @Test func `a copy of the root keeps its payload when the root changes`() {
    let path = /TwoLists.first
    var root = TwoLists.first([1])
    let copy = root
    path.modify(&root) { $0.append(2) }
    #expect(path.extract(from: root) == [1, 2])
    #expect(path.extract(from: copy) == [1])
  }
}

private func address(_ array: [Int]) -> UInt {
  array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
}
