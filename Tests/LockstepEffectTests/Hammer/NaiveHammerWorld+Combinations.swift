// SPDX-License-Identifier: MIT

// Operators that run several effects, or one at a certain time.
extension NaiveHammerWorld {
  func combination(_ plan: HammerPlan, _ observer: @escaping Observer) -> Cancel {
    switch plan {
    case .merge(let plans):
      let group = Group(observer)
      for plan in plans {
        guard let member = group.addMember() else { break }
        group.endMember(by: start(plan, member))
      }
      group.leave()
      return group.cancel
    case .neverFailing(let plans):
      return start(.map(.merge(plans.map(HammerPlan.ignoreFailure))), observer)
    case .concatenate(let plans): return concatenation(plans[...], observer)
    case .deferred(let plan), .receiveAtOnce(let plan): return start(plan, observer)
    case .flatMap(let plan, let inner):
      return spawning(plan, observer) { [unowned self] value, observer in
        visit(.function)
        return start(inner) { observer($0.adding(value * 100)) }
      }
    case .cancellable(let plan): return underID(observer) { self.start(plan, $0) }
    case .cancels(let plan):
      return spawning(plan, observer) { [unowned self] _, observer in
        cancelRunning()
        observer(.end)
        return {}
      }
    case .restart(let plan, let other):
      return spawning(plan, observer) { [unowned self] value, observer in
        cancelRunning()
        return underID(observer) { observer in
          self.start(other) { observer($0.adding(value * 100)) }
        }
      }
    case .debounce(let plan, let other):
      return spawning(plan, observer) { [unowned self] value, observer in
        cancelRunning()
        return underID(observer) { observer in
          self.later(1) { self.start(other) { observer($0.adding(value * 100)) } }
        }
      }
    case .receiveLater(let plan):
      return start(plan) { [unowned self] event in schedule(after: 0) { observer(event) } }
    case .delay(let plan):
      return start(plan) { [unowned self] event in schedule(after: 1) { observer(event) } }
    case .subscribe(let plan): return later(0) { self.start(plan, observer) }
    case .deferredFor(let plan): return later(1) { self.start(plan, observer) }
    case .throttle, .restartThrottle, .timer, .restartTimer: return repetition(plan, observer)
    default: preconditionFailure("The plan \(plan) is not a combination.")
    }
  }

  private func later(_ delay: Int, _ start: @escaping () -> Cancel) -> Cancel {
    var isFinished = false
    var cancel: Cancel = {}
    schedule(after: delay) { if isFinished == false { cancel = start() } }
    return {
      isFinished = true
      cancel()
    }
  }

  private func concatenation(
    _ plans: ArraySlice<HammerPlan>,
    _ observer: @escaping Observer
  ) -> Cancel {
    guard let plan = plans.first else {
      observer(.end)
      return {}
    }
    var isFinished = false
    var cancelNext: Cancel = {}
    let cancel = start(plan) { [unowned self] event in
      guard event == .end else { return observer(event) }
      if isFinished == false { cancelNext = concatenation(plans.dropFirst(), observer) }
    }
    return {
      isFinished = true
      cancel()
      cancelNext()
    }
  }

  func spawning(
    _ plan: HammerPlan,
    _ observer: @escaping Observer,
    _ spawn: @escaping (Int, @escaping Observer) -> Cancel
  ) -> Cancel {
    let group = Group(observer)
    if let own = group.addMember() {
      let cancel = start(plan) { event in
        guard case .value(let value) = event else { return own(event) }
        if let member = group.addMember() { group.endMember(by: spawn(value, member)) }
      }
      group.endMember(by: cancel)
    }
    group.leave()
    return group.cancel
  }

  /// Runs a part under the one id; it completes when it is cancelled by it.
  func underID(
    _ observer: @escaping Observer,
    _ start: (@escaping Observer) -> Cancel
  ) -> Cancel {
    let id = number()
    var isFinished = false
    var cancel: Cancel = {}
    let end = { [unowned self] in
      isFinished = true
      running[id] = nil
    }
    running[id] = {
      guard isFinished == false else { return }
      end()
      cancel()
      observer(.end)
    }
    cancel = start { [unowned self] event in
      guard isFinished == false else { return }
      if event.isValue == false { end() }
      isSendingUnderID = event.isValue
      observer(event)
      isSendingUnderID = false
    }
    return {
      end()
      cancel()
    }
  }

  /// Several effects whose values go on together.
  private final class Group {
    private let observer: Observer
    private var count = 1
    private var isFinished = false
    private var cancels: [Cancel] = []

    init(_ observer: @escaping Observer) {
      self.observer = observer
    }

    /// The observer for another member; `nil` if it is too late for one.
    func addMember() -> Observer? {
      guard isFinished == false else { return nil }
      count += 1
      return { [self] event in take(event) }
    }

    /// Notes what ends the member that was added last.
    func endMember(by cancelMember: @escaping Cancel) {
      if isFinished { cancelMember() } else { cancels.append(cancelMember) }
    }

    private func take(_ event: HammerEvent) {
      guard isFinished == false else { return }
      switch event {
      case .value: observer(event)
      case .end: leave()
      case .failure:
        cancel()
        observer(event)
      }
    }

    func leave() {
      count -= 1
      guard count == 0, isFinished == false else { return }
      isFinished = true
      observer(.end)
    }

    func cancel() {
      isFinished = true
      for cancel in cancels { cancel() }
    }
  }
}

extension HammerEvent {
  func adding(_ number: Int) -> Self {
    if case .value(let value) = self { .value(value + number) } else { self }
  }
}
