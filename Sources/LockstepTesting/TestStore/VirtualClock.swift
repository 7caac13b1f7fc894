// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization

/// The virtual time of a test store.
///
/// A source, such as a test scheduler, starts at the store's time when an effect first waits for it. The store's time
/// is the latest time of all its sources.
final class VirtualClock: Sendable {
  private struct Source {
    weak var source: (any EffectWaitSource)?
    /// The store's time when the source's time was zero; negative if the source was ahead of the store.
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

  var time: Duration {
    let (sources, last) = state.withLock { ($0.sources, $0.last) }
    guard sources.isEmpty == false else { return last }
    let time = sources.reduce(last) { max($0, $1.time ?? .zero) }
    if time > last { state.withLock { $0.last = max($0.last, time) } }
    return time
  }
}
