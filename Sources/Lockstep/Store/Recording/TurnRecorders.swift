// SPDX-License-Identifier: MIT

/// An object that is notified before and after each turn of a store.
@usableFromInline
package protocol TurnFollower: AnyObject {
  /// Whether turns record the runs of children's reducers, which copies the children's states.
  var wantsChildRuns: Bool { get }

  func turnBegins(_ turn: UnsafePointer<StoreTurn>, _ state: UnsafeRawPointer)

  /// Called after the observers; the implementation must move the turn out of `turn`.
  func turnEnded(
    movingFrom turn: UnsafeMutablePointer<StoreTurn>,
    _ source: EffectScope?,
    _ state: UnsafeRawPointer
  )
}

/// The recorders of a store's turns, in the order in which they were added.
@usableFromInline
final class TurnRecorders {
  private struct Entry {
    let id: Int
    let firstTurn: Int
    let recorder: any TurnFollower
  }

  // NB: As in the runtime, exclusivity checks are off. The list is copied before a recorder is called, and nothing
  // accesses the turn during the call.
  @exclusivity(unchecked) private var entries: [Entry] = []
  /// The recorder and its first turn, if the list contains exactly one recorder.
  @exclusivity(unchecked) private var only: (any TurnFollower)?
  @exclusivity(unchecked) private var firstOfOnly = 0
  /// The turn in progress, in its own allocation, so that it is created and moved out without copies.
  private let turn = UnsafeMutablePointer<StoreTurn>.allocate(capacity: 1)
  @exclusivity(unchecked) private var isInTurn = false
  let sites: SiteSet?
  @exclusivity(unchecked) var childRun: ChildRun?
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
    // Released after the list has changed, because objects that the recorder captures may access the list.
    let removed = entries.remove(at: index)
    findOnly()
    withExtendedLifetime(removed) {}
  }

  private func findOnly() {
    only = entries.count == 1 ? entries[0].recorder : nil
    firstOfOnly = entries.first?.firstTurn ?? 0
    notesChildren = entries.contains { $0.recorder.wantsChildRuns }
  }

  /// Calls a function with each recorder of a turn, except recorders that are removed in the meantime.
  private func forEach(of turn: Int, _ body: (any TurnFollower) -> Void) {
    for entry in entries
    where entry.firstTurn <= turn && entries.contains(where: { $0.id == entry.id }) {
      body(entry.recorder)
    }
  }

  private static let ofThread = ThreadPointer { _ in }

  static var current: TurnRecorders? {
    ofThread.value.map { Unmanaged<TurnRecorders>.fromOpaque($0).takeUnretainedValue() }
  }

  static func note(_ output: SentOutput) { current?.note(output) }

  func note(_ output: SentOutput) {
    changeTurn { $0.outputs.append(output) }
  }

  func changeTurn(_ change: (inout StoreTurn) -> Void) {
    if isInTurn { change(&turn.pointee) }
  }

  /// Makes these recorders current on this thread, and returns the argument for `reducerEnds(_:)`.
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
  package func add(_ recorder: any TurnFollower) -> Int {
    let recorders = recorders ?? TurnRecorders(mailbox.sites)
    self.recorders = recorders
    return observers.add(recorder, to: recorders, firstTurn: taken + 1)
  }

  // The functions below are not inlined. In a turn without recorders, inlining them would cost more than the check for
  // recorders.

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

  func sender(of queued: QueuedAction?) -> StoreTurn.Sender {
    queued?.sender(in: Action.self) ?? StoreTurn.Sender(lastCaller)
  }

  @usableFromInline
  func recordEnd(_ queued: QueuedAction?) {
    recorders?.turnEnded(queued?.details?.source, UnsafeRawPointer(statePointer))
  }
}
