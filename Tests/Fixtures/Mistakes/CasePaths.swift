// SPDX-License-Identifier: MIT

// Operands that are not constructors of cases.

import Lockstep

let plain: CasePath<PlainAction, Void> = /PlainAction.done

let misspelled: CasePath<ParentAction, ChildAction> = /ParentAction.chidl
