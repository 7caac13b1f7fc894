// SPDX-License-Identifier: MIT

import Lockstep

extension SplitMix64 {
  /// One of the elements, of which there must be one.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }
}
