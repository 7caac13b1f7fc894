// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport

/// Starts effects at the seconds that a picture shows, all in one store, and draws below it in which
/// second which value is sent.
///
/// Each column is a second. A letter in the picture starts the effect for this letter, after what is
/// due in this second; `-` starts nothing. In the drawing `-` stands for no value, and more than one
/// value stands in parentheses.
func marbles<Domain>(
  _ input: String,
  on clock: TestScheduler<Domain>,
  _ effect: (String) -> Effect<String, Never>
) -> String {
  let run = EffectRun<String, Never>()
  var seen = 0
  var drawing = ""
  for (second, letter) in input.enumerated() {
    if second > 0 { clock.advance(by: 1) }
    if letter != "-" { run.start(effect(String(letter))) }
    let values = run.picture.filter { $0 != " " && $0 != "|" }.dropFirst(seen)
    seen += values.count
    switch values.count {
    case 0: drawing += "-"
    case 1: drawing += values
    default: drawing += "(\(values))"
    }
  }
  return drawing
}
