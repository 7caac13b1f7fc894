// SPDX-License-Identifier: MIT

/// What is printed while primes are counted to, kept, saved, deleted, and loaded again.
let primesTape = """
  == at first ==
  ╭─ Favorite primes ────────────────────────────────────────────────────────────╮
  │                                                                              │
  │                       Count to a prime that you like.                        │
  │                                                                              │
  │                                                                              │
  │                                      0                                       │
  │                                                                              │
  │                                                                              │
  │                                Your favorites                                │
  │                                   none yet                                   │
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
  │     [↑] One more   [↓] One less   [p] Is it prime?   [s] Save   [l] Load     │
  │                                  [c] Close                                   │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯
  == resize 60x17 ==
  ╭─ Favorite primes ────────────────────────────────────────╮
  │                                                          │
  │             Count to a prime that you like.              │
  │                                                          │
  │                                                          │
  │                            0                             │
  │                                                          │
  │                                                          │
  │                      Your favorites                      │
  │                         none yet                         │
  │                                                          │
  │                                                          │
  │                                                          │
  │      [↑] One more   [↓] One less   [p] Is it prime?      │
  │             [s] Save   [l] Load   [c] Close              │
  │                    [q] Quit the demo                     │
  ╰──────────────────────────────────────────────────────────╯
  == press up ==
  ╭─ Favorite primes ────────────────────────────────────────╮
  │                                                          │
  │             Count to a prime that you like.              │
  │                                                          │
  │                                                          │
  │                            1                             │
  │                                                          │
  │                                                          │
  │                      Your favorites                      │
  │                         none yet                         │
  │                                                          │
  │                                                          │
  │                                                          │
  │      [↑] One more   [↓] One less   [p] Is it prime?      │
  │             [s] Save   [l] Load   [c] Close              │
  │                    [q] Quit the demo                     │
  ╰──────────────────────────────────────────────────────────╯
  == press up ==
  ╭─ Favorite primes ────────────────────────────────────────╮
  │                                                          │
  │             Count to a prime that you like.              │
  │                                                          │
  │                                                          │
  │                            2                             │
  │                                                          │
  │                                                          │
  │                      Your favorites                      │
  │                         none yet                         │
  │                                                          │
  │                                                          │
  │                                                          │
  │      [↑] One more   [↓] One less   [p] Is it prime?      │
  │             [s] Save   [l] Load   [c] Close              │
  │                    [q] Quit the demo                     │
  ╰──────────────────────────────────────────────────────────╯
  == press p ==
  ╭─ Favorite primes ────────────────────────────────────────╮
  │                                                          │
  │             Count to a prime that you like.              │
  │                                                          │
  │      ╔═ Is it prime? ═════════════════════════════╗      │
  │      ║                                            ║      │
  │      ║             Yes, 2 is a prime.             ║      │
  │      ║                                            ║      │
  │      ║           [f] Make it a favorite           ║      │
  │      ║                  [b] Back                  ║      │
  │      ║                                            ║      │
  │      ╚════════════════════════════════════════════╝      │
  │                                                          │
  │                                                          │
  │                                                          │
  │                    [q] Quit the demo                     │
  ╰──────────────────────────────────────────────────────────╯
  == press f ==
  ╭─ Favorite primes ────────────────────────────────────────╮
  │                                                          │
  │             Count to a prime that you like.              │
  │                                                          │
  │      ╔═ Is it prime? ═════════════════════════════╗      │
  │      ║                                            ║      │
  │      ║             Yes, 2 is a prime.             ║      │
  │      ║        It is one of your favorites.        ║      │
  │      ║                                            ║      │
  │      ║            [f] Not my favorite             ║      │
  │      ║                  [b] Back                  ║      │
  │      ║                                            ║      │
  │      ╚════════════════════════════════════════════╝      │
  │                                                          │
  │                                                          │
  │                    [q] Quit the demo                     │
  ╰──────────────────────────────────────────────────────────╯
  == press b ==
  ╭─ Favorite primes ────────────────────────────────────────╮
  │                                                          │
  │             Count to a prime that you like.              │
  │                                                          │
  │                                                          │
  │                            2                             │
  │                                                          │
  │                                                          │
  │                      Your favorites                      │
  │                           [2]                            │
  │                                                          │
  │                                                          │
  │                                                          │
  │      [↑] One more   [↓] One less   [p] Is it prime?      │
  │      [d] Delete 2   [s] Save   [l] Load   [c] Close      │
  │                    [q] Quit the demo                     │
  ╰──────────────────────────────────────────────────────────╯
  == press s ==
  ╭─ Favorite primes ────────────────────────────────────────╮
  │                                                          │
  │             Count to a prime that you like.              │
  │                                                          │
  │                                                          │
  │                            2                             │
  │                                                          │
  │                                                          │
  │                      Your favorites                      │
  │                           [2]                            │
  │                                                          │
  │                    The list is saved.                    │
  │                                                          │
  │      [↑] One more   [↓] One less   [p] Is it prime?      │
  │      [d] Delete 2   [s] Save   [l] Load   [c] Close      │
  │                    [q] Quit the demo                     │
  ╰──────────────────────────────────────────────────────────╯
  == press up ==
  ╭─ Favorite primes ────────────────────────────────────────╮
  │                                                          │
  │             Count to a prime that you like.              │
  │                                                          │
  │                                                          │
  │                            3                             │
  │                                                          │
  │                                                          │
  │                      Your favorites                      │
  │                           [2]                            │
  │                                                          │
  │                                                          │
  │                                                          │
  │      [↑] One more   [↓] One less   [p] Is it prime?      │
  │      [d] Delete 2   [s] Save   [l] Load   [c] Close      │
  │                    [q] Quit the demo                     │
  ╰──────────────────────────────────────────────────────────╯
  == press p ==
  ╭─ Favorite primes ────────────────────────────────────────╮
  │                                                          │
  │             Count to a prime that you like.              │
  │                                                          │
  │      ╔═ Is it prime? ═════════════════════════════╗      │
  │      ║                                            ║      │
  │      ║             Yes, 3 is a prime.             ║      │
  │      ║                                            ║      │
  │      ║           [f] Make it a favorite           ║      │
  │      ║                  [b] Back                  ║      │
  │      ║                                            ║      │
  │      ╚════════════════════════════════════════════╝      │
  │                                                          │
  │                                                          │
  │                                                          │
  │                    [q] Quit the demo                     │
  ╰──────────────────────────────────────────────────────────╯
  == press f ==
  ╭─ Favorite primes ────────────────────────────────────────╮
  │                                                          │
  │             Count to a prime that you like.              │
  │                                                          │
  │      ╔═ Is it prime? ═════════════════════════════╗      │
  │      ║                                            ║      │
  │      ║             Yes, 3 is a prime.             ║      │
  │      ║        It is one of your favorites.        ║      │
  │      ║                                            ║      │
  │      ║            [f] Not my favorite             ║      │
  │      ║                  [b] Back                  ║      │
  │      ║                                            ║      │
  │      ╚════════════════════════════════════════════╝      │
  │                                                          │
  │                                                          │
  │                    [q] Quit the demo                     │
  ╰──────────────────────────────────────────────────────────╯
  == press b ==
  ╭─ Favorite primes ────────────────────────────────────────╮
  │                                                          │
  │             Count to a prime that you like.              │
  │                                                          │
  │                                                          │
  │                            3                             │
  │                                                          │
  │                                                          │
  │                      Your favorites                      │
  │                          [2] 3                           │
  │                                                          │
  │                                                          │
  │      [↑] One more   [↓] One less   [p] Is it prime?      │
  │      [n] Next   [d] Delete 2   [s] Save   [l] Load       │
  │                        [c] Close                         │
  │                    [q] Quit the demo                     │
  ╰──────────────────────────────────────────────────────────╯
  == press n ==
  ╭─ Favorite primes ────────────────────────────────────────╮
  │                                                          │
  │             Count to a prime that you like.              │
  │                                                          │
  │                                                          │
  │                            3                             │
  │                                                          │
  │                                                          │
  │                      Your favorites                      │
  │                          2 [3]                           │
  │                                                          │
  │                                                          │
  │      [↑] One more   [↓] One less   [p] Is it prime?      │
  │      [n] Next   [d] Delete 3   [s] Save   [l] Load       │
  │                        [c] Close                         │
  │                    [q] Quit the demo                     │
  ╰──────────────────────────────────────────────────────────╯
  == press d ==
  ╭─ Favorite primes ────────────────────────────────────────╮
  │                                                          │
  │             Count to a prime that you like.              │
  │                                                          │
  │                                                          │
  │                            3                             │
  │                                                          │
  │                                                          │
  │                      Your favorites                      │
  │                           [2]                            │
  │                                                          │
  │                                                          │
  │                                                          │
  │      [↑] One more   [↓] One less   [p] Is it prime?      │
  │      [d] Delete 2   [s] Save   [l] Load   [c] Close      │
  │                    [q] Quit the demo                     │
  ╰──────────────────────────────────────────────────────────╯
  == press l ==
  ╭─ Favorite primes ────────────────────────────────────────╮
  │                                                          │
  │             Count to a prime that you like.              │
  │                                                          │
  │                                                          │
  │                            3                             │
  │                                                          │
  │                                                          │
  │                      Your favorites                      │
  │                           [2]                            │
  │                                                          │
  │             This is the list that was saved.             │
  │                                                          │
  │      [↑] One more   [↓] One less   [p] Is it prime?      │
  │      [d] Delete 2   [s] Save   [l] Load   [c] Close      │
  │                    [q] Quit the demo                     │
  ╰──────────────────────────────────────────────────────────╯
  == press down ==
  ╭─ Favorite primes ────────────────────────────────────────╮
  │                                                          │
  │             Count to a prime that you like.              │
  │                                                          │
  │                                                          │
  │                            2                             │
  │                                                          │
  │                                                          │
  │                      Your favorites                      │
  │                           [2]                            │
  │                                                          │
  │                                                          │
  │                                                          │
  │      [↑] One more   [↓] One less   [p] Is it prime?      │
  │      [d] Delete 2   [s] Save   [l] Load   [c] Close      │
  │                    [q] Quit the demo                     │
  ╰──────────────────────────────────────────────────────────╯
  == press down ==
  ╭─ Favorite primes ────────────────────────────────────────╮
  │                                                          │
  │             Count to a prime that you like.              │
  │                                                          │
  │                                                          │
  │                            1                             │
  │                                                          │
  │                                                          │
  │                      Your favorites                      │
  │                           [2]                            │
  │                                                          │
  │                                                          │
  │                                                          │
  │      [↑] One more   [↓] One less   [p] Is it prime?      │
  │      [d] Delete 2   [s] Save   [l] Load   [c] Close      │
  │                    [q] Quit the demo                     │
  ╰──────────────────────────────────────────────────────────╯
  == press p ==
  ╭─ Favorite primes ────────────────────────────────────────╮
  │                                                          │
  │             Count to a prime that you like.              │
  │                                                          │
  │                                                          │
  │      ╔═ Is it prime? ═════════════════════════════╗      │
  │      ║                                            ║      │
  │      ║               No, 1 is none.               ║      │
  │      ║                                            ║      │
  │      ║                  [b] Back                  ║      │
  │      ║                                            ║      │
  │      ╚════════════════════════════════════════════╝      │
  │                                                          │
  │                                                          │
  │                                                          │
  │                    [q] Quit the demo                     │
  ╰──────────────────────────────────────────────────────────╯
  == press b ==
  ╭─ Favorite primes ────────────────────────────────────────╮
  │                                                          │
  │             Count to a prime that you like.              │
  │                                                          │
  │                                                          │
  │                            1                             │
  │                                                          │
  │                                                          │
  │                      Your favorites                      │
  │                           [2]                            │
  │                                                          │
  │                                                          │
  │                                                          │
  │      [↑] One more   [↓] One less   [p] Is it prime?      │
  │      [d] Delete 2   [s] Save   [l] Load   [c] Close      │
  │                    [q] Quit the demo                     │
  ╰──────────────────────────────────────────────────────────╯
  == press c ==
  ╭─ Favorite primes ────────────────────────────────────────╮
  │                                                          │
  │             Count to a prime that you like.              │
  │                                                          │
  │                                                          │
  │                            1                             │
  │                                                          │
  │                                                          │
  │                      Your favorites                      │
  │                           [2]                            │
  │                                                          │
  │                                                          │
  │                                                          │
  │      [↑] One more   [↓] One less   [p] Is it prime?      │
  │      [d] Delete 2   [s] Save   [l] Load   [c] Close      │
  │                    [q] Quit the demo                     │
  ╰──────────────────────────────────────────────────────────╯
  You have left the primes.
  """
