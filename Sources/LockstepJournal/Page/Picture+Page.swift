// SPDX-License-Identifier: MIT

extension Picture {
  /// Returns a web page of the run: one file that loads nothing and runs no script but its own.
  func html() -> String {
    let policy = [
      "default-src 'none'",
      "script-src 'sha256-\(SHA256.base64(of: Page.script))'",
      "style-src 'sha256-\(SHA256.base64(of: Page.style))'",
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
      <style>\(Page.style)</style>
      </head>
      <body>
      \(Page.markup)
      <script type="application/json" id="run">\(PageData(self).json)</script>
      <script>\(Page.script)</script>
      </body>
      </html>

      """
  }
}

/// The fixed parts of a page.
enum Page {
  static let script = [
    scriptModel, scriptLayout, scriptText, scriptDrawing, scriptLanes, scriptOverview, scriptList,
    scriptFilter, scriptDetail, scriptDifference, scriptSelection, scriptKeys,
  ].joined(separator: "\n")

  static let style = [styleColors, styleLayout, styleDetail].joined(separator: "\n")
}
