// SPDX-License-Identifier: MIT

/// The behavior of a plan's effect, on one thread, by the simplest means.
///
/// What is struck in the middle of a delivery waits until the delivery is over; only cancelling takes
/// effect at once.
final class NaiveHammerWorld {
  typealias Observer = (HammerEvent) -> Void
  typealias Cancel = () -> Void

  private struct Work {
    let due: Int
    let number: Int
    let action: () -> Void
  }

  var outcome: [HammerEvent] { sent.map(\.event) }
  /// The sent events, and whether a part that runs under the id sent them.
  private var sent: [(event: HammerEvent, isUnderID: Bool)] = []
  /// Whether a value is being sent by a part that runs under the id.
  var isSendingUnderID = false
  private var listeners: [Int: [Observer]] = [:]
  /// The parts that run under the id, each as the function that ends it as a cancelled part.
  var running: [Int: Cancel] = [:]
  /// The throttle of the one id.
  let throttle = Throttle()
  private var works: [Work] = []
  private var now = 0
  private var lastNumber = 0
  private var waiting: [() -> Void] = []
  private var isBusy = false
  private var cancelAll: Cancel = {}
  private let waitsInMailbox: Bool
  private let hook: HammerWorld.Hook?
  private var visits = 0

  /// - Parameters:
  ///   - plan: The shape of the effect, which is started.
  ///   - hook: The action at the second visit of a place.
  ///   - waitsInMailbox: Whether everything sent waits to be taken, and is void if its part is cancelled.
  init(_ plan: HammerPlan, hook: HammerWorld.Hook? = nil, waitsInMailbox: Bool = false) {
    self.hook = hook
    self.waitsInMailbox = waitsInMailbox
    cancelAll = start(plan) { [unowned self] event in
      sent.append((event, isSendingUnderID))
      if event.isValue { visit(.sink) }
    }
  }

  /// Cancels what runs under the id.
  func cancelRunning() {
    if waitsInMailbox { sent.removeAll { $0.isUnderID } }
    for (_, cancel) in running.sorted(by: { $0.key < $1.key }) { cancel() }
  }

  /// Takes what waits in the mailbox.
  private func takeFromMailbox() {
    for index in sent.indices { sent[index].isUnderID = false }
  }

  func number() -> Int {
    lastNumber += 1
    return lastNumber
  }

  func visit(_ place: HammerWorld.Hook.Place) {
    guard let hook, hook.place == place else { return }
    visits += 1
    if visits == 2 { strike(hook.blow) }
  }

  /// Strikes a blow, or the part of it that reaches one listener.
  func strike(_ blow: HammerBlow, listener: Int? = nil) {
    switch blow {
    case .value(let value, let source): send(.value(value), to: source, listener)
    case .end(let source): send(.end, to: source, listener)
    case .failure(let source): send(.failure(1), to: source, listener)
    case .cancel: cancelAll()
    case .advance: perform { [unowned self] in advance(by: 1) }
    case .settle: perform { [unowned self] in advance(by: 0) }
    case .drift(let seconds, let runsWork, let takesMail):
      perform { [unowned self] in advance(by: seconds, runsWork: runsWork, takesMail: takesMail) }
    case .handOver, .takeOver: break
    }
  }

  private func send(_ event: HammerEvent, to source: Int, _ only: Int?) {
    for (index, listener) in (listeners[source] ?? []).enumerated() where index == only ?? index {
      perform { listener(event) }
    }
  }

  /// Does something now, or when what is under way is over.
  private func perform(_ event: @escaping () -> Void) {
    waiting.append(event)
    guard isBusy == false else { return }
    isBusy = true
    while waiting.isEmpty == false { waiting.removeFirst()() }
    isBusy = false
  }

  /// Lets time pass.
  ///
  /// - Parameters:
  ///   - seconds: How much.
  ///   - runsWork: Whether what becomes due runs now.
  ///   - takesMail: Whether the thread takes what waits in the mailbox; by default, if it sends something itself.
  private func advance(by seconds: Int, runsWork: Bool = true, takesMail: Bool? = nil) {
    if takesMail == true { takeFromMailbox() }
    let end = now + seconds
    while runsWork,
      let index = works.indices.filter({ works[$0].due <= end })
        .min(by: { (works[$0].due, works[$0].number) < (works[$1].due, works[$1].number) })
    {
      let work = works.remove(at: index)
      now = max(now, work.due)
      let count = sent.count
      work.action()
      if takesMail ?? (sent.count > count) { takeFromMailbox() }
    }
    now = end
  }

  func schedule(after delay: Int, _ action: @escaping () -> Void) {
    works.append(Work(due: now + delay, number: number(), action: action))
  }

  /// Starts an effect, which says nothing more after its end, or when it has been cancelled.
  func start(_ plan: HammerPlan, _ observer: @escaping Observer) -> Cancel {
    var isFinished = false
    let cancel = body(of: plan) { event in
      guard isFinished == false else { return }
      if event.isValue == false { isFinished = true }
      observer(event)
    }
    return {
      isFinished = true
      cancel()
    }
  }

  /// Passes on what a function makes of a value, and the end.
  private func transform(
    _ plan: HammerPlan,
    _ observer: @escaping Observer,
    _ transform: @escaping (Int) -> HammerEvent?
  ) -> Cancel {
    var cancel: Cancel = {}
    cancel = start(plan) { event in
      guard case .value(let value) = event else { return observer(event) }
      guard let event = transform(value) else { return }
      if event.isValue == false { cancel() }
      observer(event)
    }
    return { cancel() }
  }

  private func body(of plan: HammerPlan, _ observer: @escaping Observer) -> Cancel {
    switch plan {
    case .leaf(let leaf, let source):
      listeners[source, default: []].append { event in
        guard leaf.sendsOnce else { return observer(event) }
        if event == .end { return }
        observer(event)
        if event.isValue { observer(.end) }
      }
      return {}
    case .constant(let constant):
      for value in 3..<3 + constant.count { observer(.value(value)) }
      observer(.end)
      return {}
    case .value(let value):
      observer(.value(value))
      observer(.end)
      return {}
    case .map(let plan), .handleEvents(let plan):
      return transform(plan, observer) { [unowned self] value in
        visit(.function)
        return .value(value)
      }
    case .compactMapToOdd(let plan), .filterOdd(let plan):
      return transform(plan, observer) { [unowned self] value in
        visit(.function)
        return value % 2 == 1 ? .value(value) : nil
      }
    case .tryMap(let plan):
      return transform(plan, observer) { [unowned self] value in
        visit(.function)
        return value % 10 == 3 ? .failure(value) : .value(value)
      }
    case .removeDuplicateRemainders(let plan):
      var last: Int?
      return transform(plan, observer) { [unowned self] value in
        if let last {
          visit(.function)
          if last % 2 == value % 2 { return nil }
        }
        last = value
        return .value(value)
      }
    case .prefix(let plan, let count): return prefix(plan, count, observer)
    case .ignoreOutput(let plan): return transform(plan, observer) { _ in nil }
    case .fireAndForget(let plan):
      return start(plan) { if $0.isValue == false { observer(.end) } }
    case .mapError(let plan):
      return failing(plan, observer) { observer(.failure($0 + 10)) }
    case .catchToEffect(let plan):
      return failing(plan, observer) { code in
        observer(.value(1_000 + code))
        observer(.end)
      }
    case .replaceError(let plan):
      return failing(plan, observer) { _ in
        observer(.value(2_000))
        observer(.end)
      }
    case .ignoreFailure(let plan):
      return failing(plan, observer) { _ in observer(.end) }
    case .catch(let plan, let other):
      var cancelOther: Cancel = {}
      let cancel = failing(plan, observer) { [unowned self] _ in
        visit(.function)
        cancelOther = start(other, observer)
      }
      return {
        cancel()
        cancelOther()
      }
    default: return combination(plan, observer)
    }
  }

  private func failing(
    _ plan: HammerPlan,
    _ observer: @escaping Observer,
    _ handle: @escaping (Int) -> Void
  ) -> Cancel {
    start(plan) { event in
      if case .failure(let code) = event { handle(code) } else { observer(event) }
    }
  }

  private func prefix(_ plan: HammerPlan, _ count: Int, _ observer: @escaping Observer) -> Cancel {
    var rest = count
    var cancel: Cancel = {}
    cancel = start(plan) { event in
      guard event.isValue else { return observer(event) }
      rest -= 1
      if rest == 0 { cancel() }
      observer(event)
      if rest == 0 { observer(.end) }
    }
    return { cancel() }
  }
}
