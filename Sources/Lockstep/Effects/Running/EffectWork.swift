// SPDX-License-Identifier: MIT

/// Work that is cancelled with a part of an effect; every payload is a single object to keep the enum small.
@usableFromInline
enum EffectWork: Sendable {
  case none
  case cancellable(AnyCancellable)
  case otherCancellable(CancellableBox)
  case task(Task<Void, Never>)
  /// A gate that lets one end through, and is notified only if this part itself is cancelled.
  case gate(EffectTarget)

  static func callback<Kind: Cancellable>(_ cancellable: Kind) -> Self {
    guard Kind.self == AnyCancellable.self else {
      return .otherCancellable(CancellableBox(cancellable))
    }
    // A dynamic cast would cost as much as an allocation.
    return .cancellable(withUnsafeBytes(of: cancellable) { $0.load(as: AnyCancellable.self) })
  }

  func end() {
    switch self {
    case .none: break
    case .cancellable(let cancellable): cancellable.cancel()
    case .otherCancellable(let box): box.cancellable.cancel()
    case .task(let task): task.cancel()
    case .gate(let gate): gate.effectCancelled(isRestart: false)
    }
  }
}

@usableFromInline
final class CancellableBox: Sendable {
  let cancellable: any Cancellable

  init(_ cancellable: any Cancellable) {
    self.cancellable = cancellable
  }
}
