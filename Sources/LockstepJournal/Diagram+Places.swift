// SPDX-License-Identifier: MIT

extension Diagram {
  func position(atOrBefore number: Int) -> Int? {
    let next = turns.indices.partitioningIndex { turns[$0].number > number }
    return next > 0 ? next - 1 : nil
  }

  func position(of number: Int) -> Int? {
    position(atOrBefore: number).flatMap { turns[$0].number == number ? $0 : nil }
  }

  var effectPositions: [Int: Int] {
    Dictionary(zip(effects.map(\.number), effects.indices), uniquingKeysWith: { first, _ in first })
  }
}

extension Diagram.End.Kind {
  var text: String {
    switch self {
    case .finished: "finished"
    case .cancelled: "cancelled"
    case .endedWithState: "ended with its state"
    }
  }
}

extension Duration {
  var secondsText: String {
    let (seconds, attoseconds) = components
    let sign = seconds < 0 || attoseconds < 0 ? "-" : ""
    guard attoseconds != 0 else { return "\(sign)\(seconds.magnitude) s" }
    let digits = String(attoseconds.magnitude)
    let fraction = String(repeating: "0", count: 18 - digits.count) + digits
    let end = fraction.lastIndex { $0 != "0" } ?? fraction.startIndex
    return "\(sign)\(seconds.magnitude).\(fraction[...end]) s"
  }
}
