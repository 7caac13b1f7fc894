// SPDX-License-Identifier: MIT

/// A type that is told of each turn of a store, with the location of the store's state.
///
/// Isolation: that of the store.
package protocol TurnFollower: AnyObject {
  /// Called before the reducer.
  func turnBegins(_ state: UnsafeRawPointer)

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

/// Functions that are called before and after each turn of a store, with the location of the store's state, or an
/// object that is told the same.
@usableFromInline
package struct TurnRecorder {
  package typealias Before = (_ turn: StoreTurn, UnsafeRawPointer) -> Void
  package typealias After = (_ turn: StoreTurn, _ source: EffectScope?, UnsafeRawPointer) -> Void

  private enum Receiver {
    case functions(Before?, After)
    case follower(any TurnFollower)
  }

  private let receiver: Receiver

  package init(before: Before? = nil, after: @escaping After) {
    receiver = .functions(before, after)
  }

  /// Creates the recorder of an object, which costs less.
  package init(_ follower: any TurnFollower) {
    receiver = .follower(follower)
  }

  /// The object, if it is one.
  fileprivate var follower: (any TurnFollower)? {
    if case .follower(let follower) = receiver { follower } else { nil }
  }

  @inline(__always)
  fileprivate func before(_ turn: @autoclosure () -> StoreTurn, _ state: UnsafeRawPointer) {
    switch receiver {
    case .functions(let before, _): before?(turn(), state)
    case .follower(let follower): follower.turnBegins(state)
    }
  }

  @inline(__always)
  fileprivate func after(_ turn: StoreTurn, _ source: EffectScope?, _ state: UnsafeRawPointer) {
    switch receiver {
    case .functions(_, let after): after(turn, source, state)
    case .follower(let follower):
      withUnsafeTemporaryAllocation(of: StoreTurn.self, capacity: 1) { copy in
        guard let place = copy.baseAddress else { return }
        place.initialize(to: turn)
        follower.turnEnded(movingFrom: place, source, state)
      }
    }
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
    @exclusivity(unchecked) var recorder: TurnRecorder?

    init(id: Int, firstTurn: Int, _ recorder: TurnRecorder) {
      self.id = id
      self.firstTurn = firstTurn
      self.recorder = recorder
    }
  }

  // NB: As in the runtime, exclusive access is not checked at run time: the list is copied before a recorder is called,
  // and the turn is not accessed while one is.
  @exclusivity(unchecked) private var entries: [Entry] = []
  /// The only recorder, if there is one that is an object, and the first turn that it is told of.
  @exclusivity(unchecked) private var only: (any TurnFollower)?
  @exclusivity(unchecked) private var firstOfOnly = 0
  /// The turn in progress, if there is one.
  ///
  /// In memory of its own, where it is made and taken out without copies.
  private let turn = UnsafeMutablePointer<StoreTurn>.allocate(capacity: 1)
  @exclusivity(unchecked) private var isInTurn = false

  deinit {
    if isInTurn { turn.deinitialize(count: 1) }
    turn.deallocate()
  }

  var isEmpty: Bool { entries.isEmpty }

  func add(_ recorder: TurnRecorder, id: Int, firstTurn: Int) {
    entries.append(Entry(id: id, firstTurn: firstTurn, recorder))
    findOnly()
  }

  func remove(_ id: Int) {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
    let entry = entries.remove(at: index)
    // Released when the list is not being changed, because what it holds may access the list.
    let removed = entry.recorder
    entry.recorder = nil
    findOnly()
    withExtendedLifetime(removed) {}
  }

  private func findOnly() {
    only = entries.count == 1 ? entries[0].recorder?.follower : nil
    firstOfOnly = entries.first?.firstTurn ?? 0
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
      if firstOfOnly <= number { only.turnBegins(state) }
      return
    }
    for entry in entries where entry.firstTurn <= number {
      entry.recorder?.before(self.turn.pointee, state)
    }
  }

  func turnEnded(_ source: EffectScope?, _ state: UnsafeRawPointer) {
    guard isInTurn else { return }
    isInTurn = false
    if let only, firstOfOnly <= turn.pointee.number {
      return only.turnEnded(movingFrom: turn, source, state)
    }
    let turn = turn.move()
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
