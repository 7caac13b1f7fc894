// SPDX-License-Identifier: MIT

internal import Observation

/// An object that the Observation framework can track, and that can tell whether it is being tracked.
///
/// The framework has no API for this. However, it retains the key path of a tracked property until it notifies the
/// observation or stops tracking the property. Each token has its own key path and checks whether anything else retains
/// it.
final class ObservationToken: Observable {
  /// Whether the framework retains key paths as described above; if not, every token counts as tracked.
  private static let isReliable: Bool = {
    let token = ObservationToken()
    withObservationTracking(token.access) {}
    return token.isHeld
  }()

  private let registrar = ObservationRegistrar()
  // The argument makes each token's key path a separate object.
  private var path: KeyPath<ObservationToken, Void> = \.[part: 0]

  var isTracked: Bool { isHeld || Self.isReliable == false }

  private var isHeld: Bool { isKnownUniquelyReferenced(&path) == false }

  func access() {
    registrar.access(self, keyPath: path)
  }

  func change() {
    registrar.withMutation(of: self, keyPath: path) {}
  }

  private subscript(part part: Int) -> Void { () }
}
