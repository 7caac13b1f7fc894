// SPDX-License-Identifier: MIT

/// The version of all demos: the next version in `CHANGELOG.md`.
package let demoVersion = "0.1.0-dev"
