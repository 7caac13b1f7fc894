// SPDX-License-Identifier: MIT

extension StoreRuntime {
  /// Reports the running effects and all later ones to a watcher, until the returned function is called.
  package func watchEffects(_ watcher: any EffectWatcher) -> @Sendable () -> Void {
    let watchers = context.ownWatchers
    watchers.add(watcher)
    for scope in runningEffects { watchers.noteBegin(of: scope, to: [watcher]) }
    return { [weak watcher] in
      if let watcher { watchers.remove(watcher) }
    }
  }
}
