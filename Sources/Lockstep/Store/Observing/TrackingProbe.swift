// SPDX-License-Identifier: MIT

internal import Observation

/// A probe that detects whether the Observation framework is tracking reads.
///
/// A value that is read without tracking need not be kept or compared. The framework has no API for this. However, it
/// inserts the key path of a tracked property into a set, which hashes a component of the probe's key path.
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

  /// Whether the framework behaves as described above; if not, all reads count as tracked.
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
