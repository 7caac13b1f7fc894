// SPDX-License-Identifier: MIT

/// A row with its measurement.
struct RowResult {
  enum Verdict {
    case met
    case missed(String)
    /// The row is for comparison only.
    case none
  }

  let name: String
  let measured: String
  var reference = ""
  var ratio = ""
  var limit = ""
  let verdict: Verdict

  var isMissed: Bool {
    if case .missed = verdict { true } else { false }
  }
}

extension RowResult {
  /// The result of a ratio; times are nanoseconds for each operation.
  init(name: String, goal: Goal?, reference: String, subject: Double, bare: Double) {
    let ratio = subject / bare
    let verdict: Verdict =
      switch goal {
      case nil: .none
      case let goal? where ratio <= goal.ratio: .met
      case let goal?: .missed("by \(format(ratio / goal.ratio))x")
      }
    let aim = goal?.nanoseconds.map { " (\(nanoseconds($0)))" } ?? ""
    self.init(
      name: name,
      measured: nanoseconds(subject),
      reference: "\(reference), \(nanoseconds(bare))",
      ratio: format(ratio),
      limit: goal.map { "\(format($0.ratio))\(aim)" } ?? "",
      verdict: verdict
    )
  }

  init(failed name: String) {
    self.init(name: name, measured: "-", verdict: .missed("it did not work"))
  }

  init(name: String, count: Double?, limit: Row.Limit, unit: String) {
    guard let count else {
      self.init(failed: name)
      return
    }
    let unit = unit.isEmpty ? "" : " \(unit)"
    let (aim, verdict): (String, Verdict) =
      switch limit {
      case .none: ("", .none)
      case .itWorks: ("it works", .met)
      case .atMost(let limit):
        (
          format(limit) + unit,
          count <= limit ? .met : .missed("by \(format(count - limit))\(unit)")
        )
      }
    self.init(name: name, measured: format(count) + unit, limit: aim, verdict: verdict)
  }
}

/// Draws results as a Markdown table.
func drawTable(_ results: [RowResult]) -> String {
  let head = ["row", "measured", "reference", "ratio", "at most", "result"]
  let rows = results.map { result in
    let verdict =
      switch result.verdict {
      case .met: "met"
      case .missed(let reason): "MISSED \(reason)"
      case .none: ""
      }
    return [result.name, result.measured, result.reference, result.ratio, result.limit, verdict]
  }
  let widths = head.indices.map { column in
    ([head] + rows).map { $0[column].count }.max() ?? 0
  }
  func line(_ cells: [String]) -> String {
    let cells = zip(cells, widths).map { cell, width in
      cell + String(repeating: " ", count: width - cell.count)
    }
    return "| \(cells.joined(separator: " | ")) |"
  }
  let rule = widths.map { String(repeating: "-", count: $0) }
  return ([line(head), line(rule)] + rows.map(line)).joined(separator: "\n")
}

/// A number with as many decimals as say something.
func format(_ number: Double) -> String {
  if number == number.rounded(), abs(number) < 1e15 { return grouped(Int(number)) }
  if abs(number) >= 100 { return grouped(Int(number.rounded())) }
  let decimals = abs(number) >= 10 ? 10.0 : 100.0
  let scaled = Int((abs(number) * decimals).rounded())
  let fraction = String(scaled % Int(decimals) + Int(decimals)).dropFirst()
  return "\(number < 0 ? "-" : "")\(scaled / Int(decimals)).\(fraction)"
}

/// A time in the unit that suits it.
func nanoseconds(_ number: Double) -> String {
  switch number {
  case 1e9...: "\(format(number / 1e9)) s"
  case 1e6...: "\(format(number / 1e6)) ms"
  case 1e4...: "\(format(number / 1e3)) µs"
  default: "\(format(number)) ns"
  }
}

private func grouped(_ number: Int) -> String {
  var digits = String(abs(number))
  var groups: [Substring] = []
  while digits.count > 3 {
    groups.insert(digits.suffix(3), at: 0)
    digits.removeLast(3)
  }
  groups.insert(digits[...], at: 0)
  return (number < 0 ? "-" : "") + groups.joined(separator: ",")
}
