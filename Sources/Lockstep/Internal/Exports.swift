// SPDX-License-Identifier: MIT

// A file that imports Lockstep sees the declarations of LockstepBase as if Lockstep declared them.
@_exported public import LockstepBase
