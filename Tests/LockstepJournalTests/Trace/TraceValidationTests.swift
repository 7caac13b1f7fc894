// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import LockstepJournal

@Suite struct TraceValidationTests {
  /// Changes one field of the first event of a phase, or removes the field if the value is `nil`.
  struct Defect: Sendable, CustomTestStringConvertible {
    var phase: String
    var field: String
    var value: (any Sendable)?
    /// The first words of the violation.
    var violation: String

    var testDescription: String { "\(phase).\(field)" }
  }

  private static let defects = [
    Defect(phase: "X", field: "name", value: nil, violation: "incomplete"),
    Defect(phase: "X", field: "tid", value: "1", violation: "incomplete"),
    Defect(phase: "X", field: "ts", value: -1, violation: "-1 is after 0"),
    Defect(phase: "X", field: "ts", value: 25, violation: "12 is after 25"),
    Defect(phase: "X", field: "dur", value: nil, violation: "no duration"),
    Defect(phase: "X", field: "dur", value: -1, violation: "no duration"),
    Defect(phase: "X", field: "dur", value: 15, violation: "20...29 crosses 10...25"),
    Defect(phase: "X", field: "tid", value: 9, violation: "track 9 has no name"),
    Defect(phase: "X", field: "ph", value: "Y", violation: "unknown phase"),
    Defect(phase: "X", field: "cat", value: nil, violation: "no category"),
    Defect(phase: "s", field: "id", value: nil, violation: "no id"),
    Defect(phase: "s", field: "id", value: 7, violation: "flow 7 has 1 starts, 0 ends"),
    Defect(phase: "s", field: "tid", value: 2, violation: "flow 2 has an end outside"),
    Defect(phase: "s", field: "name", value: "x", violation: "flow 2 has two values for 'name'"),
    Defect(phase: "f", field: "id", value: 7, violation: "flow 7 has 0 starts, 1 ends"),
    Defect(phase: "f", field: "ts", value: 12, violation: "flow 2 runs back"),
    Defect(phase: "f", field: "bp", value: nil, violation: "no binding point"),
    Defect(phase: "i", field: "s", value: nil, violation: "no scope"),
    Defect(phase: "M", field: "name", value: "thread", violation: "unknown metadata"),
    Defect(phase: "M", field: "name", value: "thread_name", violation: "0 names of the process"),
  ]

  private static let diagram = Diagram(
    [.call(1, "a"), .sent(2, "b", by: 0, of: 1)],
    [.task(0, "load", startedBy: 1, .finished(2))]
  )

  @Test(arguments: defects) func `the validation finds a planted defect`(_ defect: Defect) throws {
    let sound = TraceValidation(Self.diagram.traceEvents())
    #expect(sound.violations == [])
    var events = sound.events
    let position = try #require(events.firstIndex { $0["ph"] as? String == defect.phase })
    events[position][defect.field] = defect.value
    let trace = ["traceEvents": events, "displayTimeUnit": "ms"] as [String: Any]
    let text = String(decoding: try JSONSerialization.data(withJSONObject: trace), as: UTF8.self)
    let violations = TraceValidation(text).violations
    #expect(violations.contains { $0.hasPrefix(defect.violation) }, "\(violations)")
  }

  @Test func `the validation rejects texts that are not traces`() {
    #expect(TraceValidation("{").violations == ["no events"])
    #expect(TraceValidation(#"{"traceEvents": {}}"#).violations == ["no events"])
    #expect(
      TraceValidation(#"{"traceEvents": []}"#).violations == ["unit", "0 names of the process"]
    )
  }
}
