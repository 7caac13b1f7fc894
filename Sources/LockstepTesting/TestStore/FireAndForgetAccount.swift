// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization

/// The fire-and-forget effects that have been started and not asserted, in their order, and what
/// effects wait for.
final class FireAndForgetAccount: EffectAccountant {
  let turn = CurrentTurn()
  let tasks: TaskAccount

  private struct Entry {
    var description: EffectDescription
    /// What it runs in, unless it was done at once.
    var scope: EffectScope?
    /// Whether it has to be asserted.
    var isRequired: Bool
    /// Whether it has been asserted, and waits for those before it to be removed with them.
    var isTaken = false

    var isFinished: Bool { isTaken == false && scope?.isRunning != true }
  }

  private struct State {
    /// Begins with one that is not taken.
    var entries: ArraySlice<Entry> = []
    var isRequiring = true
  }

  private let state = Mutex(State())
  private let waits = Mutex(Waits())
  private let wakeUp: WakeUp

  /// Creates an account.
  ///
  /// - Parameter wakeUp: Rings when all tasks of an effect have ended, and when a fire-and-forget effect
  ///   has finished.
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

  /// Whether those that are started from now on have to be asserted.
  var isRequiring: Bool {
    get { state.withLock { $0.isRequiring } }
    set { state.withLock { $0.isRequiring = newValue } }
  }

  /// Those that have finished.
  var finished: [EffectDescription] {
    state.withLock { $0.entries }.filter(\.isFinished).map(\.description)
  }

  /// Whether one has finished, with a name if that is given.
  func hasFinished(named name: String?) -> Bool {
    finished.contains { name == nil || $0.name == name }
  }

  /// Takes the oldest that has finished; returns false if there is none.
  ///
  /// - Parameter name: The name that it must have, if any.
  /// - Returns: Whether there was one.
  ///
  /// Complexity: O(1) amortized for the oldest one; else as many steps as there are before it.
  func takeFinished(named name: String?) -> Bool {
    withEntries { entries in
      let index = entries.firstIndex { entry in
        entry.isFinished && (name == nil || entry.description.name == name)
      }
      guard let index else { return false }
      entries[index].isTaken = true
      // The slice keeps its first ones until it is copied.
      entries[index].scope = nil
      while entries.first?.isTaken == true { entries.removeFirst() }
      return true
    }
  }

  /// Takes all that have finished.
  ///
  /// - Returns: Those that had to be asserted, and those that had not.
  func takeAllFinished() -> (required: [EffectDescription], others: [EffectDescription]) {
    withEntries { entries in
      var (required, others, running) = ([EffectDescription](), [EffectDescription](), [Entry]())
      // Each is asked once: it may finish at any time.
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

  /// Forgets those that are running, because they are cancelled.
  func dropRunning() {
    withEntries { entries in
      entries = ArraySlice(entries.filter(\.isFinished))
    }
  }

  /// Changes the entries outside of the lock, because each is asked whether it has finished.
  ///
  /// What is started meanwhile comes after them. Only the owner of the store looks at them, so nobody
  /// finds them missing.
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

  // MARK: Waits

  func effectWaits(on source: any EffectWaitSource) {
    waits.withLock { $0.add(source, isKept: false) }
  }

  func effectWaitsEndlessly(_ wait: any EffectWaitSource) {
    waits.withLock { $0.add(wait, isKept: true) }
  }

  /// What an effect waits for, as far as that is known: in words.
  func wait(of effect: EffectScope) -> String? {
    let texts = waits.withLock { $0.sources }.compactMap { $0.wait(of: effect) }
      .reduce(into: [String]()) { texts, text in
        if texts.contains(text) == false { texts.append(text) }
      }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }
}

/// What effects have begun to wait for, in the order in which they first did.
private struct Waits {
  private struct Entry {
    weak var source: (any EffectWaitSource)?
    /// The source, if nobody else holds it.
    var kept: (any EffectWaitSource)?
    var number: Int

    var isOver: Bool { source?.isOver ?? true }
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var lastNumber = 0
  /// How many entries there may be before those are removed that are over.
  private var limit = 32

  var sources: [any EffectWaitSource] {
    entries.values.sorted { $0.number < $1.number }.compactMap(\.source)
  }

  mutating func add(_ source: any EffectWaitSource, isKept: Bool) {
    let id = ObjectIdentifier(source)
    // Another one may have lived at the same address.
    guard entries[id]?.source == nil else { return }
    lastNumber += 1
    entries[id] = Entry(source: source, kept: isKept ? source : nil, number: lastNumber)
    guard entries.count > limit else { return }
    entries = entries.filter { $0.value.isOver == false }
    limit = max(32, entries.count * 2)
  }
}
