// SPDX-License-Identifier: MIT

import Foundation

/// Returns the violations of the Trace Event format in a text, by the rules that viewers rely on.
struct TraceValidation {
  typealias Event = [String: Any]

  private(set) var violations: [String] = []
  private(set) var events: [Event] = []
  private var slices: [Int: [ClosedRange<Int>]] = [:]
  private var named: Set<Int> = []
  private var flows: [Int: (starts: [Event], ends: [Event])] = [:]

  init(_ text: String) {
    let json = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    guard let events = json?["traceEvents"] as? [Event] else {
      violations = ["no events"]
      return
    }
    self.events = events
    let unit = json?["displayTimeUnit"] as? String
    if unit != "ms", unit != "ns" { violations.append("unit") }
    var last = 0
    for event in events { check(event, after: &last) }
    checkNesting()
    for (id, flow) in flows { check(flow, id) }
    let tracks = Set(events.compactMap { $0["tid"] as? Int })
    for track in tracks.subtracting(named) { violations.append("track \(track) has no name") }
    let names = events.filter { $0["name"] as? String == "process_name" }
    if names.count != 1 { violations.append("\(names.count) names of the process") }
  }

  private mutating func check(_ event: Event, after last: inout Int) {
    guard let phase = event["ph"] as? String, event["name"] is String, event["pid"] as? Int == 1,
      let track = event["tid"] as? Int, let time = event["ts"] as? Int
    else { return violations.append("incomplete: \(event)") }
    if phase != "M" {
      if time < last { violations.append("\(time) is after \(last)") }
      last = max(last, time)
      if phase != "i", event["cat"] as? String == nil { violations.append("no category: \(event)") }
    }
    let arguments = event["args"] as? [String: Any]
    switch phase {
    case "X":
      guard let duration = event["dur"] as? Int, duration >= 0 else {
        return violations.append("no duration: \(event)")
      }
      slices[track, default: []].append(time...(time + duration))
    case "s":
      guard let id = event["id"] as? Int else { return violations.append("no id: \(event)") }
      flows[id, default: ([], [])].starts.append(event)
    case "f":
      guard let id = event["id"] as? Int else { return violations.append("no id: \(event)") }
      if event["bp"] as? String != "e" { violations.append("no binding point: \(event)") }
      flows[id, default: ([], [])].ends.append(event)
    case "i":
      if event["s"] as? String != "t" { violations.append("no scope: \(event)") }
    case "M":
      switch event["name"] as? String {
      case "process_name" where arguments?["name"] is String: break
      case "thread_name" where arguments?["name"] is String: named.insert(track)
      case "thread_sort_index" where arguments?["sort_index"] is Int: break
      default: violations.append("unknown metadata: \(event)")
      }
    default:
      violations.append("unknown phase: \(phase)")
    }
  }

  private mutating func checkNesting() {
    for (track, slices) in slices {
      var open: [ClosedRange<Int>] = []
      for slice in slices {
        while let last = open.last, last.upperBound <= slice.lowerBound { open.removeLast() }
        if let last = open.last, last.upperBound < slice.upperBound {
          violations.append("\(slice) crosses \(last) on track \(track)")
        }
        open.append(slice)
      }
    }
  }

  private mutating func check(_ flow: (starts: [Event], ends: [Event]), _ id: Int) {
    guard flow.starts.count == 1, flow.ends.isEmpty == false, let start = flow.starts.first else {
      let counts = "\(flow.starts.count) starts, \(flow.ends.count) ends"
      return violations.append("flow \(id) has \(counts)")
    }
    for end in flow.ends {
      if Self.number(end, "ts") <= Self.number(start, "ts") {
        violations.append("flow \(id) runs back")
      }
      for key in ["name", "cat"] where start[key] as? String != end[key] as? String {
        violations.append("flow \(id) has two values for '\(key)'")
      }
    }
    for event in flow.starts + flow.ends where isInSlice(event) == false {
      violations.append("flow \(id) has an end outside of slices: \(event)")
    }
  }

  private func isInSlice(_ event: Event) -> Bool {
    let time = Self.number(event, "ts")
    let slices = slices[Self.number(event, "tid")] ?? []
    // The slices of a track are in ascending order (checked above), so the last one that began encloses the event.
    var (low, high) = (0, slices.count)
    while low < high {
      let middle = (low + high) / 2
      if slices[middle].lowerBound <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 && slices[low - 1].upperBound > time
  }

  private static func number(_ event: Event, _ key: String) -> Int { event[key] as? Int ?? -1 }
}
