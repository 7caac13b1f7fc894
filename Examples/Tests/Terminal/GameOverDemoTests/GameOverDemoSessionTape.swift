// SPDX-License-Identifier: MIT

/// What a session prints in which the full game is bought after a daily challenge, and notifications
/// are turned on when the screen is closed.
let gameOverDemoSessionTape = """
  == at first ==
  ╭─ Game over ──────────────────────────────────────────────────────────────────╮
  │                            Daily challenge, timed                            │
  │                                 1816 points                                  │
  │                                 Impressive!                                  │
  │                                                                              │
  │  Your rank                            8 words                                │
  │  Today           –                    CHILDREN                          800  │
  │                                       UNIQUE                            324  │
  │  ⠋ asking the server                  INWARD                            252  │
  │                                       DONATE                            180  │
  │                                       OWNER                             110  │
  │                                       YEARN                             110  │
  │                                       DONE                               28  │
  │                                       EAR                                12  │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                 One moment …                                 │
  │                              [q] Quit the demo                               │
  ╰─ ♪ gameOverLoop, transitionIn ───────────────────────────────────────────────╯

  == after 3 seconds ==
  ╭─ Game over ──────────────────────────────────────────────────────────────────╮
  │                            Daily challenge, timed                            │
  │                                 1816 points                                  │
  │                                 Keep it up!                                  │
  │                                                                              │
  │  Your rank                            8 words                                │
  │  Today           11 of 31             CHILDREN                          800  │
  │                ╔═ A word from the makers ═══════════════════╗           324  │
  │                ║                                            ║           252  │
  │                ║    Enjoying the game? The full version     ║           180  │
  │                ║        helps us to make more of it.        ║           110  │
  │                ║        You can go on in 8 seconds.         ║           110  │
  │                ║                                            ║            28  │
  │                ║           [p] Buy the full game            ║            12  │
  │                ║                                            ║                │
  │                ╚════════════════════════════════════════════╝                │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                              [q] Quit the demo                               │
  ╰─ ♪ gameOverLoop ─────────────────────────────────────────────────────────────╯

  == a second after '.' ==
  ╭─ Game over ──────────────────────────────────────────────────────────────────╮
  │                            Daily challenge, timed                            │
  │                                 1816 points                                  │
  │                                 Keep it up!                                  │
  │                                                                              │
  │  Your rank                            8 words                                │
  │  Today           11 of 31             CHILDREN                          800  │
  │                ╔═ A word from the makers ═══════════════════╗           324  │
  │                ║                                            ║           252  │
  │                ║    Enjoying the game? The full version     ║           180  │
  │                ║        helps us to make more of it.        ║           110  │
  │                ║        You can go on in 7 seconds.         ║           110  │
  │                ║                                            ║            28  │
  │                ║           [p] Buy the full game            ║            12  │
  │                ║                                            ║                │
  │                ╚════════════════════════════════════════════╝                │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                              [q] Quit the demo                               │
  ╰─ ♪ gameOverLoop ─────────────────────────────────────────────────────────────╯

  == a second after '.' ==
  ╭─ Game over ──────────────────────────────────────────────────────────────────╮
  │                            Daily challenge, timed                            │
  │                                 1816 points                                  │
  │                                 Keep it up!                                  │
  │                                                                              │
  │  Your rank                            8 words                                │
  │  Today           11 of 31             CHILDREN                          800  │
  │                ╔═ A word from the makers ═══════════════════╗           324  │
  │                ║                                            ║           252  │
  │                ║    Enjoying the game? The full version     ║           180  │
  │                ║        helps us to make more of it.        ║           110  │
  │                ║        You can go on in 6 seconds.         ║           110  │
  │                ║                                            ║            28  │
  │                ║           [p] Buy the full game            ║            12  │
  │                ║                                            ║                │
  │                ╚════════════════════════════════════════════╝                │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                              [q] Quit the demo                               │
  ╰─ ♪ gameOverLoop ─────────────────────────────────────────────────────────────╯

  == a second after 'p' ==
  ╭─ Game over ──────────────────────────────────────────────────────────────────╮
  │                            Daily challenge, timed                            │
  │                                 1816 points                                  │
  │                                 Keep it up!                                  │
  │                                                                              │
  │  Your rank                            8 words                                │
  │  Today           11 of 31             CHILDREN                          800  │
  │                                       UNIQUE                            324  │
  │                                       INWARD                            252  │
  │                                       DONATE                            180  │
  │                                       OWNER                             110  │
  │                                       YEARN                             110  │
  │                                       DONE                               28  │
  │                                       EAR                                12  │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │  Thank you for buying the full game!                                         │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │              [u] Play the unlimited daily challenge   [c] Close              │
  │                              [q] Quit the demo                               │
  ╰─ ♪ gameOverLoop ─────────────────────────────────────────────────────────────╯

  == a second after 'c' ==
  ╭─ Game over ──────────────────────────────────────────────────────────────────╮
  │                            Daily challenge, timed                            │
  │                                 1816 points                                  │
  │                                 Keep it up!                                  │
  │                                                                              │
  │  Your rank                            8 words                                │
  │  Today           11 of 31             CHILDREN                          800  │
  │                ╔═ Want to be notified? ═════════════════════╗           324  │
  │                ║                                            ║           252  │
  │                ║    We can tell you about your rank, and    ║           180  │
  │                ║        when a new challenge starts.        ║           110  │
  │                ║                                            ║           110  │
  │                ║         [n] Turn on notifications          ║            28  │
  │                ║                [x] Not now                 ║            12  │
  │                ║                                            ║                │
  │                ╚════════════════════════════════════════════╝                │
  │                                                                              │
  │  Thank you for buying the full game!                                         │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                              [q] Quit the demo                               │
  ╰─ ♪ gameOverLoop ─────────────────────────────────────────────────────────────╯

  == a second after '.' ==
  ╭─ Game over ──────────────────────────────────────────────────────────────────╮
  │                            Daily challenge, timed                            │
  │                                 1816 points                                  │
  │                                 Keep it up!                                  │
  │                                                                              │
  │  Your rank                            8 words                                │
  │  Today           11 of 31             CHILDREN                          800  │
  │                ╔═ Want to be notified? ═════════════════════╗           324  │
  │                ║                                            ║           252  │
  │                ║    We can tell you about your rank, and    ║           180  │
  │                ║        when a new challenge starts.        ║           110  │
  │                ║                                            ║           110  │
  │                ║         [n] Turn on notifications          ║            28  │
  │                ║                [x] Not now                 ║            12  │
  │                ║                                            ║                │
  │                ╚════════════════════════════════════════════╝                │
  │                                                                              │
  │  Thank you for buying the full game!                                         │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                              [q] Quit the demo                               │
  ╰─ ♪ gameOverLoop ─────────────────────────────────────────────────────────────╯

  == a second after 'n' ==
  ╭─ Game over ──────────────────────────────────────────────────────────────────╮
  │                            Daily challenge, timed                            │
  │                                 1816 points                                  │
  │                                 Keep it up!                                  │
  │                                                                              │
  │  Your rank                            8 words                                │
  │  Today           11 of 31             CHILDREN                          800  │
  │                ╔═ Want to be notified? ═════════════════════╗           324  │
  │                ║                                            ║           252  │
  │                ║    We can tell you about your rank, and    ║           180  │
  │                ║        when a new challenge starts.        ║           110  │
  │                ║                                            ║           110  │
  │                ║         [n] Turn on notifications          ║            28  │
  │                ║                [x] Not now                 ║            12  │
  │                ║                                            ║                │
  │                ╚════════════════════════════════════════════╝                │
  │                                                                              │
  │  Thank you for buying the full game!                                         │
  │  This device would now get notifications.                                    │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                              [q] Quit the demo                               │
  ╰─ ♪ gameOverLoop ─────────────────────────────────────────────────────────────╯

  You have left the game.
  """
