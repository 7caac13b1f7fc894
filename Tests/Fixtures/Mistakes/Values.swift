// SPDX-License-Identifier: MIT

// Mistakes in dates and texts.

import Foundation
import Lockstep

struct NoteEnvironment {
  var date: DateGenerator
}

func read(_ date: ValueProvider<Date>) -> Date {
  date.now
}

func label(_ alert: AlertState<Int>) -> TextState? {
  alert.primaryButton?.label
}

func keep(_ alert: inout AlertState<Int>) {
  alert.secondaryButton = .cancel()
}

func text(_ seconds: Int, _ formatter: NumberFormatter) -> TextState {
  "\(seconds, formatter: formatter) seconds"
}
