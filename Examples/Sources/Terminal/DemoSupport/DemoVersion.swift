// SPDX-License-Identifier: MIT

/// The version of all demos: the next one in `CHANGELOG.md`, which is still in development.
package let demoVersion = "0.1.0-dev"
