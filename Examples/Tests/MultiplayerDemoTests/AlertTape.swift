// SPDX-License-Identifier: MIT

/// What a session on a small terminal prints in which a rematch fails, and its alert is read.
let alertTape = """
  == at first ==
  ╭─ Multiplayer ────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │                     Play words against others, in turns.                     │
  │                                                                              │
  │                               Signing you in …                               │
  │                                                                              │
  │                                                                              │
  │                               Your matches                                   │
  │                               Won            –                               │
  │                               Lost           –                               │
  │                               Tied           –                               │
  │                               Not over       –                               │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                             ⠋ asking the server                              │
  │                                                                              │
  │             [s] Start a match   [!] Break the server   [c] Close             │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯
  == resize 40x20 ==
  ╭─ Multiplayer ────────────────────────╮
  │                                      │
  │    Play words against others, in     │
  │                turns.                │
  │           Signing you in …           │
  │                                      │
  │                                      │
  │           Your matches               │
  │           Won            –           │
  │           Lost           –           │
  │           Tied           –           │
  │           Not over       –           │
  │                                      │
  │                                      │
  │         ⠋ asking the server          │
  │                                      │
  │          [s] Start a match           │
  │   [!] Break the server   [c] Close   │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == wait 1600ms ==
  ╭─ Multiplayer ────────────────────────╮
  │                                      │
  │    Play words against others, in     │
  │                turns.                │
  │          You are signed in.          │
  │                                      │
  │                                      │
  │           Your matches               │
  │           Won            1           │
  │           Lost           3           │
  │           Tied           1           │
  │           Not over       1           │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │  [s] Start a match   [p] Past games  │
  │   [!] Break the server   [c] Close   │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == press p ==
  ╭─ Past games ─────────────────────────╮
  │                                      │
  │                                      │
  │                                      │
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
  │         ⠦ asking the server          │
  │                                      │
  │               [b] Back               │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == wait 800ms ==
  ╭─ Past games ─────────────────────────╮
  │                                      │
  │    Against     Outcome  You  They    │
  │  > Ada         lost     336   397    │
  │    Barbara     lost     254   737    │
  │    Grace       tie      524   524    │
  │    Katherine   lost     525   659    │
  │    Margaret    won      622   536    │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │  [↓] Down   [o] Open   [r] Rematch   │
  │               [b] Back               │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == press r ==
  ╭─ Past games ─────────────────────────╮
  │                                      │
  │    Against     Outcome  You  They    │
  │  > Ada         lost     336   397    │
  │    Barbara     lost     254   737    │
  │    Grace       tie      524   524    │
  │    Katherine   lost     525   659    │
  │    Margaret    won      622   536    │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │         ⠼ asking the server          │
  │                                      │
  │    [↓] Down   [o] Open   [b] Back    │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == wait 300ms ==
  ╭─ Past games ─────────────────────────╮
  │                                      │
  │    Against     Outcome  You  They    │
  │  > Ada         lost     336   397    │
  │    Barbara     lost     254   737    │
  │    Grace       tie      524   524    │
  │    Katherine   lost     525   659    │
  │    Margaret    won      622   536    │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │         ⠧ asking the server          │
  │                                      │
  │    [↓] Down   [o] Open   [b] Back    │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == wait 500ms ==
  ╭─ Past games ─────────────────────────╮
  │                                      │
  │    Against     Outcome  You  They    │
  │  > Ada         lost     336   397    │
  │    Barbara     lost     254   737    │
  │    Grace       tie      524   524    │
  │ ╔═ Error ══════════════════════════╗ │
  │ ║                                  ║ │
  │ ║  We couldn’t start the rematch.  ║ │
  │ ║         Try again later.         ║ │
  │ ║                                  ║ │
  │ ║              [o] Ok              ║ │
  │ ║                                  ║ │
  │ ╚══════════════════════════════════╝ │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == press b ==
  ╭─ Past games ─────────────────────────╮
  │                                      │
  │    Against     Outcome  You  They    │
  │  > Ada         lost     336   397    │
  │    Barbara     lost     254   737    │
  │    Grace       tie      524   524    │
  │ ╔═ Error ══════════════════════════╗ │
  │ ║                                  ║ │
  │ ║  We couldn’t start the rematch.  ║ │
  │ ║         Try again later.         ║ │
  │ ║                                  ║ │
  │ ║              [o] Ok              ║ │
  │ ║                                  ║ │
  │ ╚══════════════════════════════════╝ │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == press o ==
  ╭─ Past games ─────────────────────────╮
  │                                      │
  │    Against     Outcome  You  They    │
  │  > Ada         lost     336   397    │
  │    Barbara     lost     254   737    │
  │    Grace       tie      524   524    │
  │    Katherine   lost     525   659    │
  │    Margaret    won      622   536    │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │  [↓] Down   [o] Open   [r] Rematch   │
  │               [b] Back               │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  """
