// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization

/// The virtual time of a test store: that of the test scheduler, among those its effects have waited for, whose time
/// has moved furthest since an effect first waited for it.
///
/// Isolation: any thread.
final class VirtualClock: Sendable {
  private struct Source {
    weak var source: (any EffectWaitSource)?
    /// The time of the store at which that of the source was zero; negative if the source is older.
    var start: Duration

    var time: Duration? { source?.elapsed.map { start + $0 } }
  }

  private struct State {
    var sources: [Source] = []
    var last = Duration.zero
  }

  private let state = Mutex(State())

  func add(_ source: any EffectWaitSource) {
    guard let elapsed = source.elapsed else { return }
    let start = time - elapsed
    state.withLock { state in
      state.sources.removeAll { $0.source == nil }
      guard state.sources.contains(where: { $0.source === source }) == false else { return }
      state.sources.append(Source(source: source, start: start))
    }
  }

  /// The time that has passed since the beginning.
  var time: Duration {
    let (sources, last) = state.withLock { ($0.sources, $0.last) }
    guard sources.isEmpty == false else { return last }
    let time = sources.reduce(last) { max($0, $1.time ?? .zero) }
    if time > last { state.withLock { $0.last = max($0.last, time) } }
    return time
  }
}
