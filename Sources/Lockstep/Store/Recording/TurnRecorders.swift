// SPDX-License-Identifier: MIT

/// A type that is told of each turn of a store, with the location of the store's state.
///
/// Isolation: that of the store.
@usableFromInline
package protocol TurnFollower: AnyObject {
  /// Whether turns are to have the runs of children's reducers, which copies the states of the children.
  var wantsChildRuns: Bool { get }

  /// Called before the reducer, with the locations of the turn and of the state.
  func turnBegins(_ turn: UnsafePointer<StoreTurn>, _ state: UnsafeRawPointer)

  /// Called after the observers.
  ///
  /// - Parameters:
  ///   - turn: The location of the turn, which is moved out of it.
  ///   - source: The scope of the effect that sent the action, if it has one.
  ///   - state: The location of the state.
  func turnEnded(
    movingFrom turn: UnsafeMutablePointer<StoreTurn>,
    _ source: EffectScope?,
    _ state: UnsafeRawPointer
  )
}

/// The recorders of a store's turns, in the order in which they were added.
///
/// Isolation: that of the store.
@usableFromInline
final class TurnRecorders {
  private struct Entry {
    let id: Int
    /// The first turn that the recorder is called for.
    let firstTurn: Int
    let recorder: any TurnFollower
  }

  // NB: As in the runtime, exclusive access is not checked at run time: the list is copied before a recorder is called,
  // and the turn is not accessed while one is.
  @exclusivity(unchecked) private var entries: [Entry] = []
  /// The recorder, if there is only one, and the first turn that it is told of.
  @exclusivity(unchecked) private var only: (any TurnFollower)?
  @exclusivity(unchecked) private var firstOfOnly = 0
  /// The turn in progress, if there is one.
  ///
  /// In memory of its own, where it is made and taken out without copies.
  private let turn = UnsafeMutablePointer<StoreTurn>.allocate(capacity: 1)
  @exclusivity(unchecked) private var isInTurn = false
  /// The sites of the children of the root.
  let sites: SiteSet?
  /// The child's reducer that is running, if its runs are recorded.
  @exclusivity(unchecked) var childRun: ChildRun?
  /// Whether a debug build records the runs of children's reducers.
  @exclusivity(unchecked) var notesChildren = false

  init(_ sites: SiteSet?) {
    self.sites = sites
  }

  deinit {
    if isInTurn { turn.deinitialize(count: 1) }
    turn.deallocate()
  }

  var isEmpty: Bool { entries.isEmpty }

  func add(_ recorder: any TurnFollower, id: Int, firstTurn: Int) {
    entries.append(Entry(id: id, firstTurn: firstTurn, recorder: recorder))
    findOnly()
  }

  func remove(_ id: Int) {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
    // Released when the list is not being changed, because what it holds may access the list.
    let removed = entries.remove(at: index)
    findOnly()
    withExtendedLifetime(removed) {}
  }

  private func findOnly() {
    only = entries.count == 1 ? entries[0].recorder : nil
    firstOfOnly = entries.first?.firstTurn ?? 0
    notesChildren = entries.contains { $0.recorder.wantsChildRuns }
  }

  /// Calls a function with each recorder of a turn, unless another one has removed it meanwhile.
  private func forEach(of turn: Int, _ body: (any TurnFollower) -> Void) {
    for entry in entries
    where entry.firstTurn <= turn && entries.contains(where: { $0.id == entry.id }) {
      body(entry.recorder)
    }
  }

  private static let ofThread = ThreadPointer { _ in }

  /// The recorders of the store whose reducer is running on this thread, if it has any.
  static var current: TurnRecorders? {
    ofThread.value.map { Unmanaged<TurnRecorders>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Notes an output that a parent takes in the reducer that is running on this thread.
  static func note(_ output: SentOutput) { current?.note(output) }

  /// Notes an output of the turn in progress.
  func note(_ output: SentOutput) {
    changeTurn { $0.outputs.append(output) }
  }

  /// Changes the record of the turn in progress.
  func changeTurn(_ change: (inout StoreTurn) -> Void) {
    if isInTurn { change(&turn.pointee) }
  }

  /// Makes these the recorders of the reducer that runs on this thread from now on.
  ///
  /// - Returns: The argument for ``reducerEnds(_:)``.
  func reducerBegins() -> UnsafeMutableRawPointer? {
    let outer = Self.ofThread.value
    Self.ofThread.value = Unmanaged.passUnretained(self).toOpaque()
    return outer
  }

  static func reducerEnds(_ outer: UnsafeMutableRawPointer?) { ofThread.value = outer }

  func turnBegins(_ turn: consuming StoreTurn, _ state: UnsafeRawPointer) {
    let number = turn.number
    if isInTurn { self.turn.deinitialize(count: 1) }
    self.turn.initialize(to: consume turn)
    isInTurn = true
    if let only {
      if firstOfOnly <= number { only.turnBegins(self.turn, state) }
      return
    }
    forEach(of: number) { $0.turnBegins(self.turn, state) }
  }

  func turnEnded(_ source: EffectScope?, _ state: UnsafeRawPointer) {
    guard isInTurn else { return }
    isInTurn = false
    if let only, firstOfOnly <= turn.pointee.number {
      return only.turnEnded(movingFrom: turn, source, state)
    }
    let turn = turn.move()
    forEach(of: turn.number) { recorder in
      withUnsafeTemporaryAllocation(of: StoreTurn.self, capacity: 1) { copy in
        guard let place = copy.baseAddress else { return }
        place.initialize(to: turn)
        recorder.turnEnded(movingFrom: place, source, state)
      }
    }
  }
}

extension StoreRuntime {
  /// Adds a recorder, which is called from the next turn on.
  package func add(_ recorder: any TurnFollower) -> Int {
    let recorders = recorders ?? TurnRecorders(mailbox.sites)
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
    let outer = recorders.reducerBegins()
    defer { TurnRecorders.reducerEnds(outer) }
    return reduce(&statePointer.pointee, action)
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
