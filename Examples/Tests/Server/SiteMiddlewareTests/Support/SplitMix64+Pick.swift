// SPDX-License-Identifier: MIT

import Lockstep

extension SplitMix64 {
  /// Returns a random element of a nonempty array.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }
}
