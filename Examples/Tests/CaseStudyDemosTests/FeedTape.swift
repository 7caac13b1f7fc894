// SPDX-License-Identifier: MIT

/// What is printed while a post is given up, another is written, and the feed loads again.
let feedTape = """
  == at first ==
  ╭─ Feed ───────────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                  Loading …                                   │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                           [n] New post   [c] Close                           │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯
  == resize 40x20 ==
  ╭─ Feed ───────────────────────────────╮
  │                                      │
  │                                      │
  │                                      │
  │              Loading …               │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │       [n] New post   [c] Close       │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == wait 800ms ==
  ╭─ Feed ───────────────────────────────╮
  │                                      │
  │  • Has anybody seen my umbrella?     │
  │                                      │
  │  • Rain again.                       │
  │                                      │
  │  • Good morning!                     │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │      [n] New post   [r] Refresh      │
  │              [c] Close               │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == press n ==
  ╭─ Feed ───────────────────────────────╮
  │                                      │
  │  • Has anybody seen my umbrella?     │
  │                                      │
  │  • Rain again.                       │
  │                                      │
  │ ╔═ What is new? ═══════════════════╗ │
  │ ║                                  ║ │
  │ ║                _                 ║ │
  │ ║                                  ║ │
  │ ║         [Esc] Never mind         ║ │
  │ ║                                  ║ │
  │ ╚══════════════════════════════════╝ │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │        [Ctrl-C] Quit the demo        │
  ╰──────────────────────────────────────╯
  == type Hi ==
  ╭─ Feed ───────────────────────────────╮
  │                                      │
  │  • Has anybody seen my umbrella?     │
  │                                      │
  │  • Rain again.                       │
  │                                      │
  │ ╔═ What is new? ═══════════════════╗ │
  │ ║                                  ║ │
  │ ║               Hi_                ║ │
  │ ║                                  ║ │
  │ ║         [Enter] Post it          ║ │
  │ ║         [Esc] Never mind         ║ │
  │ ║                                  ║ │
  │ ╚══════════════════════════════════╝ │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │        [Ctrl-C] Quit the demo        │
  ╰──────────────────────────────────────╯
  == press escape ==
  ╭─ Feed ───────────────────────────────╮
  │                                      │
  │  • Has anybody seen my umbrella?     │
  │                                      │
  │  • Rain again.                       │
  │                                      │
  │  • Good morning!                     │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │      [n] New post   [r] Refresh      │
  │              [c] Close               │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == press n ==
  ╭─ Feed ───────────────────────────────╮
  │                                      │
  │  • Has anybody seen my umbrella?     │
  │                                      │
  │  • Rain again.                       │
  │                                      │
  │ ╔═ What is new? ═══════════════════╗ │
  │ ║                                  ║ │
  │ ║                _                 ║ │
  │ ║                                  ║ │
  │ ║         [Esc] Never mind         ║ │
  │ ║                                  ║ │
  │ ╚══════════════════════════════════╝ │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │        [Ctrl-C] Quit the demo        │
  ╰──────────────────────────────────────╯
  == type Quite so! ==
  ╭─ Feed ───────────────────────────────╮
  │                                      │
  │  • Has anybody seen my umbrella?     │
  │                                      │
  │  • Rain again.                       │
  │                                      │
  │ ╔═ What is new? ═══════════════════╗ │
  │ ║                                  ║ │
  │ ║            Quite so!_            ║ │
  │ ║                                  ║ │
  │ ║         [Enter] Post it          ║ │
  │ ║         [Esc] Never mind         ║ │
  │ ║                                  ║ │
  │ ╚══════════════════════════════════╝ │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │        [Ctrl-C] Quit the demo        │
  ╰──────────────────────────────────────╯
  == press return ==
  ╭─ Feed ───────────────────────────────╮
  │                                      │
  │  • Has anybody seen my umbrella?     │
  │                                      │
  │  • Rain again.                       │
  │                                      │
  │  • Good morning!                     │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │  Posting …                           │
  │                                      │
  │       [r] Refresh   [c] Close        │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == wait 800ms ==
  ╭─ Feed ───────────────────────────────╮
  │                                      │
  │                                      │
  │                                      │
  │              Loading …               │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │       [n] New post   [c] Close       │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == wait 800ms ==
  ╭─ Feed ───────────────────────────────╮
  │                                      │
  │  • Quite so!                         │
  │                                      │
  │  • Has anybody seen my umbrella?     │
  │                                      │
  │  • Rain again.                       │
  │                                      │
  │  • Good morning!                     │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │      [n] New post   [r] Refresh      │
  │              [c] Close               │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == press c ==
  ╭─ Feed ───────────────────────────────╮
  │                                      │
  │  • Quite so!                         │
  │                                      │
  │  • Has anybody seen my umbrella?     │
  │                                      │
  │  • Rain again.                       │
  │                                      │
  │  • Good morning!                     │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │      [n] New post   [r] Refresh      │
  │              [c] Close               │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  You have left the feed.
  """
