// SPDX-License-Identifier: MIT

import Foundation
import LockstepBase
import LockstepTestSupport
import Testing

private struct Row: Identifiable, Codable, Equatable {
  var id: String
  var date: Date
}

private struct List: Codable, Equatable {
  var rows: IdentifiedArrayOf<Row> = []
}

@Suite struct IdentifiedArrayCodingTests {
  private let encoder = JSONEncoder()
  private let decoder = JSONDecoder()

  init() {
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .secondsSince1970
    decoder.dateDecodingStrategy = .secondsSince1970
  }

  private func decode(_ text: String) throws -> List {
    try decoder.decode(List.self, from: Data(text.utf8))
  }

  @Test func `an identified array is coded as an array, with the strategies of the coder`() throws {
    let list = List(rows: [
      Row(id: "b", date: Date(timeIntervalSince1970: 1)),
      Row(id: "a", date: Date(timeIntervalSince1970: 2)),
    ])
    let text = String(decoding: try encoder.encode(list), as: UTF8.self)
    #expect(text == #"{"rows":[{"date":1,"id":"b"},{"date":2,"id":"a"}]}"#)
    let decoded = try decode(text)
    #expect(decoded == list)
    #expect(decoded.rows.isConsistent)
    #expect(try decode(#"{"rows":[]}"#) == List())
  }

  @Test(arguments: UInt64(0)..<20)
  func `an encoded array is decoded`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let rows = (0..<Int.random(in: 0..<50, using: &generator)).map { _ in
      Row(
        id: "\(Int.random(in: 0..<100, using: &generator))",
        date: Date(timeIntervalSince1970: Double(Int.random(in: 0..<1_000, using: &generator)))
      )
    }
    let list = List(rows: IdentifiedArray(rows))
    #expect(try decoder.decode(List.self, from: try encoder.encode(list)) == list)
  }

  @Test func `an id that comes twice is refused where it stands`() {
    let error = #expect(throws: DecodingError.self) {
      try decode(
        #"{"rows":[{"id":"a","date":0},{"id":"b","date":0},{"id":"a","date":0}]}"#
      )
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      context.debugDescription
        == #"The element at index 2 has the id "a", which the element at index 0 has as well."#
    )
    #expect(context.codingPath.map(\.stringValue) == ["rows", "Index 2"])
    #expect(context.codingPath.map(\.intValue) == [nil, 2])
  }

  @Test func `decoding reports the position of an invalid element`() {
    let error = #expect(throws: DecodingError.self) {
      try decode(#"{"rows":[{"id":"a","date":0},{"id":"b"}]}"#)
    }
    guard case .keyNotFound(let key, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(key.stringValue == "date")
    #expect(context.codingPath.map(\.intValue) == [nil, 1])
  }
}
