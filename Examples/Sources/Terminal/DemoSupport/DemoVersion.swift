// SPDX-License-Identifier: MIT

/// The version of all demos: the newest one in `CHANGELOG.md`.
package let demoVersion = "Unreleased"
