// SPDX-License-Identifier: MIT

internal import Synchronization

/// A subscriber that buffers an effect's values in a stream.
///
/// `@unchecked` like every subscriber; see ``EffectReceiver``.
final class EffectBuffer<Output: Sendable, Failure: Error>: EffectSubscriber<Output, Failure>,
  @unchecked Sendable
{
  /// Values with their sources, which are held until the values are taken.
  typealias Stream = AsyncStream<(value: Output, source: EffectScope)>

  private let continuation: Stream.Continuation
  private let limit: Int
  private let location: CodeLocation
  private let failure = Mutex<Failure?>(nil)
  private let hasReportedLoss = Atomic(false)

  init(_ continuation: Stream.Continuation, limit: Int, _ location: CodeLocation) {
    self.continuation = continuation
    self.limit = limit
    self.location = location
    super.init(.forSeveralValues)
  }

  override func receive(_ value: Output, from source: EffectScope, isLast: Bool) {
    // A waiting value keeps its scope running, so that cancelling the scope can discard the value.
    if source.hold() {
      switch continuation.yield((value, source)) {
      case .enqueued:
        break
      case .dropped:
        source.release()
        if hasReportedLoss.exchange(true, ordering: .relaxed) == false { reportLoss(of: source) }
      default:
        source.release()
      }
    }
    if isLast { finish(nil, from: source) }
  }

  override func finish(_ failure: Failure?, from source: EffectScope) {
    self.failure.withLock { $0 = failure }
    continuation.finish()
  }

  func takeFailure() -> Failure? { failure.withLock { $0.take() } }

  private func reportLoss(of source: EffectScope) {
    let effect = source.description.map { "\nEffect: \($0)\n" } ?? ""
    let message = """
      An effect sends values faster than they are consumed.

      The buffer of 'values' contained \(counted(limit, "value")), so another value was dropped.
      \(effect)
      Consume the values faster, send fewer values, or raise the limit: 'values(bufferLimit:)'.
      """
    IssueReporting.current.report(ReportedIssue(message, at: location))
  }
}
