// SPDX-License-Identifier: MIT

/// Runs a program by the simplest means: one queue of actions, one list of what is due, and effects that are
/// functions which are called back.
final class NaiveProgramRun {
  fileprivate typealias Observer = (Event) -> Void

  fileprivate enum Event {
    /// A value, and the innermost part of an effect that it comes from.
    case value(Int, Part)
    case end
  }

  /// A part of an effect that may be cancelled, by itself or with what it is a part of.
  fileprivate final class Part {
    private let whole: Part?
    private(set) var isCancelledItself = false
    /// Whether it starts and sends nothing more, although what it has sent counts.
    private var isStoppedItself = false
    /// Called when it is cancelled and has not ended.
    var cancelled: (() -> Void)?

    init(in whole: Part?) {
      self.whole = whole
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

  /// What is to be started, part after part.
  private struct Agenda {
    /// The next one last.
    var pending: [() -> Void] = []
    var added: [() -> Void] = []

    mutating func next() -> (() -> Void)? {
      pending += added.reversed()
      added = []
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

  private let program: Program
  private(set) var log: [Program.Entry] = []
  private var queue: [(action: Program.Action, part: Part)] = []
  private var isRunning = false
  private var now = 0
  private var lastNumber = 0
  /// What is scheduled, in the order in which it is due.
  private var works: [Work] = []
  private var listeners: [(part: Part, observer: Observer)] = []
  private var running: [Int: [Part]] = [:]
  private var isSending = false
  /// What is being started, the innermost last.
  private var agendas: [Agenda] = []
  /// How many effects were started, sends of the subject passed on, and works done.
  private var steps = 0
  private var waitingSends: [() -> Void] = []

  /// Whether effects restart one another, or answer each other, without end or nearly so.
  var isEndless: Bool { steps > 2_000 }

  init(_ program: Program) {
    self.program = program
    for command in program.commands {
      switch command {
      case .send(let kind):
        queue.append((Program.Action(kind: kind, fuel: Program.fuel), Part(in: nil)))
        takeTurns()
      case .advance(let seconds): advance(to: now + seconds)
      }
    }
  }

  private func takeTurns() {
    guard isRunning == false else { return }
    isRunning = true
    while queue.isEmpty == false {
      let (action, part) = queue.removeFirst()
      if part.isCancelled { continue }
      let recipe = program.reaction(to: action, logged: log.count)
      log.append(Program.Entry(action: action, second: now))
      guard let recipe else { continue }
      settle {
        start(recipe, in: Part(in: nil)) { [unowned self] event in
          guard case .value(let kind, let part) = event else { return }
          queue.append((Program.Action(kind: kind, fuel: action.fuel - 1), part))
        }
      }
    }
    isRunning = false
  }

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
      takeTurns()
    }
    now = end
  }

  /// Starts a part now, or right after the one that is being started.
  private func startNext(in part: Part, _ start: @escaping () -> Void) {
    let start = { if part.isActive { start() } }
    guard agendas.isEmpty else { return agendas[agendas.count - 1].added.append(start) }
    agendas.append(Agenda(pending: [start]))
    startPending()
  }

  /// Does something, and then starts what that asks for.
  private func settle(_ body: () -> Void) {
    agendas.append(Agenda())
    body()
    startPending()
  }

  private func startPending() {
    while let start = agendas[agendas.count - 1].next() { start() }
    agendas.removeLast()
  }

  private func schedule(
    after seconds: Int,
    every interval: Int? = nil,
    in part: Part,
    _ action: @escaping () -> Void
  ) {
    lastNumber += 1
    insert(
      Work(
        due: now + seconds,
        number: lastNumber,
        interval: interval,
        part: part,
        action: action
      )
    )
  }

  /// Puts work behind what is due before, or at the same time and was scheduled before.
  private func insert(_ work: Work) {
    let index = works.lastIndex { ($0.due, $0.number) < (work.due, work.number) }
    works.insert(work, at: index.map { $0 + 1 } ?? 0)
  }

  /// One value after the other goes to all who listen; what is sent meanwhile waits.
  private func sendToSubject(_ kind: Int) {
    let listeners = listeners
    waitingSends.append {
      for (part, observer) in listeners where part.isActive {
        self.settle { observer(.value(kind, part)) }
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

  private func cancel(_ id: Int) {
    for part in running[id] ?? [] { part.cancel() }
  }

  private func start(_ recipe: Program.Recipe, in part: Part, _ observer: @escaping Observer) {
    guard part.isActive else { return }
    steps += 1
    guard isEndless == false else { return }
    switch recipe {
    case .value(let kind):
      observer(.value(kind, part))
      observer(.end)
    case .callback(let kind, let seconds):
      let leaf = Part(in: part)
      schedule(after: seconds, in: leaf) {
        observer(.value(kind, leaf))
        observer(.end)
      }
    case .subject: listeners.append((Part(in: part), observer))
    case .send(let kind):
      sendToSubject(kind)
      observer(.end)
    case .timer(let kind, let id, let seconds):
      underID(id, cancelInFlight: true, in: part, observer) { [unowned self] part, observer in
        schedule(after: seconds, every: seconds, in: part) { observer(.value(kind, part)) }
      }
    case .cancel(let id):
      cancel(id)
      observer(.end)
    case .merge(let recipes) where recipes.count == 1,
      .concatenate(let recipes) where recipes.count == 1:
      start(recipes[0], in: part, observer)
    case .merge(let recipes):
      let group = Part(in: part)
      var count = recipes.count + 1
      let leave = {
        count -= 1
        if count == 0 { observer(.end) }
      }
      for recipe in recipes {
        startNext(in: group) { [unowned self] in
          start(recipe, in: group) { event in
            if case .end = event { leave() } else { observer(event) }
          }
        }
      }
      leave()
    case .concatenate(let recipes): concatenate(recipes, in: part, observer)
    case .map(let recipe, let number):
      start(recipe, in: part) { observer($0.map { ($0 + number) % Program.kinds }) }
    case .flatMap(let recipe, let inner): flatMap(recipe, inner, in: part, observer)
    case .deferred(let recipe):
      startNext(in: part) { [unowned self] in start(recipe, in: part, observer) }
    case .prefix(let recipe, let count):
      let part = Part(in: part)
      var rest = count
      start(recipe, in: part) { event in
        guard rest > 0 else { return }
        guard case .value = event else {
          rest = 0
          return observer(.end)
        }
        rest -= 1
        observer(event)
        guard rest == 0 else { return }
        observer(.end)
        part.stop()
      }
    case .delay(let recipe, let seconds): relay(recipe, after: seconds, in: part, observer)
    case .receiveLater(let recipe): relay(recipe, after: 0, in: part, observer)
    case .cancellable(let recipe, let id, let cancelInFlight):
      underID(id, cancelInFlight: cancelInFlight, in: part, observer) {
        [unowned self] part, observer in
        start(recipe, in: part, observer)
      }
    case .debounce(let recipe, let id, let seconds):
      underID(id, cancelInFlight: true, in: part, observer) { [unowned self] part, observer in
        schedule(after: seconds, in: part) { [unowned self] in
          startNext(in: part) { [unowned self] in start(recipe, in: part, observer) }
        }
      }
    }
  }

  /// Starts one effect after the other.
  private func concatenate(
    _ recipes: [Program.Recipe],
    in part: Part,
    _ observer: @escaping Observer
  ) {
    var rest = recipes[...]
    func advance() {
      startNext(in: part) { [unowned self] in
        guard let recipe = rest.popFirst() else { return observer(.end) }
        // The last one takes the place of the whole.
        guard rest.isEmpty == false else { return start(recipe, in: part, observer) }
        start(recipe, in: part) { event in
          if case .end = event { advance() } else { observer(event) }
        }
      }
    }
    advance()
  }

  private func flatMap(
    _ recipe: Program.Recipe,
    _ inner: Program.Recipe,
    in part: Part,
    _ observer: @escaping Observer
  ) {
    let group = Part(in: part)
    var count = 1
    let leave = {
      count -= 1
      if count == 0 { observer(.end) }
    }
    start(recipe, in: group) { [unowned self] event in
      guard case .value(let kind, _) = event else { return leave() }
      guard group.isActive else { return }
      count += 1
      startNext(in: group) { [unowned self] in
        start(inner, in: group) { event in
          if case .end = event {
            leave()
          } else {
            observer(event.map { ($0 + kind) % Program.kinds })
          }
        }
      }
    }
  }

  private func relay(
    _ recipe: Program.Recipe,
    after seconds: Int,
    in part: Part,
    _ observer: @escaping Observer
  ) {
    let relay = Part(in: part)
    start(recipe, in: relay) { [unowned self] event in
      schedule(after: seconds, in: relay) {
        if case .value(_, let source) = event, source.isCancelled { return }
        observer(event)
      }
    }
  }

  private func underID(
    _ id: Int,
    cancelInFlight: Bool,
    in whole: Part,
    _ observer: @escaping Observer,
    _ start: @escaping (Part, @escaping Observer) -> Void
  ) {
    guard cancelInFlight else {
      return startUnderID(id, isAlone: false, in: whole, observer, start)
    }
    cancel(id)
    // What follows the part that was cancelled starts before.
    startNext(in: whole) { [unowned self] in
      startUnderID(id, isAlone: true, in: whole, observer, start)
    }
  }

  private func startUnderID(
    _ id: Int,
    isAlone: Bool,
    in whole: Part,
    _ observer: @escaping Observer,
    _ start: (Part, @escaping Observer) -> Void
  ) {
    let part = Part(in: whole)
    part.cancelled = { if whole.isActive { observer(.end) } }
    let others = running[id] ?? []
    running[id] = isAlone ? [part] : others + [part]
    // What has followed something that was cancelled just now may have taken the id meanwhile.
    if isAlone { for other in others { other.cancel() } }
    start(part) { event in
      if case .end = event {
        guard part.cancelled.take() != nil else { return }
      }
      observer(event)
    }
  }
}

extension NaiveProgramRun.Event {
  fileprivate func map(_ transform: (Int) -> Int) -> Self {
    if case .value(let kind, let part) = self { .value(transform(kind), part) } else { self }
  }
}
