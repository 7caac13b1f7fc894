// SPDX-License-Identifier: MIT

/// The lines of a text with a lane for each effect.
struct LaneText {
  /// The names of lanes.
  static let labels = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

  private let picture: Picture
  private let selection: LaneSelection
  private let width: Int
  /// The labels of the shown effects by their numbers.
  private var shownLabels: [Int: Character] = [:]
  /// The characters of the lanes in each row.
  private var cells: [[Character]] = []

  init(_ picture: Picture, _ selection: LaneSelection, _ positions: [Int: Int], width: Int) {
    self.picture = picture
    self.selection = selection
    self.width = width
    for (effect, label) in zip(selection.effects, Self.labels) {
      shownLabels[picture.effects[effect].number] = label
    }
    drawLanes()
  }

  private mutating func drawLanes() {
    let rows = selection.rows
    /// The last row of each lane.
    var lanes: [Int] = []
    var drawn: [(lane: Int, rows: ClosedRange<Int>)] = []
    for effect in selection.effects {
      let span = selection.spans[effect]
      let begin = row(of: span.begin)
      let end = max(begin, span.end.map(row) ?? rows.count - 1)
      let lane = lanes.firstIndex { $0 < begin } ?? lanes.count
      if lane == lanes.count { lanes.append(end) } else { lanes[lane] = end }
      drawn.append((lane, begin...end))
    }
    cells = rows.map { _ in lanes.map { _ in " " } }
    for (effect, (lane, range)) in zip(selection.effects, drawn) {
      let effect = picture.effects[effect]
      for row in range { cells[row][lane] = "│" }
      if let end = effect.end { cells[range.upperBound][lane] = end.kind.symbol }
      for row in range where turn(in: rows[row])?.effect == effect.number { cells[row][lane] = "●" }
      cells[range.lowerBound][lane] = shownLabels[effect.number] ?? "?"
    }
  }

  /// The row that has a position.
  private func row(of position: Int) -> Int {
    var (low, high) = (0, selection.rows.count)
    while low < high {
      let middle = (low + high) / 2
      let isBefore = selection.rows[middle].positions.lowerBound <= position
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  private func turn(in row: LaneSelection.Row) -> Picture.Turn? {
    row.isOmitted ? nil : picture.turns[row.positions.lowerBound]
  }

  var lines: [String] {
    if selection.rows.isEmpty { return ["No turns."] }
    let turns = selection.rows.compactMap(turn)
    let numberWidth = turns.map { "\($0.number)".count }.max() ?? 1
    let times = turns.map(\.time)
    let hasTimes = times.contains { $0 != .zero }
    let timeWidth = hasTimes ? times.map { $0.secondsText.count + 2 }.max() ?? 0 : 0
    let lanesWidth = cells[0].isEmpty ? 0 : cells[0].count * 2 + 2
    let room = (width - lanesWidth - numberWidth - timeWidth - 4) / 5 * 3
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
        let causeRoom = width - lanesWidth - numberWidth - timeWidth - nameWidth - 4
        rest = "\(name)  \(cause(of: turn, in: causeRoom))"
      }
      number = number.padded(to: numberWidth, right: true)
      time = time.padded(to: timeWidth, right: true)
      lines.append("\(lanes(cells, of: turn(in: row)))\(number)\(time)  \(rest)")
    }
    return lines + legend
  }

  private func lanes(_ cells: [Character], of turn: Picture.Turn?) -> String {
    if cells.isEmpty { return "" }
    let source = turn == nil ? nil : cells.firstIndex(of: "●")
    var line = ""
    for (lane, cell) in cells.enumerated() {
      let isArrow = source.map { lane >= $0 } ?? false
      line.append(isArrow && cell == " " ? "─" : cell)
      line += isArrow ? "─" : " "
    }
    return line + (source == nil ? "  " : "→ ")
  }

  /// The columns of a row that stands for more than one turn, or for the first state.
  private func omission(_ row: LaneSelection.Row) -> (number: String, time: String, rest: String) {
    guard row.positions.lowerBound < 0 else {
      return ("⋮", "", Self.count(row.positions.count, "turn"))
    }
    let dropped = min(max(0, picture.droppedCount), .max / 2)
    let count = row.positions.count - 1 + dropped
    return count == 0 ? ("", "", "first state") : ("⋮", "", Self.count(count, "earlier turn"))
  }

  private func cause(of turn: Picture.Turn, in room: Int) -> String {
    let label = turn.effect.flatMap { shownLabels[$0] }
    let cause = label.map { "by effect \($0)" } ?? turn.causeWords
    guard turn.outputs.isEmpty == false else { return cause.line(keepingPlaceIn: max(0, room)) }
    let outputs = "sent \(turn.outputs.joined(separator: ", "))"
    let rest = room - outputs.columns - 2
    // Without room for both, outputs matter more than the place.
    return rest < 24 ? outputs : "\(outputs), \(cause.line(keepingPlaceIn: rest))"
  }

  private var legend: [String] {
    var lines: [String] = []
    for (effect, label) in zip(selection.effects, Self.labels) {
      let effect = picture.effects[effect]
      var end = effect.end?.kind.words ?? "running"
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

extension Picture.End.Kind {
  /// The end of a lane.
  fileprivate var symbol: Character {
    switch self {
    case .finished: "╵"
    case .cancelled: "✕"
    case .endedWithState: "⊘"
    }
  }
}
