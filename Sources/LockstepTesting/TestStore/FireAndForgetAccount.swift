// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization

/// Tracks the unasserted fire-and-forget effects in order, and the events that effects wait for.
final class FireAndForgetAccount: EffectAccountant {
  let turn = CurrentTurn()
  let tasks: TaskAccount
  let outputs = OutputAccount()

  private struct Entry {
    var description: EffectDescription
    var scope: EffectScope?
    var isRequired: Bool
    /// Whether the effect was asserted and waits for removal until all earlier entries are asserted.
    var isTaken = false

    var isFinished: Bool { isTaken == false && scope?.isRunning != true }
  }

  private struct State {
    /// The entries, the first of which is not taken.
    var entries: ArraySlice<Entry> = []
    var isRequiring = true
  }

  private let state = Mutex(State())
  private let silent = SilentLeaves()
  private let lastCancelled = Mutex<[CancelledEffect]>([])
  private let waits = Mutex(Waits())
  /// The virtual time of the test schedulers that effects have waited for.
  let clock = VirtualClock()
  private let wakeUp: WakeUp

  /// - Parameter wakeUp: Signaled when all tasks of an effect, or a fire-and-forget effect, have finished.
  init(_ wakeUp: WakeUp) {
    self.wakeUp = wakeUp
    tasks = TaskAccount(wakeUp)
  }

  func fireAndForgetStarted(_ description: EffectDescription, in scope: EffectScope?) {
    state.withLock { state in
      state.entries.append(
        Entry(description: description, scope: scope, isRequired: state.isRequiring)
      )
    }
    if let scope { scope.onEnd { [wakeUp] in wakeUp.signal() } } else { wakeUp.signal() }
  }

  func outputSent(_ output: SentOutput) { outputs.add(output) }

  var isRequiring: Bool {
    get { state.withLock { $0.isRequiring } }
    set { state.withLock { $0.isRequiring = newValue } }
  }

  var finished: [EffectDescription] {
    state.withLock { $0.entries }.filter(\.isFinished).map(\.description)
  }

  var unasserted: [EffectDescription] {
    state.withLock { $0.entries }.filter { $0.isFinished && $0.isRequired }.map(\.description)
  }

  /// The numbers of the finished effects that the test must assert and that ran asynchronously.
  var unassertedNumbers: [UInt64] {
    state.withLock { $0.entries }.filter { $0.isFinished && $0.isRequired }
      .compactMap { $0.scope?.number }
  }

  /// Returns whether an effect with the name, or any effect if the name is `nil`, has finished.
  func hasFinished(named name: String?) -> Bool {
    finished.contains { name == nil || $0.name == name }
  }

  /// Removes the oldest finished effect with the name, or any name if it is `nil`, and returns whether one existed.
  ///
  /// Complexity: amortized O(1) for the oldest effect, otherwise linear in the number of earlier effects.
  func takeFinished(named name: String?) -> Bool {
    withEntries { entries in
      let index = entries.firstIndex { entry in
        entry.isFinished && (name == nil || entry.description.name == name)
      }
      guard let index else { return false }
      entries[index].isTaken = true
      // A slice retains its removed first elements until it is copied.
      entries[index].scope = nil
      while entries.first?.isTaken == true { entries.removeFirst() }
      return true
    }
  }

  /// Removes all finished effects.
  ///
  /// - Returns: The effects that the test had to assert, and the others.
  func takeAllFinished() -> (required: [EffectDescription], others: [EffectDescription]) {
    withEntries { entries in
      var (required, others, running) = ([EffectDescription](), [EffectDescription](), [Entry]())
      // Each effect is checked only once, because it may finish at any time.
      for entry in entries where entry.isTaken == false {
        if entry.isFinished == false {
          running.append(entry)
        } else if entry.isRequired {
          required.append(entry.description)
        } else {
          others.append(entry.description)
        }
      }
      entries = running[...]
      return (required, others)
    }
  }

  func dropRunning() {
    withEntries { entries in
      entries = ArraySlice(entries.filter(\.isFinished))
    }
  }

  /// Changes the entries outside the lock, because it checks whether each effect has finished.
  ///
  /// Effects that start meanwhile are appended. Only the store's owner reads the entries, so no other code observes
  /// them missing.
  private func withEntries<Result>(_ body: (inout ArraySlice<Entry>) -> Result) -> Result {
    var entries = state.withLock { state in
      defer { state.entries = [] }
      return state.entries
    }
    let result = body(&entries)
    state.withLock { state in
      if state.entries.isEmpty == false { entries += state.entries }
      swap(&state.entries, &entries)
    }
    return result
  }

  // MARK: Effects that send nothing

  func leafStarted(in scope: EffectScope) {
    silent.add(scope)
  }

  func actionArrived(from source: EffectScope?) {
    if let source { silent.remove(source) }
  }

  /// Returns the last effects that finished without sending an action and are not fire-and-forget effects.
  ///
  /// Effects without a name match any name.
  func silent(named name: String?) -> [EffectDescription] {
    silent.ended.filter { name == nil || $0.name == nil || $0.name == name }
  }

  // MARK: Cancelled by an id

  func effectCancelled(_ effect: EffectScope, under id: PlacedID, by action: ActionInFlight?) {
    let cancellation = CancelledEffect(effect, id, by: action)
    tasks.note(cancellation, of: effect)
    lastCancelled.withLock { $0 = $0.suffix(CancelledEffect.shownCount - 1) + [cancellation] }
  }

  var cancelled: [CancelledEffect] { lastCancelled.withLock { $0 } }

  // MARK: Waits

  func effectWaits(on source: any EffectWaitSource) {
    if waits.withLock({ $0.add(source, isKept: false) }) { clock.add(source) }
  }

  func effectWaitsEndlessly(_ wait: any EffectWaitSource) {
    _ = waits.withLock { $0.add(wait, isKept: true) }
  }

  /// Returns a description of the events that an effect waits for; `nil` if none is known.
  func wait(of effect: EffectScope) -> String? {
    let texts = waits.withLock { $0.sources }.compactMap { $0.wait(of: effect) }
      .reduce(into: [String]()) { texts, text in
        if texts.contains(text) == false { texts.append(text) }
      }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }
}

/// The most recent leaves that can send actions but have not sent any.
private final class SilentLeaves: Sendable {
  private static let count = 20

  private let leaves = Mutex<[EffectScope]>([])

  func add(_ leaf: EffectScope) {
    let dropped = leaves.withLock { leaves in
      leaves.append(leaf)
      guard leaves.count > 2 * Self.count else { return [EffectScope]() }
      defer { leaves.removeFirst(Self.count) }
      return Array(leaves.prefix(Self.count))
    }
    // Released outside the lock, because a scope may hold anything.
    _ = dropped
  }

  func remove(_ source: EffectScope) {
    let dropped = leaves.withLock { leaves in
      var dropped: [EffectScope] = []
      for index in leaves.indices.reversed()
      where leaves[index].isWithin(source) || source.isWithin(leaves[index]) {
        dropped.append(leaves.remove(at: index))
      }
      return dropped
    }
    _ = dropped
  }

  var ended: [EffectDescription] {
    leaves.withLock { $0 }
      .filter { $0.isRunning == false && $0.isCancelled == false && $0.hasClosedOutlet }
      .compactMap(\.description)
  }
}

private struct Waits {
  private struct Entry {
    weak var source: (any EffectWaitSource)?
    var kept: (any EffectWaitSource)?
    var number: Int

    var isFinished: Bool { source?.isFinished ?? true }
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var lastNumber = 0
  private var limit = 32

  var sources: [any EffectWaitSource] {
    entries.values.sorted { $0.number < $1.number }.compactMap(\.source)
  }

  mutating func add(_ source: any EffectWaitSource, isKept: Bool) -> Bool {
    let id = ObjectIdentifier(source)
    // A new source may have the address of a released one.
    guard entries[id]?.source == nil else { return false }
    lastNumber += 1
    entries[id] = Entry(source: source, kept: isKept ? source : nil, number: lastNumber)
    guard entries.count > limit else { return true }
    entries = entries.filter { $0.value.isFinished == false }
    limit = max(32, entries.count * 2)
    return true
  }
}
