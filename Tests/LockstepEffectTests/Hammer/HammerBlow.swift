// SPDX-License-Identifier: MIT

/// The part of an effect that is struck.
enum HammerBlow: Hashable, Sendable, CustomStringConvertible {
  case value(Int, source: Int)
  case end(source: Int)
  case failure(source: Int)
  case cancel
  /// A second passes.
  case advance
  /// The work that is due by now runs. It had to wait, because other blows were struck while the second passed.
  case settle
  /// One of the outcomes that `advance` and `settle` may have in the model while other threads strike.
  case drift(seconds: Int, runsWork: Bool, takesMail: Bool)
  /// The thread has finished its part of a source; another thread goes on with it.
  case handOver
  /// The thread waits until it may go on with a source.
  case takeOver

  /// Whether it is something that a source sends.
  var isEvent: Bool {
    switch self {
    case .value, .end, .failure: true
    case .cancel, .advance, .settle, .drift, .handOver, .takeOver: false
    }
  }

  var isValue: Bool { if case .value = self { true } else { false } }

  /// The source that sends it.
  var source: Int? {
    switch self {
    case .value(_, let source), .end(let source), .failure(let source): source
    case .cancel, .advance, .settle, .drift, .handOver, .takeOver: nil
    }
  }

  var description: String {
    switch self {
    case .value(let value, let source): "\(value)@\(source)"
    case .end(let source): "|@\(source)"
    case .failure(let source): "x@\(source)"
    case .cancel: "cancel"
    case .advance: "1 s"
    case .settle: "0 s"
    case .drift(let seconds, let runsWork, let takesMail):
      "\(seconds) s\(runsWork ? "" : ", late")\(takesMail ? "" : ", elsewhere")"
    case .handOver: "hands over"
    case .takeOver: "takes over"
    }
  }
}

/// A blow, and when it began and ended: the numbers count the beginnings and ends of all blows.
struct HammerStrike: Sendable, CustomStringConvertible {
  var blow: HammerBlow
  let begin: Int
  let end: Int
  /// The only listener that is struck, of several that are struck one by one.
  var listener: Int?

  func overlaps(_ other: Self) -> Bool { begin < other.end && other.begin < end }

  var description: String { "\(blow) (\(begin)-\(end))" }
}

/// An event that a run of the effect has sent.
enum HammerEvent: Hashable, Sendable, CustomStringConvertible {
  case value(Int)
  case end
  case failure(Int)

  var description: String {
    switch self {
    case .value(let value): "\(value)"
    case .end: "|"
    case .failure(let code): "x(\(code))"
    }
  }

  var isValue: Bool {
    if case .value = self { true } else { false }
  }
}
