// SPDX-License-Identifier: MIT

extension Lifecycle {
  @usableFromInline
  func sharing<Local, Shared>() -> Lifecycle<Local, Action, SharedContext<Shared, Environment>>
  where State == Sharing<Local, Shared> {
    typealias Adapted = Lifecycle<Local, Action, SharedContext<Shared, Environment>>
    let adapt: @Sendable (@escaping Function) -> Adapted.Function = { function in
      { local, context, lives in
        context.pair(with: &local) { function(&$0, context.environment, lives) }
      }
    }
    var question: Adapted.Question?
    if let shouldDismiss {
      question = { local, context in
        context.pair(with: &local) { shouldDismiss(&$0, context.environment) }
      }
    }
    return Adapted(
      hasHooks: hasHooks,
      unmountFlag: unmountFlag,
      settles: settles,
      shouldDismiss: question,
      mayRefuse: mayRefuse,
      mount: adapt(mount),
      settle: adapt(settle),
      unmount: adapt(unmount)
    )
  }
}
