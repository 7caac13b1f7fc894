// SPDX-License-Identifier: MIT

/// What is ended with a part of an effect.
///
/// Objects only, so that it takes little room.
enum EffectWork: Sendable {
  case none
  case cancellable(AnyCancellable)
  case otherCancellable(CancellableBox)
  case task(Task<Void, Never>)
  /// What lets one end through, and is told only if this very part is cancelled.
  case gate(any EffectGate)

  static func callback(_ cancellable: any Cancellable) -> Self {
    if let cancellable = cancellable as? AnyCancellable { return .cancellable(cancellable) }
    return .otherCancellable(CancellableBox(cancellable))
  }

  var isGate: Bool {
    if case .gate = self { true } else { false }
  }

  func end() {
    switch self {
    case .none: break
    case .cancellable(let cancellable): cancellable.cancel()
    case .otherCancellable(let box): box.cancellable.cancel()
    case .task(let task): task.cancel()
    case .gate(let gate): gate.effectCancelled()
    }
  }
}

/// What ends work, as an object.
final class CancellableBox: Sendable {
  let cancellable: any Cancellable

  init(_ cancellable: any Cancellable) {
    self.cancellable = cancellable
  }
}

/// What has to be told when a part of an effect is cancelled for itself.
protocol EffectGate: AnyObject, Sendable {
  func effectCancelled()
}
