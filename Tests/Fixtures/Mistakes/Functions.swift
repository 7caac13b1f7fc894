// SPDX-License-Identifier: MIT

// A function that is not '@Sendable', an error only in the Swift 6 language mode.

import Lockstep

func path(of function: @escaping (RowAction) -> ParentAction) -> CasePath<ParentAction, RowAction> {
  /function
}
