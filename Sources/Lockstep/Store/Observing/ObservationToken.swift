// SPDX-License-Identifier: MIT

internal import Observation

/// An object that the Observation framework can track and that knows whether it is being tracked.
///
/// The framework does not report this, but it holds the key path of the tracked property, from when it is read
/// until the observation that tracks it has been notified of a change, or does not track it any more. Each
/// token has a key path of its own, and checks whether anything else holds that key path.
final class ObservationToken: Observable {
  /// Whether the framework behaves as described above; if it does not, every token counts as tracked for
  /// good.
  private static let isReliable: Bool = {
    let token = ObservationToken()
    withObservationTracking(token.access) {}
    return token.isHeld
  }()

  private let registrar = ObservationRegistrar()
  // A key path with an argument is a separate object.
  private var path: KeyPath<ObservationToken, Void> = \.[part: 0]

  /// Whether the token is being tracked.
  var isTracked: Bool { isHeld || Self.isReliable == false }

  private var isHeld: Bool { isKnownUniquelyReferenced(&path) == false }

  /// Lets the token be tracked by the observation that tracks what is read now.
  func access() {
    registrar.access(self, keyPath: path)
  }

  /// Notifies the observations that track the token of a change.
  func change() {
    registrar.withMutation(of: self, keyPath: path) {}
  }

  private subscript(part part: Int) -> Void { () }
}
