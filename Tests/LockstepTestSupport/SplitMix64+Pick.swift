// SPDX-License-Identifier: MIT

package import Lockstep

extension SplitMix64 {
  /// One of the elements, of which there must be one.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }
}
