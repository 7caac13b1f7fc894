// SPDX-License-Identifier: MIT

// Leaves and operators.
extension NaiveProgramRun {
  func start(_ recipe: Program.Recipe, in part: Part, _ take: @escaping (Event) -> Void) {
    start(recipe, in: part, Observer(take))
  }

  func start(_ recipe: Program.Recipe, in part: Part, _ observer: Observer) {
    guard part.isActive else { return }
    if let unrolled = recipe.unrolled { return start(unrolled, in: part, observer) }
    steps += 1
    guard isEndless == false else { return }
    switch recipe {
    case .value(let kind):
      deliver(from: part) {
        observer(.value(kind, part))
        observer(.end)
      }
    case .callback(let kind, let seconds):
      let leaf = Part(in: part)
      schedule(after: seconds, in: leaf) { [unowned self] in
        deliver(from: leaf) { observer(.value(kind, leaf)) }
        deliver(from: leaf) { observer(.end) }
      }
    case .failure(let code): deliver(from: part) { observer(.failure(code)) }
    case .failingCallback(let code, let seconds):
      let leaf = Part(in: part)
      schedule(after: seconds, in: leaf) { [unowned self] in
        deliver(from: leaf) { observer(.failure(code)) }
      }
    case .task(let steps): take(steps[...], in: Part(in: part), observer)
    case .subject: listeners.append((Part(in: part), observer))
    case .send(let kind):
      sendToSubject(kind)
      deliver(from: part) { observer(.end) }
    case .timer(let kind, let id, let seconds):
      underID(id, cancelInFlight: true, in: part, observer) { [unowned self] part, observer in
        schedule(after: seconds, every: seconds, in: part) { [unowned self] in
          deliver(from: part) { observer(.value(kind, part)) }
        }
      }
    case .cancel(let id):
      cancel(id, from: part.place)
      postponeParts()
      deliver(from: part) { observer(.end) }
    default: startCombination(recipe, in: part, observer)
    }
  }

  private func startCombination(
    _ recipe: Program.Recipe,
    in part: Part,
    _ observer: Observer
  ) {
    switch recipe {
    case .merge(let recipes) where recipes.count == 1,
      .concatenate(let recipes) where recipes.count == 1:
      start(recipes[0], in: part, observer)
    case .merge(let recipes): merge(recipes, in: part, observer)
    case .concatenate(let recipes): concatenate(recipes, in: part, observer)
    case .map(let recipe, let number):
      start(recipe, in: part) { observer($0.map { ($0 + number) % Program.kinds }) }
    case .flatMap(let recipe, let inner): flatMap(recipe, inner, in: part, observer)
    case .catch(let recipe, let other):
      start(recipe, in: part) { [unowned self] event in
        guard case .failure(let code) = event else { return observer(event) }
        meetings[.recovery, default: 0] += 1
        startNext(in: part) { [unowned self] in
          start(other, in: part) { observer($0.map { ($0 + code) % Program.kinds }) }
        }
      }
    case .deferred(let recipe):
      startNext(in: part) { [unowned self] in start(recipe, in: part, observer) }
    case .deferredFor(let recipe, let seconds):
      startLater(recipe, after: seconds, in: part, observer)
    case .prefix(let recipe, let count): prefix(recipe, count, in: part, observer)
    case .delay(let recipe, let seconds): relay(recipe, after: seconds, in: part, observer)
    case .receiveLater(let recipe): relay(recipe, after: 0, in: part, observer)
    case .cancellable(let recipe, let id, let cancelInFlight):
      underID(id, cancelInFlight: cancelInFlight, in: part, observer) {
        [unowned self] part, observer in
        start(recipe, in: part, observer)
      }
    case .debounce(let recipe, let id, let seconds):
      underID(id, cancelInFlight: true, in: part, observer) { [unowned self] part, observer in
        startLater(recipe, after: seconds, in: part, observer)
      }
    case .throttle(let recipe, let id, let seconds, let latest):
      throttle(
        Throttle(recipe: recipe, id: id, interval: seconds, latest: latest),
        in: part,
        observer
      )
    default: preconditionFailure("The recipe \(recipe) combines nothing.")
    }
  }

  /// Takes the steps of a task, as far as it does not wait.
  private func take(
    _ steps: ArraySlice<Program.Step>,
    in leaf: Part,
    _ observer: Observer
  ) {
    func send(_ event: Event) {
      deliver(from: leaf) { observer(event) }
    }
    var rest = steps
    while let step = rest.popFirst() {
      switch step {
      case .send(let kind): send(.value(kind, leaf))
      case .fail(let code): return send(.failure(code))
      case .sleep(let seconds):
        return schedule(after: seconds, in: leaf) { [unowned self] in
          jobs.append { [unowned self] in
            meetings[.taskGoingOn, default: 0] += 1
            take(rest, in: leaf, observer)
          }
        }
      }
    }
    send(.end)
  }

  private func merge(
    _ recipes: [Program.Recipe],
    in part: Part,
    _ observer: Observer
  ) {
    let group = Group(in: part, observer)
    for recipe in recipes {
      group.count += 1
      startNext(in: group.part) { [unowned self] in start(recipe, in: group.part) { group.take($0) }
      }
    }
    group.leave()
  }

  private func flatMap(
    _ recipe: Program.Recipe,
    _ inner: Program.Recipe,
    in part: Part,
    _ observer: Observer
  ) {
    let group = Group(in: part, observer)
    start(recipe, in: group.part) { [unowned self] event in
      guard case .value(let kind, _) = event else { return group.take(event) }
      guard group.part.isActive else { return }
      group.count += 1
      startNext(in: group.part) { [unowned self] in
        start(inner, in: group.part) { group.take($0.map { ($0 + kind) % Program.kinds }) }
      }
    }
  }

  /// Several effects whose values go on together.
  private final class Group {
    let part: Part
    var count = 1
    private let observer: Observer

    init(in part: Part, _ observer: Observer) {
      self.part = Part(in: part)
      self.observer = observer
    }

    func take(_ event: Event) {
      guard count > 0 else { return }
      switch event {
      case .value: observer(event)
      case .end: leave()
      case .failure:
        count = 0
        observer(event)
        part.stop()
      }
    }

    func leave() {
      count -= 1
      if count == 0 { observer(.end) }
    }
  }

  /// Starts one effect after the other.
  private func concatenate(
    _ recipes: [Program.Recipe],
    in part: Part,
    _ observer: Observer
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

  private func prefix(
    _ recipe: Program.Recipe,
    _ count: Int,
    in whole: Part,
    _ observer: Observer
  ) {
    let part = Part(in: whole)
    var rest = count
    start(recipe, in: part) { event in
      guard rest > 0 else { return }
      guard case .value = event else {
        rest = 0
        return observer(event)
      }
      rest -= 1
      let isLast = rest == 0
      observer(event)
      guard isLast else { return }
      observer(.end)
      part.stop()
    }
  }

  private func startLater(
    _ recipe: Program.Recipe,
    after seconds: Int,
    in part: Part,
    _ observer: Observer
  ) {
    schedule(after: seconds, in: part) { [unowned self] in
      startNext(in: part) { [unowned self] in start(recipe, in: part, observer) }
    }
  }

  private func relay(
    _ recipe: Program.Recipe,
    after seconds: Int,
    in part: Part,
    _ observer: Observer
  ) {
    let relay = Part(in: part)
    start(recipe, in: relay) { [unowned self] event in
      schedule(after: seconds, in: relay) { [unowned self] in
        if case .value(_, let source) = event, source.isCancelled { return }
        deliver(from: relay) { observer(event) }
      }
    }
  }
}
