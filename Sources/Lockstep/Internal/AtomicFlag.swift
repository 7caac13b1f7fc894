// SPDX-License-Identifier: MIT

public import Synchronization

@usableFromInline
package final class AtomicFlag: Sendable {
  @usableFromInline let atomic = Atomic(false)

  @inlinable
  package init() {}

  @inlinable
  package var isUp: Bool {
    get { atomic.load(ordering: .acquiring) }
    set { atomic.store(newValue, ordering: .releasing) }
  }
}
