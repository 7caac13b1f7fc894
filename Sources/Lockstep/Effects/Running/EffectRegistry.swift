// SPDX-License-Identifier: MIT

internal import Synchronization

/// A registry of which effects of a store run under which id.
///
/// Isolation: any.
struct EffectRegistry: ~Copyable, Sendable {
  private let registrations = Mutex<[CancellationID: Registered]>([:])

  /// The scopes under one id; nearly always one.
  enum Registered {
    case one(EffectScope)
    case many([UInt64: EffectScope])

    /// The scopes in the order in which they were created.
    var scopes: [EffectScope] {
      switch self {
      case .one(let scope): [scope]
      case .many(let scopes): scopes.values.sorted { $0.number < $1.number }
      }
    }
  }

  /// Lets a scope run under an id: beside the scopes that run under it, or in place of them, in which case
  /// these are returned.
  func register(_ scope: EffectScope, _ id: EffectID) -> [EffectScope] {
    let others = registrations.withLock { registrations -> [EffectScope] in
      if id.isAlone {
        let others = registrations.updateValue(.one(scope), forKey: id.id)?.scopes ?? []
        return others.filter { $0 !== scope }
      }
      // The scopes are taken out, so that adding to them copies nothing.
      switch registrations.updateValue(.one(scope), forKey: id.id) {
      case .one(let other)? where other !== scope:
        registrations[id.id] = .many([other.number: other, scope.number: scope])
      case .many(var scopes)?:
        scopes[scope.number] = scope
        registrations[id.id] = .many(scopes)
      default: break
      }
      return []
    }
    scope.onEnd(Registration(id.id))
    return others
  }

  fileprivate func unregister(_ number: UInt64, id: CancellationID) {
    // The stored id is released when the lock is free: it may be a user-defined object.
    let removed = registrations.withLock { registrations -> (CancellationID, EffectScope?)? in
      guard let index = registrations.index(forKey: id) else { return nil }
      let (storedID, registered) = registrations.remove(at: index)
      switch registered {
      case .one(let scope) where scope.number == number:
        return (storedID, scope)
      case .one:
        // Another scope has taken the id since.
        registrations[storedID] = registered
        return nil
      case .many(var scopes):
        let scope = scopes.removeValue(forKey: number)
        if scopes.isEmpty == false { registrations[storedID] = .many(scopes) }
        return (storedID, scope)
      }
    }
    withExtendedLifetime(removed) {}
  }

  /// An ending that gives an id back when an effect ends.
  ///
  /// `@unchecked` like every ending; see ``EffectEnding``.
  private final class Registration: EffectEnding, @unchecked Sendable {
    private let id: CancellationID

    init(_ id: CancellationID) {
      self.id = id
    }

    override func effectEnded(_ scope: EffectScope) {
      scope.context.ids.unregister(scope.number, id: id)
    }
  }

  /// Cancels the scopes that run under an id, if any.
  ///
  /// - Returns: Whether any scope ran under the id.
  @discardableResult
  func cancel(id: CancellationID) -> Bool {
    switch registrations.withLock({ $0.isEmpty ? nil : $0[id] }) {
    case nil: return false
    case .one(let scope): scope.cancel(isRestart: true)
    case .many(let scopes):
      for scope in Registered.many(scopes).scopes { scope.cancel(isRestart: true) }
    }
    return true
  }
}

/// The id that an effect runs under.
@usableFromInline
struct EffectID: Sendable {
  let id: CancellationID
  /// Whether the effect takes the place of what runs under the id.
  let isAlone: Bool
}

extension EffectScope {
  /// Lets this scope run under an id from now on, and cancels the scopes whose place it takes; what follows these
  /// starts after the values that the scope sends at its start.
  func take(_ id: EffectID?) {
    guard let id else { return }
    for other in context.ids.register(self, id) {
      other.cancel(isRestart: true)
      LaneLoop.current.postponeParts()
    }
  }
}
