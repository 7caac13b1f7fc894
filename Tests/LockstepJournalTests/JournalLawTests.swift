// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@testable import LockstepJournal

/// Laws that hold for the journals of random programs.
@Suite struct JournalLawTests {
  /// A random program: a store whose actions start random effects, and random external calls.
  private final class Program {
    private(set) var generator: SplitMix64
    let scheduler = DispatchQueue.test
    let manual: ManualStore<[Int], JournaledAction>
    let journal: StoreJournal<[Int]>
    private let subject = Subject<Int, Never>()

    init(seed: UInt64) {
      generator = SplitMix64(seed: seed)
      manual = ManualStore(initialState: [], reducer: journaledReducer, environment: ())
      journal = manual.store.journal(keeping: .unlimited, clock: scheduler.clock)
    }

    private func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    private func effect(_ depth: Int) -> Effect<Int, Never> {
      let number = pick(100)
      if depth > 0, pick(3) > 0 { return compound(depth) }
      switch pick(9) {
      case 0: return Effect(value: number)
      case 1: return .sync { number }
      case 2: return .lazy { Effect(value: number) }
      case 3: return .task(name: "task") { number }
      case 4:
        return .task(name: "waiting") { [scheduler] in
          try? await scheduler.sleep(for: .seconds(Double(number % 3)))
          return number
        }
      case 5:
        return .run(name: "callback") { subscriber in
          for number in 0..<number % 4 { subscriber.send(number) }
          if number % 3 > 0 { subscriber.send(completion: .finished) }
          return AnyCancellable {}
        }
      case 6:
        return Effect.timer(id: number % 2, every: 1, on: scheduler).map { _ in number }
          .prefix(1 + number % 3)
      case 7: return .fireAndForget(name: "work") {}
      default: return subject.effect.prefix(2)
      }
    }

    private func compound(_ depth: Int) -> Effect<Int, Never> {
      let id = "\(pick(3))"
      let first = effect(depth - 1)
      switch pick(13) {
      case 0: return .merge(first, effect(depth - 1))
      case 1: return .concatenate(first, effect(depth - 1))
      case 2:
        let next = effect(depth - 1)
        return first.flatMap { _ in next }
      case 3: return first.flatMap { .merge(Effect(value: $0), .sync { 1 }) }
      case 4: return first.delay(for: 1, scheduler: scheduler)
      case 5: return first.debounce(id: id, for: 1, scheduler: scheduler)
      case 6: return first.throttle(id: id, for: 2, scheduler: scheduler, latest: pick(2) == 0)
      case 7: return first.cancellable(id: id, cancelInFlight: pick(2) == 0)
      case 8: return first.deferred(for: 1, scheduler: scheduler)
      case 9: return first.prefix(1)
      case 10: return first.cancellable(id: id, whenRunning: pick(2) == 0 ? .queue : .ignoreNew)
      case 11: return .merge(.cancel(id: id), first)
      default: return first.receive(on: scheduler)
      }
    }

    func run() {
      var tasks: [StoreTask] = []
      for _ in 0..<12 {
        switch pick(10) {
        case 0: manual.send(.stop("\(pick(3))"))
        case 1: subject.send(pick(100))
        case 2: scheduler.advance(by: .seconds(Double(pick(3))))
        case 3: manual.send(.add(pick(100)))
        case 4: tasks.randomElement(using: &generator)?.cancel()
        case 5: manual.send(.startAll(effect(2).map { .start(Effect(value: $0)) }))
        case 6: manual.store.sender.send(.stop("\(pick(3))"))
        default: tasks.append(manual.store.send(.start(effect(3))))
        }
        if pick(3) > 0 { manual.run() }
      }
      scheduler.advance(by: 20)
      manual.run()
    }
  }

  @Test func `the turns and effects of a journal are consistent`() {
    var ends: [JournalEffect.End.Reason: Int] = [:]
    var sentTurns = 0
    for seed in 0..<1_000 as Range<UInt64> {
      let program = Program(seed: seed)
      program.run()
      let journal = program.journal
      let (turns, effects) = (journal.turns, journal.effects)
      let known = Dictionary(uniqueKeysWithValues: effects.map { ($0.number, $0) })
      let numbers = turns.map(\.number)
      let place = "seed \(seed)"
      #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count, "\(place)")
      #expect(effects.map(\.number) == effects.map(\.number).sorted(), "\(place)")
      check(turns, known, place)
      check(effects, in: turns, place)
      let isIdle = program.manual.store.hasRunningEffects == false
      if isIdle { #expect(effects.allSatisfy { $0.end != nil }, "\(place)") }
      #expect(effects.map(\.sentCount).reduce(0, +) == turns.count { $0.effect != nil }, "\(place)")
      check(states: journal, place)
      for effect in effects { effect.end.map { ends[$0.reason, default: 0] += 1 } }
      sentTurns += turns.count { $0.effect != nil }
    }
    // The programs are not trivial.
    #expect(sentTurns > 1_000)
    #expect(ends[.finished, default: 0] > 1_000)
    #expect(ends[.cancelled, default: 0] > 300)
  }

  private func check(_ turns: [JournalTurn], _ known: [Int: JournalEffect], _ place: String) {
    let numbers = Set(turns.map(\.number))
    var time = Duration.zero
    for turn in turns {
      let place = "\(place), turn \(turn.number)"
      #expect(turn.time >= time, "\(place)")
      time = turn.time
      if let cause = turn.cause {
        #expect(cause < turn.number && numbers.contains(cause), "\(place)")
      } else {
        #expect(turn.sender.isEffect == false, "\(place)")
      }
      guard let number = turn.effect else { continue }
      guard let effect = known[number] else {
        Issue.record("\(place): effect \(number) is not known: \(turn.sender)")
        continue
      }
      #expect(effect.begin <= turn.time, "\(place)")
      #expect(effect.startingTurn == turn.sender.startingTurn, "\(place)")
      if let end = effect.end { #expect(end.time >= turn.time, "\(place)") }
    }
  }

  private func check(_ effects: [JournalEffect], in turns: [JournalTurn], _ place: String) {
    let numbers = Set(turns.map(\.number))
    for effect in effects {
      let place = "\(place), effect \(effect)"
      #expect(effect.startingTurn.map(numbers.contains) == true, "\(place)")
      guard let end = effect.end else { continue }
      #expect(end.time >= effect.begin, "\(place)")
      if let turn = end.turn {
        #expect(turn >= effect.startingTurn ?? 0 && numbers.contains(turn), "\(place)")
      }
    }
    let started = Dictionary(grouping: effects) { $0.startingTurn ?? 0 }
    for turn in turns {
      #expect(turn.effects == (started[turn.number] ?? []).map(\.number), "\(place)")
    }
  }

  private func check(states journal: StoreJournal<[Int]>, _ place: String) {
    var state: [Int] = []
    for turn in journal.turns {
      guard let action = turn.action as? JournaledAction else { continue }
      _ = journaledReducer.run(&state, action, ())
      #expect(journal.state(after: turn.number) == state, "\(place), turn \(turn.number)")
    }
  }
}
