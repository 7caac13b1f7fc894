// SPDX-License-Identifier: MIT

internal import Foundation

extension Diagram {
  /// Returns the run as JSON in the Trace Event format, which Perfetto and `chrome://tracing` open.
  ///
  /// Times start at the beginning of the run. A turn lasts 9 µs and starts at least 10 µs after the previous one, so
  /// that simultaneous turns of a test scheduler are visible in sequence. Effects move with the turns in which they
  /// start and end. A run is limited to three years.
  ///
  /// Source: Google, "Trace Event Format",
  /// <https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU>.
  func traceEvents() -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let trace = Trace(traceEvents: TraceBuilder(self).events, displayTimeUnit: "ns")
    guard let data = try? encoder.encode(trace) else {
      preconditionFailure("Texts and integers can always be encoded.")
    }
    return String(decoding: data, as: UTF8.self)
  }
}

private struct Trace: Encodable {
  var traceEvents: [TraceEvent]
  var displayTimeUnit: String
}

private struct TraceBuilder {
  private static let turnTrack = 1
  private let diagram: Diagram
  private let times: TraceTimes
  private var metadata: [TraceEvent] = []
  private var timed: [TraceEvent] = []
  private var flowCount = 0

  var events: [TraceEvent] {
    let order = timed.indices.sorted { (timed[$0].ts, $0) < (timed[$1].ts, $1) }
    return metadata + order.map { timed[$0] }
  }

  init(_ diagram: Diagram) {
    self.diagram = diagram
    times = TraceTimes(of: diagram)
    metadata.append(Self.metadata("process_name", Self.turnTrack, .init(name: diagram.title)))
    addTrack(Self.turnTrack, name: "Turns")
    for position in diagram.turns.indices { addTurn(position) }
    for position in diagram.effects.indices { addEffect(position) }
  }

  private static func track(ofEffect position: Int) -> Int { turnTrack + 1 + position }

  private static func metadata(
    _ name: String,
    _ track: Int,
    _ arguments: TraceEvent.Arguments
  ) -> TraceEvent {
    TraceEvent(name: name, ph: .metadata, tid: track, args: arguments)
  }

  private mutating func addTrack(_ track: Int, name: String) {
    metadata.append(Self.metadata("thread_name", track, .init(name: name)))
    metadata.append(Self.metadata("thread_sort_index", track, .init(sort_index: track)))
  }

  private mutating func addTurn(_ position: Int) {
    let turn = diagram.turns[position]
    let begin = times.turns[position]
    timed.append(
      TraceEvent(
        name: turn.name,
        cat: "turn",
        ph: .complete,
        ts: begin,
        dur: TraceTimes.turnLength,
        tid: Self.turnTrack,
        args: .init(
          turn: turn.number,
          action: turn.action,
          sender: turn.sender,
          cause: turn.cause,
          time: turn.time.secondsText,
          outputs: turn.outputs,
          difference: turn.difference
        )
      )
    )
    if let effect = turn.effect.flatMap({ times.effectPositions[$0] }) {
      // One microsecond before the turn, when the effect is already running.
      addFlow("sends", from: Self.track(ofEffect: effect), begin - 1, to: Self.turnTrack, begin)
    } else if let cause = turn.cause.flatMap({ diagram.position(of: $0) }), cause < position {
      let start = times.turns[cause] + TraceTimes.outgoing
      addFlow("sends", from: Self.turnTrack, start, to: Self.turnTrack, begin)
    }
  }

  private mutating func addEffect(_ position: Int) {
    let effect = diagram.effects[position]
    let track = Self.track(ofEffect: position)
    let time = times.effects[position]
    addTrack(track, name: effect.name ?? effect.description)
    timed.append(
      TraceEvent(
        name: effect.name ?? effect.description,
        cat: "effect",
        ph: .complete,
        ts: time.lowerBound,
        dur: time.upperBound - time.lowerBound,
        tid: track,
        args: .init(
          effect: effect.number,
          description: effect.description,
          location: "\(effect.location)",
          startingTurn: effect.startingTurn,
          begin: effect.begin.secondsText,
          end: effect.end?.kind.text ?? "running",
          endingTurn: effect.end?.turn,
          endTime: effect.end?.time.secondsText,
          sentCount: effect.sentCount
        )
      )
    )
    if let turn = effect.startingTurn.flatMap({ diagram.position(of: $0) }) {
      let start = times.turns[turn] + TraceTimes.outgoing
      // No arrow if the effect has sent an earlier turn.
      if start < time.lowerBound {
        addFlow("starts", from: Self.turnTrack, start, to: track, time.lowerBound)
      }
    }
    if let end = effect.end {
      let name = end.kind.text
      timed.append(
        TraceEvent(name: name, cat: "effect", ph: .instant, ts: time.upperBound, tid: track, s: "t")
      )
    }
  }

  private mutating func addFlow(
    _ name: String,
    from source: Int,
    _ start: Int64,
    to destination: Int,
    _ end: Int64
  ) {
    flowCount += 1
    var flow = TraceEvent(name: name, cat: "cause", ph: .flowStart, ts: start, tid: source)
    flow.id = flowCount
    timed.append(flow)
    (flow.ph, flow.ts, flow.tid, flow.bp) = (.flowEnd, end, destination, "e")
    timed.append(flow)
  }
}
