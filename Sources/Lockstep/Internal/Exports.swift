// SPDX-License-Identifier: MIT

// Files that import Lockstep see the declarations of LockstepBase as part of Lockstep.
@_exported public import LockstepBase
