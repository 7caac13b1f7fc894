// SPDX-License-Identifier: MIT

internal import Observation

/// Something that the Observation framework can track, and that knows whether somebody does.
///
/// The framework does not say; but it holds the key path of what is tracked, from when it is read until
/// who tracks it has been told of a change, or does not track it any more. Each token has a key path of its
/// own, and sees whether anybody else holds that.
final class ObservationToken: Observable {
  /// Whether the framework does as it is said to above; if it does not, all counts as tracked for good.
  private static let isReliable: Bool = {
    let token = ObservationToken()
    withObservationTracking(token.access) {}
    return token.isHeld
  }()

  private let registrar = ObservationRegistrar()
  // A key path with an argument is an object of its own.
  private var path: KeyPath<ObservationToken, Void> = \.[part: 0]

  /// Whether somebody tracks it.
  var isTracked: Bool { isHeld || Self.isReliable == false }

  private var isHeld: Bool { isKnownUniquelyReferenced(&path) == false }

  /// Lets it be tracked by whoever tracks what is read now.
  func access() {
    registrar.access(self, keyPath: path)
  }

  /// Tells those who track it of a change.
  func change() {
    registrar.withMutation(of: self, keyPath: path) {}
  }

  private subscript(part part: Int) -> Void { () }
}
