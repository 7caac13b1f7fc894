// SPDX-License-Identifier: MIT

package import Lockstep
package import LockstepTerminal

extension ScreenRecording {
  /// Returns an animated picture of the recording, which is played again and again.
  ///
  /// The picture is an SVG of declared animations: it needs no scripts, and no fonts but one of the reader's with
  /// characters of one width. Where pictures are not animated, the first screen is shown. Equal recordings give
  /// equal texts.
  ///
  /// Source: SVG 1.1, <https://www.w3.org/TR/SVG11/>, whose animations are those of SMIL.
  ///
  /// - Parameters:
  ///   - title: A description of the picture, for readers who do not see it.
  ///   - pause: How long the last screen stays beyond the end of the recording.
  /// - Returns: A document that ends in a line break.
  /// - Complexity: O(*n*) in the number of cells of all screens.
  package func svg(title: String, pause: SchedulerStride = 2) -> String {
    let total = duration + max(.zero, pause)
    let isAnimated = frames.count > 1 && total >= .milliseconds(1)
    let picture = Picture(frames: isAnimated ? frames : Array(frames.suffix(1)), total: total)
    return picture.text(title: title)
  }
}

/// The picture of a recording while it is drawn.
///
/// Each row is drawn once for each of its contents, in a group that is visible while the row has this content.
private struct Picture {
  let frames: [ScreenRecording.Frame]
  let total: SchedulerStride

  /// The measures of the grid: a character of this font size is nine wide.
  private enum Grid {
    static let fontSize = 15
    static let column = 9
    static let row = 17
    static let baseline = 13
    static let margin = 12
  }

  /// A content of a row, and the frames that have it.
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

  /// The contents of the rows, from top to bottom, in order of appearance; empty rows are left out.
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

  /// The animation that shows a row while it has a content; empty if it always has.
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

  /// A time as a part of the whole, in millionths.
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
    // A single character has its place anyway, and a wide one may be wider or narrower than two others.
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
  /// The cells of a row; none if it is below the screen.
  fileprivate func cells(inRow row: Int) -> [Cell] {
    (0..<size.columns).compactMap { self[row: row, column: $0] }
  }
}

extension Screen.Cell {
  /// True if the cell shows nothing.
  fileprivate var isBlank: Bool { character == " " && style == .plain }
}

/// Characters that look alike, next to one another; a wide character is alone.
private struct Run {
  let column: Int
  var columns: Int
  var text: String
  let style: Style
  let isNarrow: Bool

  static func runs(of cells: [Screen.Cell]) -> [Run] {
    var runs: [Run] = []
    for (column, cell) in cells.enumerated() {
      // The right half of a wide character has none.
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

/// The colors of pictures.
private enum Palette {
  static let background = "#16181d"
  static let foreground = "#d7dae0"

  /// The colors of the theme, in the order of their cases.
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

  /// Red, green and blue of an index beyond those of the theme: of the cube, or of the grays behind it.
  private static func components(of index: UInt8) -> [UInt8] {
    if index >= 232 { return Array(repeating: 8 + 10 * (index - 232), count: 3) }
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    let place = Int(index) - 16
    return [place / 36, place / 6 % 6, place % 6].map { levels[$0] }
  }
}

/// A text as it stands in a document, without the characters that none may contain.
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
