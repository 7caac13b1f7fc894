// SPDX-License-Identifier: MIT

/// What is printed while the three words of a first game are found.
let onboardingTape = """
  == at first ==
  ╭─ Your first game ────────────────────────────────────────────────────────────╮
  │   Welcome! Words hide on this cube: you see its top, left and right sides.   │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │      Top            Word                 Words found                         │
  │       Z   Z   Z     …                                                        │
  │       Z   Z   Z     0 points                                                 │
  │       Z   Z   T                                                              │
  │      Left           Right                                                    │
  │       X   X   A      R   Y   Y                                               │
  │       X   X   X      Y   Y   Y                                               │
  │       X   X   X      Y   Y   Y                                               │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                          [Enter] Next   [Esc] Skip                           │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯
  == resize 60x18 ==
  ╭─ Your first game ────────────────────────────────────────╮
  │    Welcome! Words hide on this cube: you see its top,    │
  │                  left and right sides.                   │
  │                                                          │
  │                                                          │
  │               Top            Word                        │
  │                Z   Z   Z     …                           │
  │                Z   Z   Z     0 points                    │
  │                Z   Z   T                                 │
  │               Left           Right                       │
  │                X   X   A      R   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                                                          │
  │                                                          │
  │                [Enter] Next   [Esc] Skip                 │
  │                    [q] Quit the demo                     │
  ╰──────────────────────────────────────────────────────────╯
  == press return ==
  ╭─ Your first game ────────────────────────────────────────╮
  │     Type ART. Each letter touches the one before it.     │
  │                                                          │
  │                                                          │
  │                                                          │
  │               Top            Word                        │
  │                Z   Z   Z     …                           │
  │                Z   Z   Z     0 points                    │
  │                Z   Z   T                                 │
  │               Left           Right                       │
  │                X   X   A      R   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                                                          │
  │                                                          │
  │                        [Esc] Skip                        │
  │                  [Ctrl-C] Quit the demo                  │
  ╰──────────────────────────────────────────────────────────╯
  == type ar ==
  ╭─ Your first game ────────────────────────────────────────╮
  │     Type ART. Each letter touches the one before it.     │
  │                                                          │
  │                                                          │
  │                                                          │
  │               Top            Word                        │
  │                Z   Z   Z     AR                          │
  │                Z   Z   Z     0 points                    │
  │                Z   Z   T                                 │
  │               Left           Right                       │
  │                X   X  [A]    [R]  Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                                                          │
  │                                                          │
  │            [Backspace] Take back   [Esc] Skip            │
  │                  [Ctrl-C] Quit the demo                  │
  ╰──────────────────────────────────────────────────────────╯
  == type xt ==
  ╭─ Your first game ────────────────────────────────────────╮
  │     Type ART. Each letter touches the one before it.     │
  │                                                          │
  │                                                          │
  │                                                          │
  │               Top            Word                        │
  │                Z   Z   Z     ART                         │
  │                Z   Z   Z     0 points                    │
  │                Z   Z  [T]                                │
  │               Left           Right                       │
  │                X   X  [A]    [R]  Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                                                          │
  │      [Enter] Play the word   [Backspace] Take back       │
  │                        [Esc] Skip                        │
  │                  [Ctrl-C] Quit the demo                  │
  ╰──────────────────────────────────────────────────────────╯
  == press return ==
  ╭─ Your first game ────────────────────────────────────────╮
  │                        Well done!                        │
  │                                                          │
  │                                                          │
  │                                                          │
  │               Top            Word                        │
  │                Z   Z   Z     …                           │
  │                Z   Z   Z     15 points                   │
  │                Z   Z   T                                 │
  │               Left           Right                       │
  │                X   X   A      R   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                                                          │
  │                                                          │
  │                        [Esc] Skip                        │
  │                  [Ctrl-C] Quit the demo                  │
  ╰──────────────────────────────────────────────────────────╯
  == wait 1s ==
  ╭─ Your first game ────────────────────────────────────────╮
  │      The same letters make another word. Type RAT.       │
  │                                                          │
  │                                                          │
  │                                                          │
  │               Top            Word                        │
  │                Z   Z   Z     …                           │
  │                Z   Z   Z     15 points                   │
  │                Z   Z   T                                 │
  │               Left           Right                       │
  │                X   X   A      R   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                                                          │
  │                                                          │
  │                        [Esc] Skip                        │
  │                  [Ctrl-C] Quit the demo                  │
  ╰──────────────────────────────────────────────────────────╯
  == type ra ==
  ╭─ Your first game ────────────────────────────────────────╮
  │      The same letters make another word. Type RAT.       │
  │                                                          │
  │                                                          │
  │                                                          │
  │               Top            Word                        │
  │                Z   Z   Z     RA                          │
  │                Z   Z   Z     15 points                   │
  │                Z   Z   T                                 │
  │               Left           Right                       │
  │                X   X  [A]    [R]  Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                                                          │
  │                                                          │
  │            [Backspace] Take back   [Esc] Skip            │
  │                  [Ctrl-C] Quit the demo                  │
  ╰──────────────────────────────────────────────────────────╯
  == press backspace ==
  ╭─ Your first game ────────────────────────────────────────╮
  │      The same letters make another word. Type RAT.       │
  │                                                          │
  │                                                          │
  │                                                          │
  │               Top            Word                        │
  │                Z   Z   Z     R                           │
  │                Z   Z   Z     15 points                   │
  │                Z   Z   T                                 │
  │               Left           Right                       │
  │                X   X   A     [R]  Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                                                          │
  │                                                          │
  │            [Backspace] Take back   [Esc] Skip            │
  │                  [Ctrl-C] Quit the demo                  │
  ╰──────────────────────────────────────────────────────────╯
  == type at ==
  ╭─ Your first game ────────────────────────────────────────╮
  │      The same letters make another word. Type RAT.       │
  │                                                          │
  │                                                          │
  │                                                          │
  │               Top            Word                        │
  │                Z   Z   Z     RAT                         │
  │                Z   Z   Z     15 points                   │
  │                Z   Z  [T]                                │
  │               Left           Right                       │
  │                X   X  [A]    [R]  Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                                                          │
  │      [Enter] Play the word   [Backspace] Take back       │
  │                        [Esc] Skip                        │
  │                  [Ctrl-C] Quit the demo                  │
  ╰──────────────────────────────────────────────────────────╯
  == press return ==
  ╭─ Your first game ────────────────────────────────────────╮
  │                        Well done!                        │
  │                                                          │
  │                                                          │
  │                                                          │
  │               Top            Word                        │
  │                Z   Z   Z     …                           │
  │                Z   Z   Z     30 points                   │
  │                Z   Z   T                                 │
  │               Left           Right                       │
  │                X   X   A      R   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                                                          │
  │                                                          │
  │                        [Esc] Skip                        │
  │                  [Ctrl-C] Quit the demo                  │
  ╰──────────────────────────────────────────────────────────╯
  == wait 1s ==
  ╭─ Your first game ────────────────────────────────────────╮
  │    A letter that was used three times goes, with its     │
  │                     cube. Type TAR.                      │
  │                                                          │
  │                                                          │
  │               Top            Word                        │
  │                Z   Z   Z     …                           │
  │                Z   Z   Z     30 points                   │
  │                Z   Z   T                                 │
  │               Left           Right                       │
  │                X   X   A      R   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                                                          │
  │                                                          │
  │                        [Esc] Skip                        │
  │                  [Ctrl-C] Quit the demo                  │
  ╰──────────────────────────────────────────────────────────╯
  == type tar ==
  ╭─ Your first game ────────────────────────────────────────╮
  │    A letter that was used three times goes, with its     │
  │                     cube. Type TAR.                      │
  │                                                          │
  │                                                          │
  │               Top            Word                        │
  │                Z   Z   Z     TAR                         │
  │                Z   Z   Z     30 points                   │
  │                Z   Z  [T]                                │
  │               Left           Right                       │
  │                X   X  [A]    [R]  Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                                                          │
  │      [Enter] Play the word   [Backspace] Take back       │
  │                        [Esc] Skip                        │
  │                  [Ctrl-C] Quit the demo                  │
  ╰──────────────────────────────────────────────────────────╯
  == press return ==
  ╭─ Your first game ────────────────────────────────────────╮
  │                        Well done!                        │
  │                                                          │
  │                                                          │
  │                                                          │
  │               Top            Word                        │
  │                Z   Z   Z     …                           │
  │                Z   Z   Z     45 points                   │
  │                Z   Z   Z                                 │
  │               Left           Right                       │
  │                X   X   X      Y   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                                                          │
  │                                                          │
  │                        [Esc] Skip                        │
  │                  [Ctrl-C] Quit the demo                  │
  ╰──────────────────────────────────────────────────────────╯
  == wait 1s ==
  ╭─ Your first game ────────────────────────────────────────╮
  │   The cube is gone, and another one shows. That is all   │
  │                    there is to know.                     │
  │                                                          │
  │                                                          │
  │               Top            Word                        │
  │                Z   Z   Z     …                           │
  │                Z   Z   Z     45 points                   │
  │                Z   Z   Z                                 │
  │               Left           Right                       │
  │                X   X   X      Y   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                                                          │
  │                                                          │
  │                  [Enter] Start to play                   │
  │                    [q] Quit the demo                     │
  ╰──────────────────────────────────────────────────────────╯
  == press return ==
  ╭─ Your first game ────────────────────────────────────────╮
  │   The cube is gone, and another one shows. That is all   │
  │                    there is to know.                     │
  │                                                          │
  │                                                          │
  │               Top            Word                        │
  │                Z   Z   Z     …                           │
  │                Z   Z   Z     45 points                   │
  │                Z   Z   Z                                 │
  │               Left           Right                       │
  │                X   X   X      Y   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                X   X   X      Y   Y   Y                  │
  │                                                          │
  │                                                          │
  │                  [Enter] Start to play                   │
  │                    [q] Quit the demo                     │
  ╰──────────────────────────────────────────────────────────╯
  Here your first real game would begin.
  """
