// SPDX-License-Identifier: MIT

import Foundation
import LockstepBase
import LockstepTesting
import Testing

@Suite struct UUIDGeneratorTests {
  private let zero = "00000000-0000-0000-0000-000000000000"

  @Test func `live ids are unique`() {
    let uuid = UUIDGenerator.live
    #expect(Set((1...100).map { _ in uuid() }).count == 100)
  }

  @Test func `incrementing ids count from zero`() {
    let uuid = UUIDGenerator.incrementing
    let ids = (0...256).map { _ in uuid() }
    #expect(
      [0, 1, 15, 255, 256].map { ids[$0].uuidString } == [
        zero,
        "00000000-0000-0000-0000-000000000001",
        "00000000-0000-0000-0000-00000000000F",
        "00000000-0000-0000-0000-0000000000FF",
        "00000000-0000-0000-0000-000000000100",
      ]
    )
    #expect(ids == (0...256).map { UUID($0) })
  }

  @Test func `each incrementing generator starts at zero, and its copies share the count`() {
    let first = UUIDGenerator.incrementing
    let copy = first
    #expect([first(), copy(), first()] == [UUID(0), UUID(1), UUID(2)])
    #expect(UUIDGenerator.incrementing() == UUID(0))
  }

  @Test func `incrementing ids count from a number`() {
    let uuid = UUIDGenerator.incrementing(from: 100)
    #expect([uuid(), uuid()] == [UUID(100), UUID(101)])
  }

  @Test func `incrementing ids wrap`() {
    let uuid = UUIDGenerator.incrementing(from: -1)
    #expect([uuid(), uuid()] == [UUID(-1), UUID(0)])
  }

  @Test func `tasks that use a generator at the same time get different ids`() async {
    let uuid = UUIDGenerator.incrementing
    let ids = await withTaskGroup(of: [UUID].self) { group in
      for _ in 1...100 {
        group.addTask { (1...10).map { _ in uuid() } }
      }
      return await group.reduce(into: Set<UUID>()) { $0.formUnion($1) }
    }
    #expect(ids == Set((0..<1_000).map { UUID($0) }))
  }

  @Test func `a constant id is always the same`() {
    let uuid = UUIDGenerator.constant(UUID(7))
    #expect([uuid(), uuid()] == [UUID(7), UUID(7)])
  }

  @Test func `a failing generator reports each use`() {
    let uuid = UUIDGenerator.failing
    let issues = withReportedIssues {
      #expect([uuid(), uuid()].map(\.uuidString) == [zero, zero])
    }
    #expect(
      issues.map(\.message) == ["UUIDGenerator is unimplemented", "UUIDGenerator is unimplemented"]
    )
  }

  @Test(
    arguments: [
      (0, "00000000-0000-0000-0000-000000000000"),
      (1, "00000000-0000-0000-0000-000000000001"),
      (255, "00000000-0000-0000-0000-0000000000FF"),
      (256, "00000000-0000-0000-0000-000000000100"),
      (Int.max, "00000000-0000-0000-7FFF-FFFFFFFFFFFF"),
      (Int.min, "00000000-0000-0000-8000-000000000000"),
      (-1, "00000000-0000-0000-FFFF-FFFFFFFFFFFF"),
    ]
  )
  func `an id can be made from a number`(number: Int, text: String) {
    #expect(UUID(number).uuidString == text)
  }
}
