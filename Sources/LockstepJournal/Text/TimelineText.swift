// SPDX-License-Identifier: MIT

struct TimelineText {
  static let labels = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

  private let diagram: Diagram
  private let selection: TimelineSelection
  private let width: Int
  private var shownLabels: [Int: Character] = [:]
  private var cells: [[Character]] = []

  init(_ diagram: Diagram, _ selection: TimelineSelection, _ positions: [Int: Int], width: Int) {
    self.diagram = diagram
    self.selection = selection
    self.width = width
    for (effect, label) in zip(selection.effects, Self.labels) {
      shownLabels[diagram.effects[effect].number] = label
    }
    drawTimeline()
  }

  private mutating func drawTimeline() {
    let rows = selection.rows
    var columns: [Int] = []
    var drawn: [(column: Int, rows: ClosedRange<Int>)] = []
    for effect in selection.effects {
      let span = selection.spans[effect]
      let begin = row(of: span.begin)
      let end = max(begin, span.end.map(row) ?? rows.count - 1)
      let column = columns.firstIndex { $0 < begin } ?? columns.count
      if column == columns.count { columns.append(end) } else { columns[column] = end }
      drawn.append((column, begin...end))
    }
    cells = rows.map { _ in columns.map { _ in " " } }
    for (effect, (column, range)) in zip(selection.effects, drawn) {
      let effect = diagram.effects[effect]
      for row in range { cells[row][column] = "│" }
      if let end = effect.end { cells[range.upperBound][column] = end.kind.symbol }
      for row in range where turn(in: rows[row])?.effect == effect.number {
        cells[row][column] = "●"
      }
      cells[range.lowerBound][column] = shownLabels[effect.number] ?? "?"
    }
  }

  private func row(of position: Int) -> Int {
    var (low, high) = (0, selection.rows.count)
    while low < high {
      let middle = (low + high) / 2
      let isBefore = selection.rows[middle].positions.lowerBound <= position
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  private func turn(in row: TimelineSelection.Row) -> Diagram.Turn? {
    row.isOmitted ? nil : diagram.turns[row.positions.lowerBound]
  }

  var lines: [String] {
    if selection.rows.isEmpty { return ["No turns."] }
    let turns = selection.rows.compactMap(turn)
    let numberWidth = turns.map { "\($0.number)".count }.max() ?? 1
    let times = turns.map(\.time)
    let hasTimes = times.contains { $0 != .zero }
    let timeWidth = hasTimes ? times.map { $0.secondsText.count + 2 }.max() ?? 0 : 0
    let timelineWidth = cells[0].isEmpty ? 0 : cells[0].count * 2 + 2
    let room = (width - timelineWidth - numberWidth - timeWidth - 4) / 5 * 3
    let names = turns.map { ($0.summary ?? $0.name).line(room) }
    let nameWidth = names.map(\.columns).max() ?? 0

    var lines: [String] = []
    var lastTime: Duration?
    for (row, cells) in zip(selection.rows, cells) {
      var (number, time, rest) = omission(row)
      if let turn = turn(in: row) {
        number = "\(turn.number)"
        if hasTimes, turn.time != lastTime { time = turn.time.secondsText }
        lastTime = turn.time
        let name = (turn.summary ?? turn.name).line(room).padded(to: nameWidth)
        let causeRoom = width - timelineWidth - numberWidth - timeWidth - nameWidth - 4
        rest = "\(name)  \(cause(of: turn, in: causeRoom))"
      }
      number = number.padded(to: numberWidth, right: true)
      time = time.padded(to: timeWidth, right: true)
      lines.append("\(columns(cells, of: turn(in: row)))\(number)\(time)  \(rest)")
    }
    return lines + legend
  }

  private func columns(_ cells: [Character], of turn: Diagram.Turn?) -> String {
    if cells.isEmpty { return "" }
    let source = turn == nil ? nil : cells.firstIndex(of: "●")
    var line = ""
    for (column, cell) in cells.enumerated() {
      let isArrow = source.map { column >= $0 } ?? false
      line.append(isArrow && cell == " " ? "─" : cell)
      line += isArrow ? "─" : " "
    }
    return line + (source == nil ? "  " : "→ ")
  }

  private func omission(
    _ row: TimelineSelection.Row
  ) -> (number: String, time: String, rest: String) {
    guard row.positions.lowerBound < 0 else {
      return ("⋮", "", Self.count(row.positions.count, "turn"))
    }
    let dropped = min(max(0, diagram.droppedCount), .max / 2)
    let count = row.positions.count - 1 + dropped
    return count == 0 ? ("", "", "first state") : ("⋮", "", Self.count(count, "earlier turn"))
  }

  private func cause(of turn: Diagram.Turn, in room: Int) -> String {
    let label = turn.effect.flatMap { shownLabels[$0] }
    let cause = label.map { "by effect \($0)" } ?? turn.causeText
    guard turn.outputs.isEmpty == false else { return cause.line(keepingPlaceIn: max(0, room)) }
    let outputs = "sent \(turn.outputs.joined(separator: ", "))"
    let rest = room - outputs.columns - 2
    // If both do not fit, the outputs are more important than the location.
    return rest < 24 ? outputs : "\(outputs), \(cause.line(keepingPlaceIn: rest))"
  }

  private var legend: [String] {
    var lines: [String] = []
    for (effect, label) in zip(selection.effects, Self.labels) {
      let effect = diagram.effects[effect]
      var end = effect.end?.kind.text ?? "running"
      if let turn = effect.end?.turn {
        end += " in turn \(turn)"
      } else if let time = effect.end?.time, time != .zero {
        end += " at \(time.secondsText)"
      }
      lines.append(
        "\(label)  \(effect.description.line(keepingPlaceIn: max(8, width - 5 - end.count))), \(end)"
      )
    }
    let omitted = selection.omittedEffectCount
    if omitted > 0 { lines.append("+ \(Self.count(omitted, "more effect"))") }
    return lines.isEmpty ? [] : [""] + lines
  }

  private static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

extension Diagram.End.Kind {
  fileprivate var symbol: Character {
    switch self {
    case .finished: "╵"
    case .cancelled: "✕"
    case .endedWithState: "⊘"
    }
  }
}
