// SPDX-License-Identifier: MIT

/// An operation that a thread applies to an effect under test.
enum HammerBlow: Hashable, Sendable, CustomStringConvertible {
  case value(Int, source: Int)
  case end(source: Int)
  case failure(source: Int)
  case cancel
  /// Moves the time by one second.
  case advance
  /// Runs the work that is due. The work had to wait because other blows overlapped the move of the time.
  case settle
  /// One of the outcomes that the model allows for `advance` and `settle` while other threads strike.
  case drift(seconds: Int, runsWork: Bool, takesMail: Bool)
  /// Ends the thread's part of a source, so that another thread can continue.
  case handOver
  /// Waits until another thread hands over a source.
  case takeOver

  /// Whether the blow makes a source send an event.
  var isEvent: Bool {
    switch self {
    case .value, .end, .failure: true
    case .cancel, .advance, .settle, .drift, .handOver, .takeOver: false
    }
  }

  var isValue: Bool { if case .value = self { true } else { false } }

  /// The source that sends the event.
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

/// A blow and its position: the numbers count the beginnings and ends of all blows.
struct HammerStrike: Sendable, CustomStringConvertible {
  var blow: HammerBlow
  let begin: Int
  let end: Int
  /// The struck listener, if the listeners are struck one by one.
  var listener: Int?

  func overlaps(_ other: Self) -> Bool { begin < other.end && other.begin < end }

  var description: String { "\(blow) (\(begin)-\(end))" }
}

/// An event that an effect sent.
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
