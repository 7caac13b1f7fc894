// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport

@testable import LockstepJournal

extension Diagram {
  static let unusualTexts = [
    "", " ", "\u{0}\u{1}\u{1B}[2J\u{7F}\u{85}", "a\nb\r\nc\td", "\"quoted\" \\ back/slash",
    "購物車.商品が追加された", "ตะกร้า.เพิ่มสินค้าแล้ว", "👨‍👩‍👧‍👦🏳️‍🌈🇩🇪1️⃣", "e\u{301}\u{302}\u{303}", "\u{301}",
    "\u{202E}gnol\u{2028}\u{2029}", String(repeating: "long", count: 200), "각\u{1100}\u{1161}",
    "</script>",
  ]

  /// A run in which effects begin, send and end at random, of which the first turns may have been dropped.
  static func random(_ turnCount: Int, using generator: inout SplitMix64) -> Diagram {
    var diagram = Diagram([])
    var running: [Int] = []
    var time = Duration.zero
    for number in 1...max(turnCount, 1) {
      if generator.next() % 4 == 0 { time += .milliseconds(generator.next() % 10) }
      var turn = Turn.call(number, "name\(number % 7)", time: time)
      if generator.next() % 3 == 0, number > 1 {
        turn = .atOnce(number, "now", after: Int.random(in: 1..<number, using: &generator))
      } else if generator.next() % 2 == 0, running.isEmpty == false {
        let effect = generator.pick(running)
        turn = .sent(number, "sent", by: effect, of: diagram.effects[effect].startingTurn)
      }
      turn.time = time
      diagram.turns.append(turn)
      if generator.next() % 3 == 0 {
        let effect = diagram.effects.count
        let name = generator.next() % 2 == 0 ? nil : "effect\(effect)"
        diagram.effects.append(.task(effect, name, startedBy: number, begin: time))
        running.append(effect)
      }
      if generator.next() % 4 == 0, let ending = running.indices.randomElement(using: &generator) {
        let kind = generator.pick([End.Kind.finished, .cancelled, .endedWithState])
        let turn = generator.next() % 3 == 0 ? nil : number
        diagram.effects[running.remove(at: ending)].end = End(kind: kind, turn: turn, time: time)
      }
    }
    if generator.next() % 3 == 0 {
      diagram.droppedCount = Int.random(in: 0...diagram.turns.count, using: &generator)
      diagram.turns.removeFirst(diagram.droppedCount)
    }
    return diagram
  }

  /// Replaces texts, numbers and times of a run by any others.
  mutating func spoil(using generator: inout SplitMix64) {
    let numbers = [Int.min, -1, 0, 1, 2, 5, turns.count, Int.max]
    let times: [Duration] = [
      .zero, .seconds(-5), .seconds(Int64.max), .seconds(Int64.min), .nanoseconds(1),
    ]
    func spoil<Value>(_ value: inout Value, _ values: [Value]) {
      if generator.next() % 4 == 0 { value = generator.pick(values) }
    }
    spoil(&title, Self.unusualTexts)
    spoil(&droppedCount, numbers)
    for index in turns.indices {
      spoil(&turns[index].name, Self.unusualTexts)
      spoil(&turns[index].action, Self.unusualTexts)
      spoil(&turns[index].sender, Self.unusualTexts)
      spoil(&turns[index].number, numbers)
      spoil(&turns[index].cause, numbers)
      spoil(&turns[index].effect, numbers)
      spoil(&turns[index].time, times)
      spoil(&turns[index].isFromOutside, [true, false])
      spoil(&turns[index].outputs, [Self.unusualTexts])
      spoil(&turns[index].difference, [Self.unusualTexts, nil, []])
    }
    for index in effects.indices {
      spoil(&effects[index].name, Self.unusualTexts)
      spoil(&effects[index].description, Self.unusualTexts)
      spoil(&effects[index].number, numbers)
      spoil(&effects[index].startingTurn, numbers)
      spoil(&effects[index].begin, times)
      spoil(&effects[index].sentCount, numbers)
      effects[index].end?.turn = generator.pick(numbers)
      effects[index].end?.time = generator.pick(times)
    }
  }
}
