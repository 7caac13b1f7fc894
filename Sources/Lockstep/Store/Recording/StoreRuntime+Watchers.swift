// SPDX-License-Identifier: MIT

extension StoreRuntime {
  /// Tells a watcher about the effects from now on, and about those that are running.
  ///
  /// - Returns: A function that ends this.
  package func watchEffects(_ watcher: any EffectWatcher) -> @Sendable () -> Void {
    let watchers = context.ownWatchers
    watchers.add(watcher)
    for scope in runningEffects { watchers.noteBegin(of: scope, to: [watcher]) }
    return { [weak watcher] in
      if let watcher { watchers.remove(watcher) }
    }
  }
}
