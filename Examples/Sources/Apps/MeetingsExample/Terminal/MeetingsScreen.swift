// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import LockstepRouting
internal import LockstepTerminal

extension MeetingsProgram.State {
  func screen(size: Screen.Size, help: HelpLine) -> Screen {
    var screen = Screen(size: size)
    let parts = parts(size)
    drawFrame(parts, help, on: &screen)
    if let form {
      draw(form, in: parts.content, on: &screen)
    } else if let top {
      switch top.screen {
      case .detail(let detail):
        draw(detailLines(detail, columns: parts.content.columns), in: parts.content, on: &screen)
        draw(detail.question, in: parts.content, on: &screen)
      case .recording(let recording):
        draw(recording, in: parts.content, on: &screen)
        draw(recording.question, in: parts.content, on: &screen)
      }
    } else {
      drawList(in: parts.content, on: &screen)
    }
    return screen
  }

  /// Returns the first visible line of the top screen, and the last line to which it can scroll.
  func scrollRange(_ size: Screen.Size) -> (first: Int, last: Int) {
    guard case .detail(let detail)? = top?.screen else { return (0, 0) }
    let content = parts(size).content
    let last = max(0, detailLines(detail, columns: content.columns).count - content.rows)
    return (min(firstRow, last), last)
  }

  // MARK: Around the screens

  private func parts(
    _ size: Screen.Size
  ) -> (title: Screen.Area, content: Screen.Area, problem: Screen.Area, help: Screen.Area) {
    let area = Screen.Area(row: 0, column: 0, rows: size.rows, columns: size.columns)
    let problem = app.saving.problem.map { "\($0)".wrapped(columns: area.columns).count } ?? 0
    let rows = area.rows([
      .fixed(1), .fixed(size.rows < 16 ? 0 : 1), .flexible(),
      .fixed(min(problem, max(1, size.rows / 4))), .fixed(size.columns < 60 ? 3 : 2),
    ])
    let margin = size.columns < 60 ? 0 : 2
    return (rows[0], rows[2].inset(rows: 0, columns: margin), rows[3], rows[4])
  }

  private func drawFrame(
    _ parts: (title: Screen.Area, content: Screen.Area, problem: Screen.Area, help: Screen.Area),
    _ help: HelpLine,
    on screen: inout Screen
  ) {
    screen.fill(parts.title, with: "─", style: Style(.blue))
    let mark = app.saving.isUpToDate ? "" : "• "
    let title = " \(title) \(mark)".truncated(columns: max(0, parts.title.columns - 4))
    screen.put(title, in: parts.title.inset(rows: 0, columns: 2), style: Style(.blue))
    if let problem = app.saving.problem {
      let lines = "\(problem)".wrapped(columns: parts.problem.columns).joined(separator: "\n")
      screen.put(lines, in: parts.problem, style: Style(.red))
    }
    screen.draw(help, in: parts.help, alignment: .center, style: Style(bold: true))
  }

  private var title: String {
    switch top?.screen {
    case nil: form == nil ? "Meetings" : "New meeting"
    case .detail: form == nil ? "Meeting" : "Edit meeting"
    case .recording(let recording): recording.isPaused ? "Meeting, paused" : "Meeting in progress"
    }
  }

  private func draw<Question: Equatable & Sendable>(
    _ question: AlertState<Question>?,
    in area: Screen.Area,
    on screen: inout Screen
  ) {
    guard let question else { return }
    screen.restyle(area) { $0.dim = true }
    screen.draw(dialog(question), in: area, style: Style(.magenta))
  }

  // MARK: The list

  private func drawList(in area: Screen.Area, on screen: inout Screen) {
    let meetings = app.meetings.value
    guard meetings.isEmpty == false else {
      return screen.put("There are no meetings.", in: area, alignment: .center)
    }
    let selection = Sharing(app.list, meetings).selected
    let row = selection.flatMap { meetings.index(id: $0) } ?? 0
    let list = List(
      IdentifiedArray(meetings.map { MeetingRow(meeting: $0) }),
      selection: selection,
      firstRow: max(0, min(row - area.rows / 2, meetings.count - area.rows))
    )
    screen.draw(list, in: area)
  }

  // MARK: The screen of a meeting

  private typealias Line = (text: String, style: Style)

  private func detailLines(_ detail: MeetingDetail.State, columns: Int) -> [Line] {
    guard let meeting = app.meetings.value[id: detail.id] else { return [] }
    let plain = Style.plain
    let heading = Style(.cyan)
    let link = (try? MeetingLink.router.path(for: .detail(detail.id))) ?? ""
    let lines: [Line] =
      [(meeting.title, Style(bold: true)), (meeting.minutes.counted("minute"), plain), ("", plain)]
      + [("Attendees", heading)] + meeting.attendees.map { ("  \($0.name)", plain) } + [("", plain)]
      + [(meeting.records.isEmpty ? "No records yet" : "Records", heading)]
      + meeting.records.map { ("  \($0.date.minute), \($0.seconds.clock)", plain) }
      + [("", plain), (link, Style(dim: true))]
    return lines.flatMap { line in
      let indent = String(line.text.prefix { $0 == " " })
      return line.text.wrapped(columns: columns - indent.count).map { (indent + $0, line.style) }
    }
  }

  private func draw(_ lines: [Line], in area: Screen.Area, on screen: inout Screen) {
    let last = max(0, lines.count - area.rows)
    let first = min(firstRow, last)
    for (row, line) in lines.dropFirst(first).prefix(area.rows).enumerated() {
      screen.put(line.text, in: area.line(row), style: line.style)
    }
    if first > 0 { screen.put("▲", in: area.line(0), alignment: .trailing) }
    if first < last { screen.put("▼", in: area.line(area.rows - 1), alignment: .trailing) }
  }

  // MARK: A meeting in progress

  private func draw(_ recording: Recording.State, in area: Screen.Area, on screen: inout Screen) {
    guard let meeting = app.meetings.value[id: recording.id] else { return }
    let parts = area.rows([
      .fixed(1), .fixed(1), .fixed(1), .fixed(area.rows > 10 ? 1 : 0), .flexible(),
    ])
    screen.put(meeting.title, in: parts[0], style: Style(bold: true))
    let fraction = Double(recording.seconds) / Double(max(1, meeting.seconds))
    screen.draw(
      ProgressBar(fraction, showsPercentage: false),
      in: parts[1],
      style: recording.isPaused ? Style(dim: true) : Style(.green)
    )
    let left = max(0, meeting.seconds - recording.seconds)
    screen.put("\(recording.seconds.clock) elapsed", in: parts[2])
    screen.put("\(left.clock) left", in: parts[2], alignment: .trailing)
    let names = parts[4]
    let first = max(
      0,
      min(recording.speaker - names.rows / 2, meeting.attendees.count - names.rows)
    )
    let shown = meeting.attendees.enumerated().dropFirst(first).prefix(names.rows)
    for (row, (index, attendee)) in shown.enumerated() {
      let speaks = index == recording.speaker
      let mark = speaks ? "▶" : index < recording.speaker ? "✓" : " "
      let style = speaks ? Style(.yellow, bold: true) : Style(dim: index < recording.speaker)
      screen.put("\(mark) \(attendee.name)", in: names.line(row), style: style)
    }
  }

  // MARK: The form

  private func draw(_ form: MeetingForm.State, in area: Screen.Area, on screen: inout Screen) {
    let problems = form.showsProblems ? form.problems.map(\.text) : []
    let parts = area.rows([.flexible(minimum: 1), .fixed(problems.count)])
    let fields = FormField.all(in: form)
    let row = fields.firstIndex(of: field) ?? 0
    let first = max(0, min(row - parts[0].rows / 2, fields.count - parts[0].rows))
    for (line, shown) in fields.dropFirst(first).prefix(parts[0].rows).enumerated() {
      let columns = parts[0].line(line).columns([.fixed(10), .flexible(minimum: 4)], spacing: 1)
      let isTyped = shown == field
      screen.put(shown.label, in: columns[0], style: isTyped ? Style(.yellow) : .plain)
      let text = TextField(shown.text(in: form), placeholder: shown.placeholder)
      screen.draw(isTyped ? self.text ?? text : text, in: columns[1], isFocused: isTyped)
    }
    screen.put(problems.joined(separator: "\n"), in: parts[1], style: Style(.red))
  }
}

private struct MeetingRow: ListElement {
  let meeting: Meeting

  var id: Meeting.ID { meeting.id }

  var title: String {
    let facts = [
      meeting.minutes.counted("minute"), meeting.attendees.count.counted("attendee"),
      meeting.records.isEmpty ? nil : meeting.records.count.counted("record"),
    ]
    return "\(meeting.title): \(facts.compactMap { $0 }.joined(separator: ", "))"
  }
}

extension FormField {
  fileprivate var label: String {
    switch self {
    case .title: "Title"
    case .minutes: "Minutes"
    case .attendee: "Attendee"
    }
  }
}

extension MeetingForm.Problem {
  fileprivate var text: String {
    switch self {
    case .noTitle: "Enter a title."
    case .noAttendee: "Enter the name of an attendee."
    case .minutes: "Enter a length from 1 to 480 minutes."
    }
  }
}

extension Int {
  /// The number and a noun, such as "2 records".
  fileprivate func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }

  /// The number of seconds as minutes and seconds, such as "1:05".
  fileprivate var clock: String {
    let seconds = self % 60
    return "\(self / 60):\(seconds < 10 ? "0" : "")\(seconds)"
  }
}

extension Date {
  /// The date and time in UTC, without seconds.
  fileprivate var minute: String {
    let text = formatted(.iso8601)
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
  }
}

extension Screen.Area {
  fileprivate func line(_ row: Int) -> Self {
    Self(row: self.row + row, column: column, rows: row < rows ? 1 : 0, columns: columns)
  }
}
