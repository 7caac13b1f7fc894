// SPDX-License-Identifier: MIT

/// What is printed while items are added, typed, indented, hidden, moved and deleted, and the title is changed.
let outlineTape = """
  == at first ==
  == press a ==
  == type Buy vegetables ==
  == press return ==
  == press a ==
  == type Leek ==
  == press left ==
  == press return ==
  == press right ==
  == press a ==
  == type Kale ==
  == press return ==
  == press space ==
  == wait 500ms ==
  == wait 1s ==
  == press t ==
  == type : dinner ==
  == press return ==
  == resize 40x12 ==
  == press h ==
  == press return ==
  == press backspace ==
  == press escape ==
  == press left ==
  == press d ==
  == wait 2s ==
  == resize 200x60 ==
  == press h ==
  == press down ==
  == press c ==
  """
