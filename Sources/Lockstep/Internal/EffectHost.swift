// SPDX-License-Identifier: MIT

internal import Synchronization

/// What the effects of one store share: where their tasks run, which ids are taken, and who keeps
/// account.
package final class EffectHost: Sendable {
  private let executor: (any TaskExecutor)?
  private let accountant: (any EffectAccountant)?
  private let cancellables = Mutex<[CancellationID: [UInt64: EffectScope]]>([:])
  private let lastNumber = Atomic<UInt64>(0)

  /// The windows of throttled effects.
  let throttles = ThrottleTable()

  package init(
    executor: (any TaskExecutor)? = nil,
    accountant: (any EffectAccountant)? = nil
  ) {
    self.executor = executor
    self.accountant = accountant
  }

  /// Starts a task where the store wants its effects to run.
  func spawn(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task(executorPreference: executor, operation: body)
  }

  /// Notes that a fire-and-forget leaf has been started: in a scope of its own, or at once.
  func accountForFireAndForget(_ description: EffectDescription, in scope: EffectScope?) {
    accountant?.fireAndForgetStarted(description, in: scope)
  }

  func makeNumber() -> UInt64 {
    lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
  }

  // MARK: Ids

  func register(_ scope: EffectScope, id: CancellationID) {
    cancellables.withLock { $0[id, default: [:]][scope.number] = scope }
    scope.onEnd { [weak self, number = scope.number] in
      self?.cancellables.withLock { cancellables in
        cancellables[id]?[number] = nil
        if cancellables[id]?.isEmpty == true { cancellables[id] = nil }
      }
    }
  }

  /// Cancels what runs under an id; does nothing if nothing does.
  func cancel(id: CancellationID) {
    let scopes = cancellables.withLock { $0[id].map { Array($0.values) } ?? [] }
    for scope in scopes.sorted(by: { $0.number < $1.number }) { scope.cancel() }
  }
}

/// Who keeps account of the effects of a store: a test store.
package protocol EffectAccountant: Sendable {
  /// Notes that a fire-and-forget leaf has been started: in a scope of its own, or at once.
  func fireAndForgetStarted(_ description: EffectDescription, in scope: EffectScope?)
}

/// A cancellation id of any type.
///
/// `@unchecked` because `AnyHashable` forgets that its value is `Sendable`; the only initializer
/// demands it.
struct CancellationID: Hashable, @unchecked Sendable {
  private let base: AnyHashable

  init(_ base: some Hashable & Sendable) {
    self.base = AnyHashable(base)
  }
}
