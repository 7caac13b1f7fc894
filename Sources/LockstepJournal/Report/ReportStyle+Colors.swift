// SPDX-License-Identifier: MIT

extension Report {
  /// The light and dark colors, with a text contrast of at least 4.5 to 1.
  static let styleColors = #"""
    :root {
      color-scheme: light;
      --page: #f4f5f7; --panel: #ffffff; --raised: #f8f9fa; --line: #e1e4e9; --hover: #f1f4f8;
      --text: #1b2230; --muted: #5a6372; --accent: #2457c5; --tint: #e6eefc; --chain: #f2f6fd;
      --call: #2b62d9; --effect: #0b746a; --follow: #8144b8; --on-mark: #ffffff;
      --bar: #d5e9e6; --bar-line: #8fc0b9; --running: #0b746a;
      --cancelled: #a34400; --unmounted: #5f6878; --control: #8a93a3;
      --added: #e4f5e9; --added-text: #0e5a2a; --removed: #fdebea; --removed-text: #96201c;
      --notice: #fdf4dc; --notice-text: #6b4e00;
    }
    :root[data-theme="dark"] {
      color-scheme: dark;
      --page: #111419; --panel: #191d24; --raised: #1e232b; --line: #2d333d; --hover: #222832;
      --text: #e3e7ed; --muted: #9ba6b5; --accent: #8fb2ff; --tint: #22314f; --chain: #1d2534;
      --call: #7ba6ff; --effect: #4fc1b2; --follow: #c599f0; --on-mark: #10141a;
      --bar: #1f413f; --bar-line: #3b7771; --running: #4fc1b2;
      --cancelled: #f0a15e; --unmounted: #a3adbb; --control: #6c7787;
      --added: #16301f; --added-text: #8fdca6; --removed: #3a1f20; --removed-text: #f5a9a4;
      --notice: #33290f; --notice-text: #f0d48a;
    }
    """#
}
