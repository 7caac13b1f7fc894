// SPDX-License-Identifier: MIT

/// Runs a program by the simplest means: one queue of actions, one list of due work, and effects that are
/// functions which are called back.
final class NaiveProgramRun {
  /// A receiver of the values that an effect sends.
  ///
  /// A class and not a closure, because the optimizer would specialize its callers for each closure without end.
  final class Observer {
    private let take: (Event) -> Void

    init(_ take: @escaping (Event) -> Void) {
      self.take = take
    }

    func callAsFunction(_ event: Event) { take(event) }
  }

  enum Event {
    /// A value, and the innermost part of an effect that it comes from.
    case value(Int, Part)
    case failure(Int)
    case end

    func map(_ transform: (Int) -> Int) -> Self {
      if case .value(let kind, let part) = self { .value(transform(kind), part) } else { self }
    }
  }

  /// A part of an effect that may be cancelled, by itself or with the enclosing one.
  final class Part {
    private let whole: Part?
    /// The feature whose effect it is a part of.
    let place: Int
    /// A number that says in which order parts have taken ids.
    var number = 0
    private var isCancelledItself = false
    /// Whether it starts and sends nothing more, although what it has sent counts.
    private var isStoppedItself = false
    /// Called when it is cancelled and has not ended.
    var cancelled: (() -> Void)?

    init(of place: Int = 0) {
      whole = nil
      self.place = place
    }

    init(in whole: Part) {
      self.whole = whole
      place = whole.place
    }

    var isCancelled: Bool { isCancelledItself || whole?.isCancelled == true }
    var isActive: Bool {
      isCancelledItself == false && isStoppedItself == false && whole?.isActive != false
    }

    func stop() { isStoppedItself = true }

    func cancel() {
      guard isCancelled == false else { return }
      isCancelledItself = true
      cancelled.take()?()
    }
  }

  /// The parts and events that follow what is being done, in order.
  private struct Agenda {
    /// The next one last.
    private var pending: [() -> Void] = []
    private var added: [() -> Void] = []
    private var hasAddedEvents = false
    /// The parts that come after everything that is sent now.
    private var later: [() -> Void] = []

    var hasAdded: Bool { added.isEmpty == false }

    mutating func add(event: @escaping () -> Void) {
      added.append(event)
      hasAddedEvents = true
    }

    mutating func add(part: @escaping () -> Void) {
      if later.isEmpty { added.append(part) } else { later.append(part) }
    }

    mutating func postponeParts() {
      guard hasAddedEvents == false else { return }
      later += added
      added = []
    }

    mutating func next() -> (() -> Void)? {
      pending += later.reversed() + added.reversed()
      (later, added, hasAddedEvents) = ([], [], false)
      return pending.popLast()
    }
  }

  private struct Work {
    let due: Int
    let number: Int
    let interval: Int?
    let part: Part
    let action: () -> Void
  }

  /// An action that waits for its turn, a part that it comes from, and the number of the turn whose effect has
  /// sent it; zero if none has.
  private struct Waiting {
    let action: Program.Action
    let part: Part
    let sender: Int
  }

  /// An effect that ends when its feature is removed.
  private struct Dependent {
    let place: Int
    let turn: Int
    let part: Part
  }

  private let program: Program
  private(set) var outcome = Program.Outcome()
  private var queue: [Waiting] = []
  private var turn = 0
  private var isRunning = false
  /// The innermost feature that is there.
  private var innermost = 0
  private var dependents: [Dependent] = []
  private(set) var now = 0
  private var lastNumber = 0
  /// The scheduled work, in the order in which it is due.
  private var works: [Work] = []
  /// Tasks that can go on.
  var jobs: [() -> Void] = []
  var listeners: [(part: Part, observer: Observer)] = []
  private var isSending = false
  private var waitingSends: [() -> Void] = []
  /// The agendas of the running work, the innermost last.
  private var agendas: [Agenda] = []
  var lastPart = 0
  /// The parts that run under each id, in the order in which they were started.
  var running: [PlacedID: [Part]] = [:]
  /// The intervals that have not passed, by id, with the values that they hold back.
  var windows: [PlacedID: Window] = [:]
  var lastWindow = 0
  /// The number of times that rare things have happened.
  var meetings: [Meeting: Int] = [:]
  enum Meeting: CaseIterable {
    case partBelowCancelled, recovery, taskGoingOn, valueTakenOver, valueHeldBack, valueVoid,
      effectWithoutFeature
  }
  /// The number of effects that were started, sends of the subject passed on, and works done.
  var steps = 0

  /// Whether effects restart one another, or answer each other, without end or nearly so.
  var isEndless: Bool { steps > 2_000 }

  init(_ program: Program) {
    self.program = program
    for command in program.commands {
      switch command {
      case .send(let place, let kind):
        let action = Program.Action(place: place, kind: kind, fuel: Program.fuel)
        queue.append(Waiting(action: action, part: Part(), sender: 0))
        settle()
      case .advance(let seconds): advance(to: now + seconds)
      }
    }
  }

  // MARK: Turns

  /// Takes turns, and lets tasks go on, until nothing is left to do now.
  private func settle() {
    takeTurns()
    while jobs.isEmpty == false {
      jobs.removeFirst()()
      takeTurns()
    }
  }

  private func takeTurns() {
    guard isRunning == false else { return }
    isRunning = true
    while queue.isEmpty == false {
      let waiting = queue.removeFirst()
      if waiting.part.isCancelled {
        meetings[.valueVoid, default: 0] += 1
      } else {
        takeTurn(waiting.action, sentIn: waiting.sender)
      }
    }
    isRunning = false
  }

  private func takeTurn(_ action: Program.Action, sentIn sender: Int) {
    turn += 1
    let isThere = action.place <= innermost
    let recipe = isThere ? program.reaction(to: action, logged: outcome.log.count) : nil
    if isThere == false { outcome.unhandled += 1 }
    outcome.log.append(Program.Entry(action: action, second: now))
    switch program.changes[action.place][action.kind] {
    case .show(let place)? where place <= innermost + 1: innermost = max(innermost, place)
    case .hide(let place)?: innermost = min(innermost, place - 1)
    default: break
    }
    if let recipe {
      run {
        let observer = Observer { [unowned self, turn] event in
          guard case .value(let kind, let part) = event else { return }
          let next = Program.Action(place: action.place, kind: kind, fuel: action.fuel - 1)
          queue.append(Waiting(action: next, part: part, sender: turn))
        }
        start(recipe, at: action.place, observer)
      }
    }
    endDependents(sender)
  }

  /// Ends the effects of removed features; values already sent count if the effect sent this turn's action.
  private func endDependents(_ sender: Int) {
    for dependent in dependents where dependent.place > innermost {
      if dependent.part.isActive { meetings[.effectWithoutFeature, default: 0] += 1 }
      if dependent.turn == sender { dependent.part.stop() } else { dependent.part.cancel() }
    }
    dependents.removeAll { $0.place > innermost }
  }

  /// Starts the effect of a reducer, of which merges and values are seen by the store.
  private func start(_ recipe: Program.Recipe, at place: Int, _ observer: Observer) {
    switch recipe {
    case .value(let kind): observer(.value(kind, Part()))
    case .merge(let recipes):
      for recipe in recipes {
        startNext(in: Part()) { [unowned self] in start(recipe, at: place, observer) }
      }
    default:
      let part = Part(of: place)
      if place > 0 { dependents.append(Dependent(place: place, turn: turn, part: part)) }
      start(.catch(recipe, .value(0)), in: part, observer)
    }
  }

  // MARK: Time

  private func advance(to end: Int) {
    while isEndless == false, let work = works.first, work.due <= end {
      steps += 1
      works.removeFirst()
      now = max(now, work.due)
      guard work.part.isActive else { continue }
      if let interval = work.interval {
        insert(
          Work(
            due: work.due + interval,
            number: work.number,
            interval: interval,
            part: work.part,
            action: work.action
          )
        )
      }
      work.action()
      settle()
    }
    now = end
  }

  func schedule(
    after seconds: Int,
    every interval: Int? = nil,
    in part: Part,
    _ action: @escaping () -> Void
  ) {
    lastNumber += 1
    insert(
      Work(due: now + seconds, number: lastNumber, interval: interval, part: part, action: action)
    )
  }

  /// Puts work behind what is due before, or at the same time and was scheduled before.
  private func insert(_ work: Work) {
    let index = works.lastIndex { ($0.due, $0.number) < (work.due, work.number) }
    works.insert(work, at: index.map { $0 + 1 } ?? 0)
  }

  // MARK: Starts

  /// Starts a part now, or right after the one that is being started.
  func startNext(in part: Part, _ start: @escaping () -> Void) {
    let start = { if part.isActive { start() } }
    if agendas.isEmpty { run(start) } else { agendas[agendas.count - 1].add(part: start) }
  }

  /// Does something right after what is being done.
  func follow(_ body: @escaping () -> Void) {
    agendas[agendas.count - 1].add(event: body)
  }

  /// Lets what is sent now come before what is to be started.
  func postponeParts() {
    if agendas.isEmpty == false { agendas[agendas.count - 1].postponeParts() }
  }

  /// Does something, and then what that asks for; within something that is being done, only the former.
  func runIfOutermost(_ body: () -> Void) {
    if agendas.isEmpty { run(body) } else { body() }
  }

  /// Delivers what a leaf sends, after what it has asked for before.
  func deliver(from leaf: Part, _ body: @escaping () -> Void) {
    if agendas.last?.hasAdded == true {
      follow { if leaf.isActive { body() } }
    } else if leaf.isActive {
      runIfOutermost(body)
    }
  }

  /// Does something, and then what that asks for.
  private func run(_ body: () -> Void) {
    agendas.append(Agenda())
    body()
    while let start = agendas[agendas.count - 1].next() { start() }
    agendas.removeLast()
  }

  /// One value after the other goes to all who listen; what is sent meanwhile waits.
  func sendToSubject(_ kind: Int) {
    let listeners = listeners
    waitingSends.append { [unowned self] in
      for (part, observer) in listeners where part.isActive {
        run { observer(.value(kind, part)) }
      }
    }
    guard isSending == false else { return }
    isSending = true
    while waitingSends.isEmpty == false, isEndless == false {
      steps += 1
      waitingSends.removeFirst()()
    }
    isSending = false
  }
}
