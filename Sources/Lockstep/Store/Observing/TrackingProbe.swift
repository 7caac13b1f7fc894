// SPDX-License-Identifier: MIT

internal import Observation

/// Tells whether somebody tracks what is read now.
///
/// What nobody tracks need be neither kept nor compared. The Observation framework does not say; but
/// it puts the key path of what is tracked into a set, and asks a part of this one for its hash then.
final class TrackingProbe: Observable, Sendable {
  private struct Part: Hashable, Sendable {
    let flag: AtomicFlag

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.flag === rhs.flag
    }

    func hash(into hasher: inout Hasher) {
      flag.isUp = true
      hasher.combine(ObjectIdentifier(flag))
    }
  }

  /// Whether the framework does as it is said to above; if it does not, all counts as tracked.
  private static let isReliable: Bool = {
    let probe = TrackingProbe()
    var isTracked = (first: false, second: false)
    withObservationTracking {
      isTracked = (probe.isAsked, probe.isAsked)
    } onChange: {
    }
    return isTracked == (true, true)
  }()

  private let registrar = ObservationRegistrar()
  private let flag: AtomicFlag
  private let keyPath: any KeyPath<TrackingProbe, Void> & Sendable

  init() {
    let flag = AtomicFlag()
    self.flag = flag
    keyPath = \.[part: Part(flag: flag)]
  }

  var isTracked: Bool { isAsked || Self.isReliable == false }

  private subscript(part part: Part) -> Void { () }

  private var isAsked: Bool {
    flag.isUp = false
    registrar.access(self, keyPath: keyPath)
    return flag.isUp
  }
}
