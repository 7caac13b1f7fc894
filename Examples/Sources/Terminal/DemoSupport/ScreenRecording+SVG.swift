// SPDX-License-Identifier: MIT

package import Lockstep
package import LockstepTerminal

extension ScreenRecording {
  /// Returns the recording as an animated SVG picture that repeats forever.
  ///
  /// The picture uses declarative animations, no scripts, and a monospaced font of the reader's system. Readers without
  /// animations see the first screen. Equal recordings produce equal text.
  ///
  /// Source: SVG 1.1, <https://www.w3.org/TR/SVG11/>, which uses the animations of SMIL.
  ///
  /// - Parameters:
  ///   - title: A description of the picture, for accessibility.
  ///   - pause: The time for which the last screen remains after the end of the recording.
  /// - Returns: The SVG document, which ends in a line break.
  /// - Complexity: O(*n*) in the number of cells of all screens.
  package func svg(title: String, pause: SchedulerStride = 2) -> String {
    let total = duration + max(.zero, pause)
    let isAnimated = frames.count > 1 && total >= .milliseconds(1)
    let picture = Picture(frames: isAnimated ? frames : Array(frames.suffix(1)), total: total)
    return picture.text(title: title)
  }
}

/// The picture of a recording.
///
/// Each distinct content of a row is drawn once, in a group that is visible while the row has that content.
private struct Picture {
  let frames: [ScreenRecording.Frame]
  let total: SchedulerStride

  /// The metrics of the grid, in which a character of this font size is nine units wide.
  private enum Grid {
    static let fontSize = 15
    static let column = 9
    static let row = 17
    static let baseline = 13
    static let margin = 12
  }

  /// A content of a row, and the frames that contain it.
  private struct RowContent {
    let row: Int
    let cells: [Screen.Cell]
    var frames: Set<Int>
  }

  private var rows: Int { frames.map(\.screen.size.rows).max() ?? 0 }
  private var columns: Int { frames.map(\.screen.size.columns).max() ?? 0 }

  func text(title: String) -> String {
    let width = columns * Grid.column + 2 * Grid.margin
    let height = rows * Grid.row + 2 * Grid.margin
    let head = """
      <svg xmlns="http://www.w3.org/2000/svg" role="img" \
      width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" \
      font-size="\(Grid.fontSize)">
      <title>\(escaped(title))</title>
      <rect width="\(width)" height="\(height)" rx="8" fill="\(Palette.background)"/>
      <g transform="translate(\(Grid.margin) \(Grid.margin))" fill="\(Palette.foreground)" \
      xml:space="preserve">
      """
    return ([head] + contents.map(drawing) + ["</g>", "</svg>", ""]).joined(separator: "\n")
  }

  /// The contents of all rows, from top to bottom and in order of appearance, without blank ones.
  private var contents: [RowContent] {
    (0..<rows).flatMap { row in
      var contents: [RowContent] = []
      var places: [[Screen.Cell]: Int] = [:]
      for (number, frame) in frames.enumerated() {
        var cells = frame.screen.cells(inRow: row)
        while cells.last?.isBlank == true { cells.removeLast() }
        if cells.isEmpty { continue }
        if let place = places[cells] {
          contents[place].frames.insert(number)
        } else {
          places[cells] = contents.count
          contents.append(RowContent(row: row, cells: cells, frames: [number]))
        }
      }
      return contents
    }
  }

  private func drawing(_ content: RowContent) -> String {
    let y = content.row * Grid.row + Grid.baseline
    let visibility = content.frames.contains(0) ? "" : #" visibility="hidden""#
    return #"<g transform="translate(0 \#(y))"\#(visibility)>"# + animation(of: content)
      + Run.runs(of: content.cells).map(drawing).joined() + "</g>"
  }

  /// The animation that shows a row's content; empty if the content is always visible.
  private func animation(of content: RowContent) -> String {
    guard content.frames.count < frames.count else { return "" }
    var values: [String] = []
    var times: [String] = []
    var wasShown: Bool?
    for (number, frame) in frames.enumerated() {
      let isShown = content.frames.contains(number)
      if isShown == wasShown { continue }
      values.append(isShown ? "visible" : "hidden")
      times.append(number == 0 ? "0" : fraction(frame.start))
      wasShown = isShown
    }
    return """
      <animate attributeName="visibility" calcMode="discrete" repeatCount="indefinite" \
      dur="\(total.nanoseconds / 1_000_000)ms" values="\(values.joined(separator: ";"))" \
      keyTimes="\(times.joined(separator: ";"))"/>
      """
  }

  /// A time as a fraction of the total, in millionths.
  private func fraction(_ time: SchedulerStride) -> String {
    let millionths = (time.timeInterval / total.timeInterval * 1_000_000).rounded()
    guard millionths < 1_000_000 else { return "1" }
    var digits = String(1_000_000 + Int(millionths)).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return digits.isEmpty ? "0" : "0.\(digits)"
  }

  private func drawing(_ run: Run) -> String {
    let (x, width) = (run.column * Grid.column, run.columns * Grid.column)
    let style = run.style
    var (foreground, background) = (
      style.foreground.map(Palette.hex), style.background.map(Palette.hex)
    )
    if style.inverse {
      (foreground, background) = (
        background ?? Palette.background, foreground ?? Palette.foreground
      )
    }
    var result = ""
    if let background {
      result += """
        <rect x="\(x)" y="-\(Grid.baseline)" width="\(width)" height="\(Grid.row)" \
        fill="\(background)"/>
        """
    }
    guard style.underline || run.text.contains(where: { $0 != " " }) else { return result }
    result += #"<text x="\#(x)""#
    // A single character needs no fixed width, and the width of a wide one can differ from two narrow ones.
    if run.isNarrow && run.columns > 1 {
      result += #" textLength="\#(width)" lengthAdjust="spacingAndGlyphs""#
    }
    if let foreground { result += #" fill="\#(foreground)""# }
    if style.bold { result += #" font-weight="bold""# }
    if style.italic { result += #" font-style="italic""# }
    if style.underline { result += #" text-decoration="underline""# }
    if style.dim { result += #" opacity="0.6""# }
    return result + ">\(escaped(run.text))</text>"
  }
}

extension Screen {
  fileprivate func cells(inRow row: Int) -> [Cell] {
    (0..<size.columns).compactMap { self[row: row, column: $0] }
  }
}

extension Screen.Cell {
  fileprivate var isBlank: Bool { character == " " && style == .plain }
}

/// Adjacent narrow characters with the same style, or a single wide character.
private struct Run {
  let column: Int
  var columns: Int
  var text: String
  let style: Style
  let isNarrow: Bool

  static func runs(of cells: [Screen.Cell]) -> [Run] {
    var runs: [Run] = []
    for (column, cell) in cells.enumerated() {
      // The right half of a wide character has no character.
      guard let character = cell.character else { continue }
      let isNarrow = column + 1 == cells.count || cells[column + 1].character != nil
      if let last = runs.last, isNarrow && last.isNarrow && last.style == cell.style {
        runs[runs.count - 1].text.append(character)
        runs[runs.count - 1].columns += 1
      } else {
        runs.append(
          Run(
            column: column,
            columns: isNarrow ? 1 : 2,
            text: String(character),
            style: cell.style,
            isNarrow: isNarrow
          )
        )
      }
    }
    return runs
  }
}

private enum Palette {
  static let background = "#16181d"
  static let foreground = "#d7dae0"

  /// The theme's colors, in the order of the cases.
  private static let theme = [
    "#2b2f38", "#e5625e", "#7fbf6a", "#e0b354", "#5f9ded", "#bd7fd6", "#4fb8b8", "#c9ced8",
    "#6b7280", "#ff8582", "#9fdd88", "#f5cf7a", "#86b9ff", "#d8a2ee", "#7ad6d3", "#ffffff",
  ]

  static func hex(_ color: Color) -> String {
    let components: [UInt8]
    switch color {
    case .theme(let color): return theme[Int(color.rawValue)]
    case .indexed(let index) where index < 16: return theme[Int(index)]
    case .indexed(let index): components = Self.components(of: index)
    case .rgb(let red, let green, let blue): components = [red, green, blue]
    }
    return "#" + components.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The components of an indexed color beyond the theme: of the color cube or the gray ramp after it.
  private static func components(of index: UInt8) -> [UInt8] {
    if index >= 232 { return Array(repeating: 8 + 10 * (index - 232), count: 3) }
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    let place = Int(index) - 16
    return [place / 36, place / 6 % 6, place % 6].map { levels[$0] }
  }
}

/// Escapes text for an XML document, and replaces characters that XML does not allow.
private func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}":
      result.unicodeScalars.append("\u{FFFD}")
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
