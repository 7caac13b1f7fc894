// SPDX-License-Identifier: MIT

// Operators that count time under an id.
extension NaiveHammerWorld {
  func repetition(_ plan: HammerPlan, _ observer: @escaping Observer) -> Cancel {
    switch plan {
    case .throttle(let plan, let latest):
      return throttled(latest: latest, observer) { self.start(plan, $0) }
    case .restartThrottle(let plan, let other, let latest):
      return spawning(plan, observer) { [unowned self] value, observer in
        throttled(latest: latest, observer) { observer in
          self.start(other) { observer($0.adding(value * 100)) }
        }
      }
    case .timer: return timer(50, observer)
    case .restartTimer(let plan):
      return spawning(plan, observer) { [unowned self] value, observer in
        timer(value * 100, observer)
      }
    default: preconditionFailure("The plan \(plan) counts no time.")
    }
  }

  private func timer(_ value: Int, _ observer: @escaping Observer) -> Cancel {
    cancelRunning()
    return underID(observer) { [unowned self] observer in
      var isFinished = false
      func arm() {
        schedule(after: 1) {
          guard isFinished == false else { return }
          observer(.value(value))
          arm()
        }
      }
      arm()
      return { isFinished = true }
    }
  }

  private func throttled(
    latest: Bool,
    _ observer: @escaping Observer,
    _ start: @escaping (@escaping Observer) -> Cancel
  ) -> Cancel {
    // If the first value counts, the new effect takes it over.
    let inherited = latest ? nil : throttle.held?.value
    cancelRunning()
    return underID(observer) { [unowned self] observer in
      let holder = Throttle.Holder(observer)
      if let inherited { receive(inherited, holder, latest: latest) }
      let cancel = start { [unowned self] event in
        if case .value(let value) = event {
          receive(value, holder, latest: latest)
        } else if throttle.held?.holder === holder {
          holder.end = event
        } else {
          observer(event)
        }
      }
      return { [unowned self] in
        cancel()
        if throttle.held?.holder === holder { throttle.held = nil }
      }
    }
  }

  private func receive(_ value: Int, _ holder: Throttle.Holder, latest: Bool) {
    if throttle.isOpen {
      pass(value, holder)
    } else if latest || throttle.held == nil {
      throttle.held = (value, holder)
    }
  }

  private func pass(_ value: Int, _ holder: Throttle.Holder) {
    throttle.isOpen = false
    holder.observer(.value(value))
    schedule(after: 1) { [unowned self] in
      guard let held = throttle.held.take() else {
        throttle.isOpen = true
        return
      }
      pass(held.value, held.holder)
      if let end = held.holder.end { held.holder.observer(end) }
    }
  }

  /// The current interval, and the value that waits for its end.
  final class Throttle {
    final class Holder {
      let observer: Observer
      var end: HammerEvent?

      init(_ observer: @escaping Observer) {
        self.observer = observer
      }
    }

    var isOpen = true
    var held: (value: Int, holder: Holder)?
  }
}
