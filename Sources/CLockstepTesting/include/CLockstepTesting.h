// SPDX-License-Identifier: MIT
// This target has no interface: it runs `lockstep_testing_install`, which is written in Swift, when
// the process is loaded.
