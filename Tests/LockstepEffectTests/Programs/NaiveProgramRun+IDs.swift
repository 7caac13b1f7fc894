// SPDX-License-Identifier: MIT

// Effects that run under an id.
extension NaiveProgramRun {
  /// An id of the effects of one feature.
  struct PlacedID: Hashable {
    let id: Int
    let place: Int

    init(_ id: Int, at place: Int) {
      self.id = id
      self.place = id == Program.storeWideID ? 0 : place
    }
  }

  /// Cancels what runs under an id of a feature, and of those below.
  func cancel(_ id: Int, from place: Int) {
    let ids = Set((place..<Program.places).map { PlacedID(id, at: $0) })
    let parts = ids.flatMap { running[$0] ?? [] }.sorted { $0.number < $1.number }
    for part in parts {
      if part.place > place, part.isActive { meetings[.partBelowCancelled, default: 0] += 1 }
      part.cancel()
    }
  }

  func underID(
    _ id: Int,
    cancelInFlight: Bool,
    in whole: Part,
    _ observer: Observer,
    _ start: @escaping (Part, Observer) -> Void
  ) {
    let id = PlacedID(id, at: whole.place)
    guard cancelInFlight else {
      return startUnderID(id, isAlone: false, in: whole, observer, start)
    }
    for part in running[id] ?? [] { part.cancel() }
    // First the parts start that follow the cancelled one.
    startNext(in: whole) { [unowned self] in
      startUnderID(id, isAlone: true, in: whole, observer, start)
    }
  }

  private func startUnderID(
    _ id: PlacedID,
    isAlone: Bool,
    in whole: Part,
    _ observer: Observer,
    _ start: (Part, Observer) -> Void
  ) {
    let part = Part(in: whole)
    lastPart += 1
    part.number = lastPart
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
    var id: PlacedID { PlacedID(throttle.id, at: part.place) }

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
    let id = PlacedID(throttle.id, at: whole.place)
    if throttle.latest == false, let held = windows[id]?.held, held.holder.part.isActive {
      windows[id]?.held = nil
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
    let id = holder.id
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
    let (id, interval) = (holder.id, holder.throttle.interval)
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

  private func endWindow(_ id: PlacedID, _ number: Int) {
    guard let window = windows[id], window.number == number else { return }
    windows[id] = nil
    guard let held = window.held, held.holder.part.isActive else { return }
    meetings[.valueHeldBack, default: 0] += 1
    runIfOutermost { pass(held.kind, held.source, held.holder) }
  }
}
