// SPDX-License-Identifier: MIT

extension Lifecycle {
  /// This lifecycle as one of the own state, which borrows the value through its environment.
  @usableFromInline
  func borrowing<Own, Shared>() -> Lifecycle<Own, Action, Lent<Shared, Environment>>
  where State == Sharing<Own, Shared> {
    typealias Borrowing = Lifecycle<Own, Action, Lent<Shared, Environment>>
    let borrowing: @Sendable (@escaping Function) -> Borrowing.Function = { function in
      { own, lent, lives in lent.pair(with: &own) { function(&$0, lent.environment, lives) } }
    }
    var question: Borrowing.Question?
    if let shouldDismiss {
      question = { own, lent in lent.pair(with: &own) { shouldDismiss(&$0, lent.environment) } }
    }
    return Borrowing(
      hasHooks: hasHooks,
      ending: ending,
      settles: settles,
      shouldDismiss: question,
      mayRefuse: mayRefuse,
      begin: borrowing(begin),
      settle: borrowing(settle),
      end: borrowing(end)
    )
  }
}
