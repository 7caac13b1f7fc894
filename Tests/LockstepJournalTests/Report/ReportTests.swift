// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import Testing

@testable import LockstepJournal

@Suite struct ReportTests {
  @Test(arguments: ReportSample.allCases)
  func `a report contains the data of its run`(sample: ReportSample) throws {
    let diagram = sample.diagram
    let data = try data(of: diagram.html())
    #expect(data.title.elementsEqual(diagram.title.unicodeScalars))
    #expect(data.droppedCount == diagram.droppedCount)
    #expect(data.turns == diagram.turns.map(fields))
    #expect(data.effects == diagram.effects.map(fields))
  }

  @Test func `no text can end the data or begin markup`() throws {
    let html = Diagram.hostile.html()
    let json = try json(of: html)
    let forbidden = Set("<>&\u{2028}\u{2029}\u{7F}".unicodeScalars)
    #expect(json.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
    #expect(json.unicodeScalars.allSatisfy { forbidden.contains($0) == false })
    let rest = html.replacing(json, with: "")
    #expect(rest == Diagram.empty.html().replacing(ReportData(.empty).json, with: ""))
  }

  @Test func `characters with a meaning in JSON or HTML are escaped`() {
    let title = "\"\\/<>&'\u{0}\u{1F}\n\u{7F}\u{2027}\u{2028}\u{2029}\u{202A}é👩‍👩‍👧"
    let diagram = Diagram(title: title, turns: [], effects: [], droppedCount: 0)
    let escaped =
      #"\"\\/\u003c\u003e\u0026'\u0000\u001f\u000a\u007f"#
      + "\u{2027}" + #"\u2028\u2029"# + "\u{202A}é👩‍👩‍👧"
    #expect(ReportData(diagram).json.hasPrefix("{\"title\":\"\(escaped)\","))
  }

  @Test func `a repeated text is written once`() throws {
    let json = ReportData(.large).json
    #expect(json.components(separatedBy: "binding at Shop/SearchField.swift:12").count == 2)
    #expect(json.components(separatedBy: "\"search.queryChanged\"").count == 2)
  }

  @Test func `canonically equivalent texts with different scalars stay separate`() throws {
    var run = RunSketch("Accents")
    run.call("e\u{301}")
    run.call("\u{E9}")
    let names = try data(of: run.diagram.html()).turns.map { $0[1].unicodeScalars.count }
    #expect(names == [2, 1])
  }

  @Test(arguments: ReportSample.allCases)
  func `the same run always produces the same report`(sample: ReportSample) {
    #expect(sample.diagram.html().utf8.elementsEqual(sample.diagram.html().utf8))
  }

  @Test func `ten thousand turns take less than five megabytes`() {
    #expect(Diagram.large.turns.count == 10_000)
    #expect(Diagram.large.html().utf8.count < 5_000_000)
  }

  @Test func `causes that were dropped keep their numbers`() throws {
    let turns = try data(of: Diagram.dropped.html()).turns
    #expect(turns.map { $0[6] } == ["1199", "1100", "1202", "1150"])
  }

  @Test(arguments: [
    (Duration.zero, "0"), (.seconds(3), "3"), (.milliseconds(50), "0.05"),
    (.nanoseconds(1_000_000_001), "1.000000001"), (.seconds(-2), "-2"),
    (.milliseconds(-1_500), "-1.5"), (.milliseconds(-500), "-0.5"),
    (Duration(secondsComponent: 0, attosecondsComponent: 1), "0.000000000000000001"),
  ])
  func `times are written as exact numbers of seconds`(time: Duration, expected: String) {
    #expect(ReportData.seconds(time) == expected)
  }

  @Test func `the policy allows only the script and the style of the report`() throws {
    let html = Diagram.shop.html()
    let policy = """
      default-src 'none'; script-src 'sha256-\(SHA256.base64(of: Report.script))'; \
      style-src 'sha256-\(SHA256.base64(of: Report.style))'; base-uri 'none'; form-action 'none'
      """
    #expect(html.contains("<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">"))
    #expect(html.contains("<script>\(Report.script)</script>"))
    #expect(html.contains("<style>\(Report.style)</style>"))
    for source in [Report.script, Report.style, Report.markup] {
      for forbidden in ["innerHTML", "</script", "</style", "http:", "https:", "url(", "@import"] {
        #expect(source.contains(forbidden) == false)
      }
    }
  }
}

/// The fields of a turn or an effect as texts, with "null" for a missing field.
private typealias Fields = [String]

private func json(of html: String) throws -> String {
  let start = try #require(html.range(of: "<script type=\"application/json\" id=\"run\">"))
  let end = try #require(html.range(of: "</script>", range: start.upperBound..<html.endIndex))
  return String(html[start.upperBound..<end.lowerBound])
}

private struct Data {
  var title: String.UnicodeScalarView
  var droppedCount: Int
  var turns: [Fields]
  var effects: [Fields]
}

private func data(of html: String) throws -> Data {
  let object = try JSONSerialization.jsonObject(with: Foundation.Data(json(of: html).utf8))
  let source = try #require(object as? [String: Any])
  let texts = try #require(source["texts"] as? [String])
  let times = try #require(source["times"] as? [String])
  func text(_ field: Any, in table: [String]) -> String {
    (field as? Int).map { table[$0] } ?? "null"
  }
  func number(_ field: Any) -> String { (field as? Int).map { "\($0)" } ?? "null" }
  func list(_ field: Any) -> String {
    (field as? [Int]).map { "\($0.map { texts[$0] })" } ?? "null"
  }
  let turns = try #require(source["turns"] as? [[Any]]).map { row in
    [number(row[0])] + row[1...4].map { text($0, in: texts) } + row[5...7].map(number)
      + [text(row[8], in: times), list(row[9]), list(row[10])]
  }
  let effects = try #require(source["effects"] as? [[Any]]).map { row in
    [number(row[0])] + row[1...3].map { text($0, in: texts) }
      + [number(row[4]), text(row[5], in: times), text(row[6], in: texts), number(row[7])]
      + [text(row[8], in: times), number(row[9])]
  }
  return Data(
    title: try #require(source["title"] as? String).unicodeScalars,
    droppedCount: try #require(source["dropped"] as? Int),
    turns: turns,
    effects: effects
  )
}

private func text(_ value: (some Any)?) -> String { value.map { "\($0)" } ?? "null" }

private func place(_ location: CodeLocation) -> String { "\(location.fileID):\(location.line)" }

private func fields(_ turn: Diagram.Turn) -> Fields {
  [
    "\(turn.number)", turn.name, turn.action, turn.sender, text(turn.location.map(place)),
    turn.isFromOutside ? "1" : "0", text(turn.cause), text(turn.effect),
    ReportData.seconds(turn.time), "\(turn.outputs)", text(turn.difference),
  ]
}

private func fields(_ effect: Diagram.Effect) -> Fields {
  [
    "\(effect.number)", text(effect.name), effect.description, place(effect.location),
    text(effect.startingTurn), ReportData.seconds(effect.begin), text(effect.end?.kind.rawValue),
    text(effect.end?.turn), text((effect.end?.time).map(ReportData.seconds)), "\(effect.sentCount)",
  ]
}
