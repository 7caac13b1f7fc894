// SPDX-License-Identifier: MIT

extension Diagram {
  /// Returns a self-contained HTML file, whose policy blocks all scripts and resources except its own.
  func html() -> String {
    let policy = [
      "default-src 'none'",
      "script-src 'sha256-\(SHA256.base64(of: Report.script))'",
      "style-src 'sha256-\(SHA256.base64(of: Report.style))'",
      "base-uri 'none'",
      "form-action 'none'",
    ]
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy.joined(separator: "; "))">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>Run</title>
      <style>\(Report.style)</style>
      </head>
      <body>
      \(Report.markup)
      <script type="application/json" id="run">\(ReportData(self).json)</script>
      <script>\(Report.script)</script>
      </body>
      </html>

      """
  }
}

enum Report {
  static let script = [
    scriptModel, scriptLayout, scriptText, scriptDrawing, scriptTimeline, scriptOverview,
    scriptList,
    scriptFilter, scriptDetail, scriptDifference, scriptSelection, scriptKeys,
  ].joined(separator: "\n")

  static let style = [styleColors, styleLayout, styleDetail].joined(separator: "\n")
}
