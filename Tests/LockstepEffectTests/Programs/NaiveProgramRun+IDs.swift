// SPDX-License-Identifier: MIT

// Effects that run under an id.
extension NaiveProgramRun {
  func cancel(_ id: Int) {
    for part in running[id] ?? [] { part.cancel() }
  }

  func underID(
    _ id: Int,
    cancelInFlight: Bool,
    in whole: Part,
    _ observer: Observer,
    _ start: @escaping (Part, Observer) -> Void
  ) {
    guard cancelInFlight else {
      return startUnderID(id, isAlone: false, in: whole, observer, start)
    }
    cancel(id)
    // First the parts start that follow the cancelled one.
    startNext(in: whole) { [unowned self] in
      startUnderID(id, isAlone: true, in: whole, observer, start)
    }
  }

  private func startUnderID(
    _ id: Int,
    isAlone: Bool,
    in whole: Part,
    _ observer: Observer,
    _ start: (Part, Observer) -> Void
  ) {
    let part = Part(in: whole)
    part.cancelled = { if whole.isActive { observer(.end) } }
    let others = running[id] ?? []
    running[id] = isAlone ? [part] : others + [part]
    // A part that follows a cancelled one may have taken the id in the meantime.
    if isAlone {
      for other in others { other.cancel() }
      postponeParts()
    }
    let gate = Observer { event in
      if case .value = event {
      } else {
        guard part.cancelled.take() != nil else { return }
      }
      observer(event)
    }
    start(part, gate)
  }

  struct Throttle {
    let recipe: Program.Recipe
    let id: Int
    let interval: Int
    let latest: Bool
  }

  /// A throttled effect, and what it has not sent yet.
  final class Holder {
    let throttle: Throttle
    let part: Part
    let observer: Observer
    var pending = 0
    var end: Event?

    init(_ throttle: Throttle, _ part: Part, _ observer: Observer) {
      self.throttle = throttle
      self.part = part
      self.observer = observer
    }

    func finishIfDone() {
      if pending == 0, part.isActive, let end = end.take() { observer(end) }
    }
  }

  /// The interval after a value, and the value that waits for its end.
  struct Window {
    let number: Int
    var held: (kind: Int, source: Part, holder: Holder)?
  }

  func throttle(_ throttle: Throttle, in whole: Part, _ observer: Observer) {
    var inherited: Int?
    if throttle.latest == false, let held = windows[throttle.id]?.held, held.holder.part.isActive {
      windows[throttle.id]?.held = nil
      if held.source.isCancelled == false { inherited = held.kind }
    }
    underID(throttle.id, cancelInFlight: true, in: whole, observer) {
      [unowned self] part, observer in
      let holder = Holder(throttle, Part(in: part), observer)
      if let inherited {
        meetings[.valueTakenOver, default: 0] += 1
        deliver(from: holder.part) { [unowned self] in
          receive(.value(inherited, holder.part), holder)
        }
      }
      start(throttle.recipe, in: holder.part) { [unowned self] in receive($0, holder) }
    }
  }

  private func receive(_ event: Event, _ holder: Holder) {
    guard case .value(let kind, let source) = event else {
      holder.end = event
      return holder.finishIfDone()
    }
    let id = holder.throttle.id
    guard let window = windows[id] else {
      holder.pending += 1
      return pass(kind, source, holder)
    }
    var held = window.held
    if held?.holder.part.isActive == false { held = nil }
    if holder.throttle.latest == false, let held, held.source.isCancelled == false { return }
    holder.pending += 1
    windows[id]?.held = (kind, source, holder)
    if let held {
      held.holder.pending -= 1
      held.holder.finishIfDone()
    }
  }

  /// Sends a value, with which an interval begins.
  private func pass(_ kind: Int, _ source: Part, _ holder: Holder) {
    let (id, interval) = (holder.throttle.id, holder.throttle.interval)
    lastWindow += 1
    let number = lastWindow
    windows[id] = Window(number: number)
    if source.isCancelled == false {
      holder.observer(.value(kind, source))
      schedule(after: interval, in: Part()) { [unowned self] in endWindow(id, number) }
    } else {
      endWindow(id, number)
    }
    holder.pending -= 1
    if holder.pending == 0, holder.end != nil {
      runIfOutermost { follow { holder.finishIfDone() } }
    }
  }

  private func endWindow(_ id: Int, _ number: Int) {
    guard let window = windows[id], window.number == number else { return }
    windows[id] = nil
    guard let held = window.held, held.holder.part.isActive else { return }
    meetings[.valueHeldBack, default: 0] += 1
    runIfOutermost { pass(held.kind, held.source, held.holder) }
  }
}
