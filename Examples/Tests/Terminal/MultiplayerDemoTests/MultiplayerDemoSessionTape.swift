// SPDX-License-Identifier: MIT

/// What a session prints in which a match is started, past games are looked through, one is opened,
/// and one is played again.
let multiplayerDemoSessionTape = """
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

  == after 3 seconds ==
  ╭─ Multiplayer ────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │                     Play words against others, in turns.                     │
  │                                                                              │
  │                              You are signed in.                              │
  │                                                                              │
  │                                                                              │
  │                               Your matches                                   │
  │                               Won            1                               │
  │                               Lost           3                               │
  │                               Tied           1                               │
  │                               Not over       1                               │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │    [s] Start a match   [p] Past games   [!] Break the server   [c] Close     │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯

  == a second after 's' ==
  ╭─ Multiplayer ────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │                     Play words against others, in turns.                     │
  │                                                                              │
  │                              You are signed in.                              │
  │                                                                              │
  │                                                                              │
  │                ╔═ Find an opponent ═════════════════════════╗                │
  │                ║                                            ║                │
  │                ║   Whoever waits for a match of the same    ║                │
  │                ║          kind plays against you.           ║                │
  │                ║                                            ║                │
  │                ║             [t] A timed match              ║                │
  │                ║           [u] An unlimited match           ║                │
  │                ║                 [x] Cancel                 ║                │
  │                ║                                            ║                │
  │                ╚════════════════════════════════════════════╝                │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯

  == a second after 't' ==
  ╭─ Match ──────────────────────────────────────────────────────────────────────╮
  │                           It is the turn of Grace.                           │
  │                                                                              │
  │                     Grace          0 words      0 points                     │
  │                     You            0 words      0 points                     │
  │                                                                              │
  │      Top            Word                 Words found                         │
  │       L   T   B     …                                                        │
  │       F   T   N                                                              │
  │       T   V   K                                                              │
  │      Left           Right                                                    │
  │       S   R   A      C   N   U                                               │
  │       E   L   U      T   O   T                                               │
  │       L   T   A      QU  H   D                                               │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                      [!] Break the server   [Esc] Back                       │
  │                            [Ctrl-C] Quit the demo                            │
  ╰──────────────────────────────────────────────────────────────────────────────╯

  == a second after 'escape' ==
  ╭─ Multiplayer ────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │                     Play words against others, in turns.                     │
  │                                                                              │
  │                              You are signed in.                              │
  │                                                                              │
  │                                                                              │
  │                               Your matches                                   │
  │                               Won            1                               │
  │                               Lost           3                               │
  │                               Tied           1                               │
  │                               Not over       2                               │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │    [s] Start a match   [p] Past games   [!] Break the server   [c] Close     │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯

  == a second after 'p' ==
  ╭─ Past games ─────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │    Against           Outcome         You   They      Ended on                │
  │  > Ada               You have lost   336    397      2040-02-13              │
  │    Barbara           You have lost   254    737      2040-02-10              │
  │    Grace             It is a tie     524    524      2040-02-07              │
  │    Katherine         You have lost   525    659      2040-02-04              │
  │    Margaret          You have won    622    536      2040-02-01              │
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
  │                 [↓] Down   [o] Open   [r] Rematch   [b] Back                 │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯

  == a second after 'down' ==
  ╭─ Past games ─────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │    Against           Outcome         You   They      Ended on                │
  │    Ada               You have lost   336    397      2040-02-13              │
  │  > Barbara           You have lost   254    737      2040-02-10              │
  │    Grace             It is a tie     524    524      2040-02-07              │
  │    Katherine         You have lost   525    659      2040-02-04              │
  │    Margaret          You have won    622    536      2040-02-01              │
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
  │            [↑] Up   [↓] Down   [o] Open   [r] Rematch   [b] Back             │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯

  == a second after 'down' ==
  ╭─ Past games ─────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │    Against           Outcome         You   They      Ended on                │
  │    Ada               You have lost   336    397      2040-02-13              │
  │    Barbara           You have lost   254    737      2040-02-10              │
  │  > Grace             It is a tie     524    524      2040-02-07              │
  │    Katherine         You have lost   525    659      2040-02-04              │
  │    Margaret          You have won    622    536      2040-02-01              │
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
  │            [↑] Up   [↓] Down   [o] Open   [r] Rematch   [b] Back             │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯

  == a second after 'o' ==
  ╭─ Match ──────────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │                                A match, timed                                │
  │                                                                              │
  │                                 It is a tie.                                 │
  │                                                                              │
  │                                                                              │
  │                     You            4 words    524 points                     │
  │                     Grace          4 words    524 points                     │
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
  │                                   [b] Back                                   │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯

  == a second after 'b' ==
  ╭─ Past games ─────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │    Against           Outcome         You   They      Ended on                │
  │    Ada               You have lost   336    397      2040-02-13              │
  │    Barbara           You have lost   254    737      2040-02-10              │
  │  > Grace             It is a tie     524    524      2040-02-07              │
  │    Katherine         You have lost   525    659      2040-02-04              │
  │    Margaret          You have won    622    536      2040-02-01              │
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
  │            [↑] Up   [↓] Down   [o] Open   [r] Rematch   [b] Back             │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯

  == a second after 'r' ==
  ╭─ Match ──────────────────────────────────────────────────────────────────────╮
  │                               It is your turn.                               │
  │                                                                              │
  │                     You            0 words      0 points                     │
  │                     Grace          0 words      0 points                     │
  │                                                                              │
  │      Top            Word                 Words found                         │
  │       L   T   B     …                                                        │
  │       F   T   N                                                              │
  │       T   V   K                                                              │
  │      Left           Right                                                    │
  │       S   R   A      C   N   U                                               │
  │       E   L   U      T   O   T                                               │
  │       L   T   A      QU  H   D                                               │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                      [!] Break the server   [Esc] Back                       │
  │                            [Ctrl-C] Quit the demo                            │
  ╰──────────────────────────────────────────────────────────────────────────────╯

  == a second after 'escape' ==
  ╭─ Past games ─────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │    Against           Outcome         You   They      Ended on                │
  │    Ada               You have lost   336    397      2040-02-13              │
  │    Barbara           You have lost   254    737      2040-02-10              │
  │  > Grace             It is a tie     524    524      2040-02-07              │
  │    Katherine         You have lost   525    659      2040-02-04              │
  │    Margaret          You have won    622    536      2040-02-01              │
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
  │            [↑] Up   [↓] Down   [o] Open   [r] Rematch   [b] Back             │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯

  == a second after 'b' ==
  ╭─ Multiplayer ────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │                     Play words against others, in turns.                     │
  │                                                                              │
  │                              You are signed in.                              │
  │                                                                              │
  │                                                                              │
  │                               Your matches                                   │
  │                               Won            1                               │
  │                               Lost           3                               │
  │                               Tied           1                               │
  │                               Not over       3                               │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │    [s] Start a match   [p] Past games   [!] Break the server   [c] Close     │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯

  == a second after 'c' ==
  ╭─ Multiplayer ────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │                     Play words against others, in turns.                     │
  │                                                                              │
  │                              You are signed in.                              │
  │                                                                              │
  │                                                                              │
  │                               Your matches                                   │
  │                               Won            1                               │
  │                               Lost           3                               │
  │                               Tied           1                               │
  │                               Not over       3                               │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │    [s] Start a match   [p] Past games   [!] Break the server   [c] Close     │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯

  You have left the matches.
  """
