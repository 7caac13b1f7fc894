// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization

/// The fire-and-forget effects that have been started but not asserted, in order, and what effects wait
/// for.
final class FireAndForgetAccount: EffectAccountant {
  let turn = CurrentTurn()
  let tasks: TaskAccount
  let outputs = OutputAccount()

  private struct Entry {
    var description: EffectDescription
    /// The scope that the effect runs in, unless it completed synchronously.
    var scope: EffectScope?
    /// Whether it has to be asserted.
    var isRequired: Bool
    /// Whether it has been asserted, and waits to be removed together with those before it.
    var isTaken = false

    var isFinished: Bool { isTaken == false && scope?.isRunning != true }
  }

  private struct State {
    /// The entries, beginning with one that is not taken.
    var entries: ArraySlice<Entry> = []
    var isRequiring = true
  }

  private let state = Mutex(State())
  private let silent = SilentLeaves()
  private let lastCancelled = Mutex<[CancelledEffect]>([])
  private let waits = Mutex(Waits())
  /// The time of the test schedulers that effects have waited for.
  let clock = VirtualClock()
  private let wakeUp: WakeUp

  /// Creates an account.
  ///
  /// - Parameter wakeUp: Signalled when all tasks of an effect have ended, and when a fire-and-forget
  ///   effect has finished.
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

  /// Whether effects that are started from now on have to be asserted.
  var isRequiring: Bool {
    get { state.withLock { $0.isRequiring } }
    set { state.withLock { $0.isRequiring = newValue } }
  }

  /// The effects that have finished.
  var finished: [EffectDescription] {
    state.withLock { $0.entries }.filter(\.isFinished).map(\.description)
  }

  /// The effects among them that have to be asserted.
  var unasserted: [EffectDescription] {
    state.withLock { $0.entries }.filter { $0.isFinished && $0.isRequired }.map(\.description)
  }

  /// The numbers of the effects that have to be asserted, as far as they have any.
  var unassertedNumbers: [UInt64] {
    state.withLock { $0.entries }.filter { $0.isFinished && $0.isRequired }
      .compactMap { $0.scope?.number }
  }

  /// Returns whether an effect has finished, with the given name if there is one.
  func hasFinished(named name: String?) -> Bool {
    finished.contains { name == nil || $0.name == name }
  }

  /// Takes the oldest effect that has finished; returns `false` if there is none.
  ///
  /// - Parameter name: The name that the effect must have, if any.
  /// - Returns: Whether there was one.
  ///
  /// Complexity: amortized O(1) for the oldest effect, otherwise linear in the number of effects before
  /// it.
  func takeFinished(named name: String?) -> Bool {
    withEntries { entries in
      let index = entries.firstIndex { entry in
        entry.isFinished && (name == nil || entry.description.name == name)
      }
      guard let index else { return false }
      entries[index].isTaken = true
      // The slice keeps its removed first elements until it is copied.
      entries[index].scope = nil
      while entries.first?.isTaken == true { entries.removeFirst() }
      return true
    }
  }

  /// Takes all effects that have finished.
  ///
  /// - Returns: The effects that had to be asserted, and those that did not.
  func takeAllFinished() -> (required: [EffectDescription], others: [EffectDescription]) {
    withEntries { entries in
      var (required, others, running) = ([EffectDescription](), [EffectDescription](), [Entry]())
      // Each is checked only once, because it may finish at any time.
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

  /// Forgets the running effects, because they are cancelled.
  func dropRunning() {
    withEntries { entries in
      entries = ArraySlice(entries.filter(\.isFinished))
    }
  }

  /// Changes the entries outside of the lock, because each is asked whether it has finished.
  ///
  /// Effects started meanwhile are placed after them. Only the owner of the store looks at the entries,
  /// so nothing finds them missing.
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

  /// Notes that an effect has sent an action.
  func actionArrived(from source: EffectScope?) {
    if let source { silent.remove(source) }
  }

  /// The last effects that ended without sending an action and are not fire-and-forget effects.
  ///
  /// - Parameter name: The name of the effects, if they must have one.
  /// - Returns: The effects.
  func silent(named name: String?) -> [EffectDescription] {
    silent.ended.filter { name == nil || $0.name == nil || $0.name == name }
  }

  // MARK: Cancelled by an id

  func effectCancelled(_ effect: EffectScope, under id: PlacedID, by action: ActionInFlight?) {
    let cancellation = CancelledEffect(effect, id, by: action)
    tasks.note(cancellation, of: effect)
    lastCancelled.withLock { $0 = $0.suffix(CancelledEffect.shownCount - 1) + [cancellation] }
  }

  /// The effects that were cancelled by their ids last.
  var cancelled: [CancelledEffect] { lastCancelled.withLock { $0 } }

  // MARK: Waits

  func effectWaits(on source: any EffectWaitSource) {
    if waits.withLock({ $0.add(source, isKept: false) }) { clock.add(source) }
  }

  func effectWaitsEndlessly(_ wait: any EffectWaitSource) {
    _ = waits.withLock { $0.add(wait, isKept: true) }
  }

  /// Returns a description of what an effect waits for, as far as that is known.
  func wait(of effect: EffectScope) -> String? {
    let texts = waits.withLock { $0.sources }.compactMap { $0.wait(of: effect) }
      .reduce(into: [String]()) { texts, text in
        if texts.contains(text) == false { texts.append(text) }
      }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }
}

/// The last leaves that may send, and have not yet sent an action.
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

  /// The leaves that have ended by themselves.
  var ended: [EffectDescription] {
    leaves.withLock { $0 }
      .filter { $0.isRunning == false && $0.isCancelled == false && $0.hasClosedOutlet }
      .compactMap(\.description)
  }
}

/// The waits that effects have begun, in the order in which they first did so.
private struct Waits {
  private struct Entry {
    weak var source: (any EffectWaitSource)?
    /// The source, if nothing else holds it.
    var kept: (any EffectWaitSource)?
    var number: Int

    var isFinished: Bool { source?.isFinished ?? true }
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var lastNumber = 0
  /// The number of entries above which those that are over are removed.
  private var limit = 32

  var sources: [any EffectWaitSource] {
    entries.values.sorted { $0.number < $1.number }.compactMap(\.source)
  }

  /// Adds a source; returns whether it is new.
  mutating func add(_ source: any EffectWaitSource, isKept: Bool) -> Bool {
    let id = ObjectIdentifier(source)
    // Another source may have lived at the same address.
    guard entries[id]?.source == nil else { return false }
    lastNumber += 1
    entries[id] = Entry(source: source, kept: isKept ? source : nil, number: lastNumber)
    guard entries.count > limit else { return true }
    entries = entries.filter { $0.value.isFinished == false }
    limit = max(32, entries.count * 2)
    return true
  }
}
