// SPDX-License-Identifier: MIT

/// What is printed while books are turned around, and an answer that is late is dropped.
let bookshelfTape = """
  == at first ==
  ╭─ Bookshelf ──────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │                        What Ada has read, from A to Z                        │
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
  │                              Asking the site …                               │
  │                                                                              │
  │                   [z] From Z to A   [r] Reload   [c] Close                   │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯
  == resize 64x16 ==
  ╭─ Bookshelf ──────────────────────────────────────────────────╮
  │                                                              │
  │                What Ada has read, from A to Z                │
  │                                                              │
  │                                                              │
  │                                                              │
  │                                                              │
  │                                                              │
  │                                                              │
  │                                                              │
  │                                                              │
  │                      Asking the site …                       │
  │                                                              │
  │           [z] From Z to A   [r] Reload   [c] Close           │
  │                      [q] Quit the demo                       │
  ╰──────────────────────────────────────────────────────────────╯
  == wait 800ms ==
  ╭─ Bookshelf ──────────────────────────────────────────────────╮
  │                                                              │
  │                What Ada has read, from A to Z                │
  │                                                              │
  │  A tour of the stars                                         │
  │  Bread and butter                                            │
  │  Letters from the north                                      │
  │  The quiet garden                                            │
  │                                                              │
  │                                                              │
  │                                                              │
  │                                                              │
  │                                                              │
  │           [z] From Z to A   [r] Reload   [c] Close           │
  │                      [q] Quit the demo                       │
  ╰──────────────────────────────────────────────────────────────╯
  == press z ==
  ╭─ Bookshelf ──────────────────────────────────────────────────╮
  │                                                              │
  │                What Ada has read, from Z to A                │
  │                                                              │
  │  A tour of the stars                                         │
  │  Bread and butter                                            │
  │  Letters from the north                                      │
  │  The quiet garden                                            │
  │                                                              │
  │                                                              │
  │                                                              │
  │                      Asking the site …                       │
  │                                                              │
  │           [a] From A to Z   [r] Reload   [c] Close           │
  │                      [q] Quit the demo                       │
  ╰──────────────────────────────────────────────────────────────╯
  == wait 800ms ==
  ╭─ Bookshelf ──────────────────────────────────────────────────╮
  │                                                              │
  │                What Ada has read, from Z to A                │
  │                                                              │
  │  Words for beginners                                         │
  │  The quiet garden                                            │
  │  Letters from the north                                      │
  │  Bread and butter                                            │
  │                                                              │
  │                                                              │
  │                                                              │
  │                                                              │
  │                                                              │
  │           [a] From A to Z   [r] Reload   [c] Close           │
  │                      [q] Quit the demo                       │
  ╰──────────────────────────────────────────────────────────────╯
  == press a ==
  ╭─ Bookshelf ──────────────────────────────────────────────────╮
  │                                                              │
  │                What Ada has read, from A to Z                │
  │                                                              │
  │  Words for beginners                                         │
  │  The quiet garden                                            │
  │  Letters from the north                                      │
  │  Bread and butter                                            │
  │                                                              │
  │                                                              │
  │                                                              │
  │                      Asking the site …                       │
  │                                                              │
  │           [z] From Z to A   [r] Reload   [c] Close           │
  │                      [q] Quit the demo                       │
  ╰──────────────────────────────────────────────────────────────╯
  == wait 100ms ==
  ╭─ Bookshelf ──────────────────────────────────────────────────╮
  │                                                              │
  │                What Ada has read, from A to Z                │
  │                                                              │
  │  Words for beginners                                         │
  │  The quiet garden                                            │
  │  Letters from the north                                      │
  │  Bread and butter                                            │
  │                                                              │
  │                                                              │
  │                                                              │
  │                      Asking the site …                       │
  │                                                              │
  │           [z] From Z to A   [r] Reload   [c] Close           │
  │                      [q] Quit the demo                       │
  ╰──────────────────────────────────────────────────────────────╯
  == press z ==
  ╭─ Bookshelf ──────────────────────────────────────────────────╮
  │                                                              │
  │                What Ada has read, from Z to A                │
  │                                                              │
  │  Words for beginners                                         │
  │  The quiet garden                                            │
  │  Letters from the north                                      │
  │  Bread and butter                                            │
  │                                                              │
  │                                                              │
  │                                                              │
  │                      Asking the site …                       │
  │                                                              │
  │           [a] From A to Z   [r] Reload   [c] Close           │
  │                      [q] Quit the demo                       │
  ╰──────────────────────────────────────────────────────────────╯
  == wait 800ms ==
  ╭─ Bookshelf ──────────────────────────────────────────────────╮
  │                                                              │
  │                What Ada has read, from Z to A                │
  │                                                              │
  │  Words for beginners                                         │
  │  The quiet garden                                            │
  │  Letters from the north                                      │
  │  Bread and butter                                            │
  │                                                              │
  │                                                              │
  │                                                              │
  │                                                              │
  │                                                              │
  │           [a] From A to Z   [r] Reload   [c] Close           │
  │                      [q] Quit the demo                       │
  ╰──────────────────────────────────────────────────────────────╯
  == press c ==
  ╭─ Bookshelf ──────────────────────────────────────────────────╮
  │                                                              │
  │                What Ada has read, from Z to A                │
  │                                                              │
  │  Words for beginners                                         │
  │  The quiet garden                                            │
  │  Letters from the north                                      │
  │  Bread and butter                                            │
  │                                                              │
  │                                                              │
  │                                                              │
  │                                                              │
  │                                                              │
  │           [a] From A to Z   [r] Reload   [c] Close           │
  │                      [q] Quit the demo                       │
  ╰──────────────────────────────────────────────────────────────╯
  You have left the bookshelf.
  """
