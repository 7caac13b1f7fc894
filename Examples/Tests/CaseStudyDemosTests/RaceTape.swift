// SPDX-License-Identifier: MIT

/// What is printed while answers overtake each other, for the player and in a schedule.
let raceTape = """
  == at first ==
  ╭─ A race ─────────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │    Broken shows each answer. Mended cancels a search when another begins.    │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                 Broken                                Mended                 │
  │              search: none                          search: none              │
  │              shown: none                           shown: none               │
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
  │        [1] Cats   [2] Dogs   [3] Birds   [f] Find a race   [c] Close         │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯
  == type 123 ==
  ╭─ A race ─────────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │    Broken shows each answer. Mended cancels a search when another begins.    │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                 Broken                                Mended                 │
  │             search: birds                         search: birds              │
  │              shown: none                           shown: none               │
  │                asking …                              asking …                │
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
  │        [1] Cats   [2] Dogs   [3] Birds   [f] Find a race   [c] Close         │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯
  == wait 400ms ==
  ╭─ A race ─────────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │    Broken shows each answer. Mended cancels a search when another begins.    │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                 Broken                                Mended                 │
  │             search: birds                         search: birds              │
  │              shown: birds                          shown: birds              │
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
  │        [1] Cats   [2] Dogs   [3] Birds   [f] Find a race   [c] Close         │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯
  == wait 200ms ==
  ╭─ A race ─────────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │    Broken shows each answer. Mended cancels a search when another begins.    │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                 Broken                                Mended                 │
  │             search: birds                         search: birds              │
  │              shown: cats                           shown: birds              │
  │                 wrong!                                                       │
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
  │        [1] Cats   [2] Dogs   [3] Birds   [f] Find a race   [c] Close         │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯
  == wait 1s ==
  ╭─ A race ─────────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │    Broken shows each answer. Mended cancels a search when another begins.    │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                 Broken                                Mended                 │
  │             search: birds                         search: birds              │
  │              shown: dogs                           shown: birds              │
  │                 wrong!                                                       │
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
  │        [1] Cats   [2] Dogs   [3] Birds   [f] Find a race   [c] Close         │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯
  == press f ==
  ╭─ A race ─────────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │             Seed 5 is the first whose schedule ends differently.             │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                 Broken                                Mended                 │
  │              search: none                          search: none              │
  │              shown: none                           shown: none               │
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
  │                           [n] Next step   [b] Back                           │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯
  == press n ==
  ╭─ A race ─────────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │             Seed 5 is the first whose schedule ends differently.             │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                 Broken                                Mended                 │
  │              search: cats                          search: cats              │
  │              shown: none                           shown: none               │
  │                asking …                              asking …                │
  │                                                                              │
  │  0.2 s  search for cats                                                      │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                           [n] Next step   [b] Back                           │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯
  == press n ==
  ╭─ A race ─────────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │             Seed 5 is the first whose schedule ends differently.             │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                 Broken                                Mended                 │
  │              search: cats                          search: cats              │
  │              shown: cats                           shown: none               │
  │                                                      asking …                │
  │                                                                              │
  │  0.2 s  search for cats                                                      │
  │  0.6 s  broken gets cats                                                     │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                           [n] Next step   [b] Back                           │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯
  == press n ==
  ╭─ A race ─────────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │             Seed 5 is the first whose schedule ends differently.             │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                 Broken                                Mended                 │
  │              search: cats                          search: cats              │
  │              shown: cats                           shown: cats               │
  │                                                                              │
  │                                                                              │
  │  0.2 s  search for cats                                                      │
  │  0.6 s  broken gets cats                                                     │
  │  0.6 s  mended gets cats                                                     │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                           [n] Next step   [b] Back                           │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯
  == press n ==
  ╭─ A race ─────────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │             Seed 5 is the first whose schedule ends differently.             │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                 Broken                                Mended                 │
  │              search: dogs                          search: dogs              │
  │              shown: cats                           shown: cats               │
  │                asking …                              asking …                │
  │                                                                              │
  │  0.2 s  search for cats                                                      │
  │  0.6 s  broken gets cats                                                     │
  │  0.6 s  mended gets cats                                                     │
  │  0.7 s  search for dogs                                                      │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                           [n] Next step   [b] Back                           │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯
  == press n ==
  ╭─ A race ─────────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │             Seed 5 is the first whose schedule ends differently.             │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                 Broken                                Mended                 │
  │             search: birds                         search: birds              │
  │              shown: cats                           shown: cats               │
  │                asking …                              asking …                │
  │                                                                              │
  │  0.2 s  search for cats                                                      │
  │  0.6 s  broken gets cats                                                     │
  │  0.6 s  mended gets cats                                                     │
  │  0.7 s  search for dogs                                                      │
  │  1.0 s  search for birds                                                     │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                           [n] Next step   [b] Back                           │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯
  == press n ==
  ╭─ A race ─────────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │             Seed 5 is the first whose schedule ends differently.             │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                 Broken                                Mended                 │
  │             search: birds                         search: birds              │
  │              shown: birds                          shown: cats               │
  │                                                      asking …                │
  │                                                                              │
  │  0.2 s  search for cats                                                      │
  │  0.6 s  broken gets cats                                                     │
  │  0.6 s  mended gets cats                                                     │
  │  0.7 s  search for dogs                                                      │
  │  1.0 s  search for birds                                                     │
  │  1.2 s  broken gets birds                                                    │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                           [n] Next step   [b] Back                           │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯
  == resize 40x20 ==
  ╭─ A race ─────────────────────────────╮
  │                                      │
  │  Seed 5 is the first whose schedule  │
  │          ends differently.           │
  │                                      │
  │                                      │
  │       Broken            Mended       │
  │   search: birds     search: birds    │
  │    shown: birds      shown: cats     │
  │                        asking …      │
  │                                      │
  │  0.2 s  search for cats              │
  │  0.6 s  broken gets cats             │
  │  0.6 s  mended gets cats             │
  │  0.7 s  search for dogs              │
  │  1.0 s  search for birds             │
  │  1.2 s  broken gets birds            │
  │       [n] Next step   [b] Back       │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == press n ==
  ╭─ A race ─────────────────────────────╮
  │                                      │
  │  Seed 5 is the first whose schedule  │
  │          ends differently.           │
  │                                      │
  │                                      │
  │       Broken            Mended       │
  │   search: birds     search: birds    │
  │    shown: birds      shown: birds    │
  │                                      │
  │                                      │
  │  0.6 s  broken gets cats             │
  │  0.6 s  mended gets cats             │
  │  0.7 s  search for dogs              │
  │  1.0 s  search for birds             │
  │  1.2 s  broken gets birds            │
  │  1.2 s  mended gets birds            │
  │       [n] Next step   [b] Back       │
  │          [q] Quit the demo           │
  ╰──────────────────────────────────────╯
  == resize 80x24 ==
  ╭─ A race ─────────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │             Seed 5 is the first whose schedule ends differently.             │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                 Broken                                Mended                 │
  │             search: birds                         search: birds              │
  │              shown: birds                          shown: birds              │
  │                                                                              │
  │                                                                              │
  │  0.2 s  search for cats                                                      │
  │  0.6 s  broken gets cats                                                     │
  │  0.6 s  mended gets cats                                                     │
  │  0.7 s  search for dogs                                                      │
  │  1.0 s  search for birds                                                     │
  │  1.2 s  broken gets birds                                                    │
  │  1.2 s  mended gets birds                                                    │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                           [n] Next step   [b] Back                           │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯
  == press n ==
  ╭─ A race ─────────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │             Seed 5 is the first whose schedule ends differently.             │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                 Broken                                Mended                 │
  │             search: birds                         search: birds              │
  │              shown: dogs                           shown: birds              │
  │                 wrong!                                                       │
  │                                                                              │
  │  0.2 s  search for cats                                                      │
  │  0.6 s  broken gets cats                                                     │
  │  0.6 s  mended gets cats                                                     │
  │  0.7 s  search for dogs                                                      │
  │  1.0 s  search for birds                                                     │
  │  1.2 s  broken gets birds                                                    │
  │  1.2 s  mended gets birds                                                    │
  │  1.5 s  broken gets dogs                                                     │
  │                                                                              │
  │                                                                              │
  │                             [a] Again   [b] Back                             │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯
  == press a ==
  ╭─ A race ─────────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │             Seed 5 is the first whose schedule ends differently.             │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                 Broken                                Mended                 │
  │              search: none                          search: none              │
  │              shown: none                           shown: none               │
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
  │                           [n] Next step   [b] Back                           │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯
  == press b ==
  ╭─ A race ─────────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │    Broken shows each answer. Mended cancels a search when another begins.    │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                 Broken                                Mended                 │
  │             search: birds                         search: birds              │
  │              shown: dogs                           shown: birds              │
  │                 wrong!                                                       │
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
  │        [1] Cats   [2] Dogs   [3] Birds   [f] Find a race   [c] Close         │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯
  == press c ==
  ╭─ A race ─────────────────────────────────────────────────────────────────────╮
  │                                                                              │
  │    Broken shows each answer. Mended cancels a search when another begins.    │
  │                                                                              │
  │                                                                              │
  │                                                                              │
  │                 Broken                                Mended                 │
  │             search: birds                         search: birds              │
  │              shown: dogs                           shown: birds              │
  │                 wrong!                                                       │
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
  │        [1] Cats   [2] Dogs   [3] Birds   [f] Find a race   [c] Close         │
  │                              [q] Quit the demo                               │
  ╰──────────────────────────────────────────────────────────────────────────────╯
  You have left the race.
  """
