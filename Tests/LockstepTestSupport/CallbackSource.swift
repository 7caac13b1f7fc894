// SPDX-License-Identifier: MIT

package import Lockstep
import LockstepTesting

/// Sends values to a running effect, from any thread.
package final class CallbackSource: Sendable {
  private let subscriber = Recorder<Effect<Int, Never>.Subscriber?>(nil)

  package init() {}

  /// The effect, which is started once.
  package var numbers: Effect<Int, Never> {
    .run { [subscriber] in
      subscriber.set($0)
      return AnyCancellable {}
    }
  }

  package func send(_ number: Int) { subscriber.value?.send(number) }
}
