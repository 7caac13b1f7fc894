// SPDX-License-Identifier: MIT

/// Functions that are called before and after each turn of a store, with the location of the store's state.
@usableFromInline
package struct TurnRecorder {
  package typealias After = (_ turn: StoreTurn, _ source: EffectScope?, UnsafeRawPointer) -> Void

  let before: ((StoreTurn, UnsafeRawPointer) -> Void)?
  let after: After

  package init(before: ((StoreTurn, UnsafeRawPointer) -> Void)? = nil, after: @escaping After) {
    self.before = before
    self.after = after
  }
}

/// The recorders of a store's turns, in the order in which they were added.
///
/// Isolation: that of the store.
@usableFromInline
final class TurnRecorders {
  private final class Entry {
    let id: Int
    /// The first turn that the recorder is called for.
    let firstTurn: Int
    /// The recorder; `nil` once it has been removed.
    var recorder: TurnRecorder?

    init(id: Int, firstTurn: Int, _ recorder: TurnRecorder) {
      self.id = id
      self.firstTurn = firstTurn
      self.recorder = recorder
    }
  }

  private var entries: [Entry] = []
  /// The turn in progress.
  private var turn: StoreTurn?

  var isEmpty: Bool { entries.isEmpty }

  func add(_ recorder: TurnRecorder, id: Int, firstTurn: Int) {
    entries.append(Entry(id: id, firstTurn: firstTurn, recorder))
  }

  func remove(_ id: Int) {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
    let entry = entries.remove(at: index)
    // Released when the list is not being changed, because what it holds may access the list.
    let removed = entry.recorder
    entry.recorder = nil
    withExtendedLifetime(removed) {}
  }

  private static let ofThread = ThreadPointer { _ in }

  /// The recorders of the store whose reducer is running on this thread, if it has any.
  private static var current: TurnRecorders? {
    ofThread.value.map { Unmanaged<TurnRecorders>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Notes a word that a parent takes in the reducer that is running on this thread.
  static func note(_ word: Word) { current?.note(word) }

  /// Notes a word that was said in the turn in progress.
  func note(_ word: Word) {
    if word.isChange == false { turn?.words.append(word) }
  }

  /// Runs a reducer, so that what it says is noted.
  func reducing<Result>(_ body: () -> Result) -> Result {
    let outer = Self.ofThread.value
    Self.ofThread.value = Unmanaged.passUnretained(self).toOpaque()
    defer { Self.ofThread.value = outer }
    return body()
  }

  func turnBegins(_ turn: StoreTurn, _ state: UnsafeRawPointer) {
    self.turn = turn
    for entry in entries where entry.firstTurn <= turn.number {
      entry.recorder?.before?(turn, state)
    }
  }

  func turnEnded(_ source: EffectScope?, _ state: UnsafeRawPointer) {
    guard let turn else { return }
    self.turn = nil
    for entry in entries where entry.firstTurn <= turn.number {
      entry.recorder?.after(turn, source, state)
    }
  }
}

extension StoreRuntime {
  /// Adds a recorder, which is called from the next turn on.
  package func add(_ recorder: TurnRecorder) -> Int {
    let recorders = recorders ?? TurnRecorders()
    self.recorders = recorders
    return observers.add(recorder, to: recorders, firstTurn: taken + 1)
  }

  // The functions below are not inlined: in each turn without recorders they would cost more than the test
  // whether there are any.

  @usableFromInline
  func recordBeginning(of action: Action, _ queued: QueuedAction?) {
    if observers.haveSomeDeparted { observers.removeDeparted() }
    guard let recorders, recorders.isEmpty == false else {
      recorders = nil
      return
    }
    let preceding = queued.map { $0.details?.turn ?? $0.origin.action } ?? 0
    recorders.turnBegins(
      StoreTurn(
        number: taken,
        action: action,
        sender: sender(of: queued),
        precedingTurn: preceding == 0 ? nil : preceding,
        animation: queued?.details?.animation
      ),
      UnsafeRawPointer(statePointer)
    )
  }

  @usableFromInline
  func reducedAndRecorded(_ action: Action) -> Effect<Action, Never> {
    guard let recorders else { return reduce(&statePointer.pointee, action) }
    return recorders.reducing { reduce(&statePointer.pointee, action) }
  }

  /// Returns the sender of the action whose turn it is.
  func sender(of queued: QueuedAction?) -> StoreTurn.Sender {
    queued?.sender(in: Action.self) ?? StoreTurn.Sender(lastCaller)
  }

  @usableFromInline
  func recordEnd(_ queued: QueuedAction?) {
    recorders?.turnEnded(queued?.details?.source, UnsafeRawPointer(statePointer))
  }
}
