// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import Testing

@testable import LockstepJournal

@Suite struct TraceEventTests {
  private static let cart = Diagram(
    [
      .call(12, "cart.addButtonTapped"),
      .atOnce(13, "cart.counted", after: 12),
      .sent(14, "cart.priceLoaded", by: 3, of: 12),
    ],
    [.task(3, "price", startedBy: 12, .finished(14), sentCount: 1)],
    droppedCount: 11
  )

  /// The events without metadata, one per line: phase, track, time and name, then the duration or flow.
  private func lines(_ diagram: Diagram) -> [String] {
    let validation = TraceValidation(diagram.traceEvents())
    #expect(validation.violations == [])
    return validation.events.compactMap { event in
      guard let phase = event["ph"] as? String, phase != "M", let track = event["tid"] as? Int,
        let time = event["ts"] as? Int, let name = event["name"] as? String
      else { return nil }
      let more = (event["dur"] ?? event["id"]) as? Int
      return "\(phase) \(track) \(time) \(name)\(more.map { " \($0)" } ?? "")"
    }
  }

  @Test func `turns at one instant follow one another, with arrows from cause to effect`() {
    #expect(
      lines(Self.cart) == [
        "X 1 10 cart.addButtonTapped 9",
        "s 1 12 sends 1",
        "s 1 12 starts 3",
        "X 2 13 price 24",
        "f 2 13 starts 3",
        "X 1 20 cart.counted 9",
        "f 1 20 sends 1",
        "s 2 29 sends 2",
        "X 1 30 cart.priceLoaded 9",
        "f 1 30 sends 2",
        "i 2 37 finished",
      ]
    )
  }

  @Test func `times begin with the run, and running effects last until its end`() {
    let diagram = Diagram(
      [
        .call(1, "a", time: .seconds(5)), .call(2, "b", time: .seconds(6)),
        .sent(3, "c", by: 0, of: nil, time: .seconds(6)),
      ],
      [
        .task(0, nil, startedBy: nil, begin: .seconds(5)),
        .task(1, "late", startedBy: 2, begin: .seconds(6), .cancelled(nil, .seconds(7))),
      ]
    )
    #expect(
      lines(diagram) == [
        "X 2 0 task, made at App/Cart.swift:40 2000000",
        "X 1 10 a 9",
        "X 1 1000000 b 9",
        "s 1 1000002 starts 2",
        "X 3 1000003 late 999997",
        "f 3 1000003 starts 2",
        "s 2 1000009 sends 1",
        "X 1 1000010 c 9",
        "f 1 1000010 sends 1",
        "i 3 2000000 cancelled",
      ]
    )
  }

  @Test func `each event contains its full turn or effect`() throws {
    var diagram = Self.cart
    diagram.turns[2].difference = ["- 1", "+ 2"]
    diagram.turns[2].outputs = ["saved"]
    let events = TraceValidation(diagram.traceEvents()).events
    let turn = try #require(events.first { $0["name"] as? String == "cart.priceLoaded" })
    let effect = try #require(events.first { $0["cat"] as? String == "effect" })
    #expect(
      turn["args"] as? NSDictionary == [
        "turn": 14, "action": "Action.cart.priceLoaded", "cause": 12, "time": "0 s",
        "sender": "effect task, made at App/Cart.swift:40", "outputs": ["saved"],
        "difference": ["- 1", "+ 2"],
      ]
    )
    #expect(
      effect["args"] as? NSDictionary == [
        "effect": 3, "description": "task \"price\", made at App/Cart.swift:40",
        "location": "App/Cart.swift:40", "startingTurn": 12, "begin": "0 s", "end": "finished",
        "endingTurn": 14, "endTime": "0 s", "sentCount": 1,
      ]
    )
  }

  @Test func `dropped causes have no arrows`() {
    let diagram = Diagram(
      [.atOnce(9, "a", after: 3), .sent(10, "b", by: 7, of: 2)],
      [.task(7, "old", startedBy: 2)],
      droppedCount: 8
    )
    #expect(
      lines(diagram) == [
        "X 2 0 old 30", "X 1 10 a 9", "s 2 19 sends 1", "X 1 20 b 9", "f 1 20 sends 1",
      ]
    )
  }

  @Test func `an empty run has only its metadata events`() {
    #expect(lines(.empty) == [])
  }

  @Test func `texts with special characters are preserved`() {
    for text in Diagram.unusualTexts {
      var diagram = Self.cart
      diagram.title = text
      diagram.turns[0].name = text
      diagram.turns[0].action = text
      diagram.turns[0].difference = [text]
      diagram.effects[0].name = text
      let validation = TraceValidation(diagram.traceEvents())
      #expect(validation.violations == [])
      let turn = validation.events.first { $0["cat"] as? String == "turn" }
      let arguments = turn?["args"] as? [String: Any]
      #expect(turn?["name"] as? String == text)
      #expect(arguments?["action"] as? String == text)
      #expect(arguments?["difference"] as? [String] == [text])
    }
  }

  @Test func `the traces of random runs follow the rules of the format`() {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      var diagram = Diagram.random(Int(seed % 40), using: &generator)
      #expect(TraceValidation(diagram.traceEvents()).violations == [], "seed \(seed)")
      diagram.spoil(using: &generator)
      #expect(TraceValidation(diagram.traceEvents()).violations == [], "spoiled, seed \(seed)")
    }
  }

  @Test func `writing a trace takes time proportional to the number of turns`() {
    var generator = SplitMix64(seed: 1)
    let diagrams = [156, 10_000].map { Diagram.random($0, using: &generator) }
    let text = diagrams[1].traceEvents()
    #expect(TraceValidation(text).violations == [])
    #expect(text == diagrams[1].traceEvents())
    #expect(Growth.isLinear { _ = diagrams[$0 ? 1 : 0].traceEvents() })
  }
}
