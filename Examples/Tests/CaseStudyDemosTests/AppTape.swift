// SPDX-License-Identifier: MIT

/// What is printed while a game is played, saved, gone on with and ranked, and a match looked at and
/// played again.
let appTape = """
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
  == resize 40x20 ==
  ╭─ Your first game ────────────────────╮
  │  Welcome! Words hide on this cube:   │
  │   you see its top, left and right    │
  │                sides.                │
  │                                      │
  │     Top            Word              │
  │      Z   Z   Z     …                 │
  │      Z   Z   Z     0 points          │
  │      Z   Z   T                       │
  │     Left           Right             │
  │      X   X   A      R   Y   Y        │
  │      X   X   X      Y   Y   Y        │
  │      X   X   X      Y   Y   Y        │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │      [Enter] Next   [Esc] Skip       │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == press escape ==
  ╭─ The app ────────────────────────────╮
  │                                      │
  │                                      │
  │      What do you want to play?       │
  │                                      │
  │             Your matches             │
  │            not known yet             │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │            [t] Timed game            │
  │   [u] Unlimited game   [m] Matches   │
  │         [a] Put the app away         │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == wait 800ms ==
  ╭─ The app ────────────────────────────╮
  │                                      │
  │                                      │
  │      What do you want to play?       │
  │                                      │
  │             Your matches             │
  │        1 won, 3 lost, 1 tied         │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │            [t] Timed game            │
  │   [u] Unlimited game   [m] Matches   │
  │         [a] Put the app away         │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == press u ==
  ╭─ A game without a time limit ────────╮
  │  Type a word of letters that touch,  │
  │             on any side.             │
  │                                      │
  │     Top            Word              │
  │      L   T   B     …                 │
  │      F   T   N     0 points          │
  │      T   V   K                       │
  │     Left           Right             │
  │      S   R   A      C   N   U        │
  │      E   L   U      T   O   T        │
  │      L   T   A      QU  H   D        │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │         [←] Put the app away         │
  │          [Esc] End the game          │
  │        [Ctrl-C] Quit the demo        │
  ╰──────────────────────────────────────╯
  == type bunk ==
  ╭─ A game without a time limit ────────╮
  │  Type a word of letters that touch,  │
  │             on any side.             │
  │                                      │
  │     Top            Word              │
  │      L   T  [B]    BUNK              │
  │      F   T  [N]    0 points          │
  │      T   V  [K]                      │
  │     Left           Right             │
  │      S   R   A      C   N  [U]       │
  │      E   L   U      T   O   T        │
  │      L   T   A      QU  H   D        │
  │                                      │
  │        [Enter] Play the word         │
  │        [Backspace] Take back         │
  │       [Tab] Take its cube away       │
  │         [←] Put the app away         │
  │          [Esc] End the game          │
  │        [Ctrl-C] Quit the demo        │
  ╰──────────────────────────────────────╯
  == press return ==
  ╭─ A game without a time limit ────────╮
  │  Type a word of letters that touch,  │
  │             on any side.             │
  │                                      │
  │     Top            Word              │
  │      L   T   B     …                 │
  │      F   T   N     52 points         │
  │      T   V   K                       │
  │     Left           Right             │
  │      S   R   A      C   N   U        │
  │      E   L   U      T   O   T        │
  │      L   T   A      QU  H   D        │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │         [←] Put the app away         │
  │          [Esc] End the game          │
  │        [Ctrl-C] Quit the demo        │
  ╰──────────────────────────────────────╯
  == press left ==
  ╭─ No app ─────────────────────────────╮
  │                                      │
  │                                      │
  │                                      │
  │     The app does not run. A game     │
  │    without a time limit is saved.    │
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
  │        [o] Open the app again        │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == press o ==
  ╭─ The app ────────────────────────────╮
  │                                      │
  │                                      │
  │      What do you want to play?       │
  │                                      │
  │             Your matches             │
  │            not known yet             │
  │                                      │
  │   A game with 52 points is saved.    │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │            [t] Timed game            │
  │       [u] Go on with your game       │
  │  [m] Matches   [a] Put the app away  │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == wait 800ms ==
  ╭─ The app ────────────────────────────╮
  │                                      │
  │                                      │
  │      What do you want to play?       │
  │                                      │
  │             Your matches             │
  │        1 won, 3 lost, 1 tied         │
  │                                      │
  │   A game with 52 points is saved.    │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │            [t] Timed game            │
  │       [u] Go on with your game       │
  │  [m] Matches   [a] Put the app away  │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == press u ==
  ╭─ A game without a time limit ────────╮
  │  Type a word of letters that touch,  │
  │             on any side.             │
  │                                      │
  │     Top            Word              │
  │      L   T   B     …                 │
  │      F   T   N     52 points         │
  │      T   V   K                       │
  │     Left           Right             │
  │      S   R   A      C   N   U        │
  │      E   L   U      T   O   T        │
  │      L   T   A      QU  H   D        │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │         [←] Put the app away         │
  │          [Esc] End the game          │
  │        [Ctrl-C] Quit the demo        │
  ╰──────────────────────────────────────╯
  == type bnk ==
  ╭─ A game without a time limit ────────╮
  │  Type a word of letters that touch,  │
  │             on any side.             │
  │                                      │
  │     Top            Word              │
  │      L   T  [B]    BNK               │
  │      F   T  [N]    52 points         │
  │      T   V  [K]                      │
  │     Left           Right             │
  │      S   R   A      C   N   U        │
  │      E   L   U      T   O   T        │
  │      L   T   A      QU  H   D        │
  │                                      │
  │        [Enter] Play the word         │
  │        [Backspace] Take back         │
  │       [Tab] Take its cube away       │
  │         [←] Put the app away         │
  │          [Esc] End the game          │
  │        [Ctrl-C] Quit the demo        │
  ╰──────────────────────────────────────╯
  == press return ==
  ╭─ A game without a time limit ────────╮
  │         BNK does not count.          │
  │                                      │
  │                                      │
  │     Top            Word              │
  │      L   T   B     …                 │
  │      F   T   N     52 points         │
  │      T   V   K                       │
  │     Left           Right             │
  │      S   R   A      C   N   U        │
  │      E   L   U      T   O   T        │
  │      L   T   A      QU  H   D        │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │         [←] Put the app away         │
  │          [Esc] End the game          │
  │        [Ctrl-C] Quit the demo        │
  ╰──────────────────────────────────────╯
  == type l ==
  ╭─ A game without a time limit ────────╮
  │  Type a word of letters that touch,  │
  │             on any side.             │
  │                                      │
  │     Top            Word              │
  │     [L]  T   B     L                 │
  │      F   T   N     52 points         │
  │      T   V   K                       │
  │     Left           Right             │
  │      S   R   A      C   N   U        │
  │      E   L   U      T   O   T        │
  │      L   T   A      QU  H   D        │
  │                                      │
  │                                      │
  │        [Backspace] Take back         │
  │       [Tab] Take its cube away       │
  │         [←] Put the app away         │
  │          [Esc] End the game          │
  │        [Ctrl-C] Quit the demo        │
  ╰──────────────────────────────────────╯
  == press tab ==
  ╭─ A game without a time limit ────────╮
  │  Type a word of letters that touch,  │
  │             on any side.             │
  │                                      │
  │     Top            Word              │
  │      S   T   B     …                 │
  │      F   T   N     52 points         │
  │      T   V   K                       │
  │     Left           Right             │
  │      S   R   A      C   N   U        │
  │      E   L   U      T   O   T        │
  │      L   T   A      QU  H   D        │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │         [←] Put the app away         │
  │          [Esc] End the game          │
  │        [Ctrl-C] Quit the demo        │
  ╰──────────────────────────────────────╯
  == press escape ==
  ╭─ Game over ──────────────────────────╮
  │         Solo game, unlimited         │
  │              52 points               │
  │               A start!               │
  │                                      │
  │  Your rank                           │
  │  Last day        –                   │
  │  Last week       –                   │
  │  All time        –                   │
  │                                      │
  │  1 word                              │
  │  BUNK                            52  │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │             One moment …             │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == wait 2s ==
  ╭─ Game over ──────────────────────────╮
  │         Solo game, unlimited         │
  │              52 points               │
  │            You can do it!            │
  │                                      │
  │  Your rank                           │
  │  Last day        23 of 23            │
  │  Last week       44 of 44            │
  │  All time        61 of 61            │
  │                                      │
  │  1 word                              │
  │  BUNK                            52  │
  │                                      │
  │                                      │
  │                                      │
  │        [t] Play again, timed         │
  │      [u] Play again, unlimited       │
  │              [c] Close               │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == press c ==
  ╭─ The app ────────────────────────────╮
  │                                      │
  │                                      │
  │      What do you want to play?       │
  │                                      │
  │             Your matches             │
  │        1 won, 3 lost, 1 tied         │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │            [t] Timed game            │
  │   [u] Unlimited game   [m] Matches   │
  │         [a] Put the app away         │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == press m ==
  ╭─ Matches ────────────────────────────╮
  │                                      │
  │                                      │
  │                                      │
  │     Matches are games of two, in     │
  │                turns.                │
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
  │      [p] Past games   [b] Back       │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == press p ==
  ╭─ Past games ─────────────────────────╮
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
  │               [b] Back               │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == wait 800ms ==
  ╭─ Past games ─────────────────────────╮
  │                                      │
  │  [1] Ada                  336 : 397  │
  │  [2] Barbara              254 : 737  │
  │  [3] Grace                524 : 524  │
  │  [4] Katherine            525 : 659  │
  │  [5] Margaret             622 : 536  │
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
  │      [1] to [5] Open   [b] Back      │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == press 5 ==
  ╭─ Past games ─────────────────────────╮
  │                                      │
  │  [1] Ada                  336 : 397  │
  │  [2] Barbara              254 : 737  │
  │  [3] Grace                524 : 524  │
  │  [4] Katherine            525 : 659  │
  │  [5] Margaret             622 : 536  │
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
  │      [1] to [5] Open   [b] Back      │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == wait 3s ==
  ╭─ Game over ──────────────────────────╮
  │             Match, timed             │
  │             1158 points              │
  │            You have won!             │
  │                                      │
  │  The points                          │
  │  You             622 points          │
  │  Margaret        536 points          │
  │                                      │
  │  8 words                             │
  │  CAB                            203  │
  │  CAB                            169  │
  │  CAB                            162  │
  │  CAB                            155  │
  │  CAB                            146  │
  │  CAB                            143  │
  │  … and 2 more                        │
  │       [r] Rematch   [c] Close        │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == press r ==
  ╭─ Past games ─────────────────────────╮
  │                                      │
  │  [1] Ada                  336 : 397  │
  │  [2] Barbara              254 : 737  │
  │  [3] Grace                524 : 524  │
  │  [4] Katherine            525 : 659  │
  │  [5] Margaret             622 : 536  │
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
  │      [1] to [5] Open   [b] Back      │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == wait 800ms ==
  ╭─ A match ────────────────────────────╮
  │  Type a word of letters that touch,  │
  │             on any side.             │
  │                                      │
  │     Top            Word              │
  │      L   T   B     …                 │
  │      F   T   N     0 points          │
  │      T   V   K     3:00 left         │
  │     Left           Right             │
  │      S   R   A      C   N   U        │
  │      E   L   U      T   O   T        │
  │      L   T   A      QU  H   D        │
  │                                      │
  │                                      │
  │                                      │
  │                                      │
  │         [←] Put the app away         │
  │          [Esc] End the game          │
  │        [Ctrl-C] Quit the demo        │
  ╰──────────────────────────────────────╯
  """
