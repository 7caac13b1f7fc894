// SPDX-License-Identifier: MIT

/// The shape of an effect that the hammer makes twice: of the library's operators, and of naive ones.
///
/// Its leaves listen to sources that have numbers, and send what is struck there.
indirect enum HammerPlan: Sendable {
  enum Leaf: CaseIterable, Sendable {
    case callback
    case subject
    case sending
  }

  case leaf(Leaf, Int)
  case value(Int)
  case map(Self)
  case compactMapToOdd(Self)
  case filterOdd(Self)
  case mapError(Self)
  case catchToEffect(Self)
  case replaceError(Self)
  case ignoreFailure(Self)
  case ignoreOutput(Self)
  case fireAndForget(Self)
  case handleEvents(Self)
  case tryMap(Self)
  case prefix(Self, Int)
  case removeDuplicateRemainders(Self)
  case flatMap(Self, into: Self)
  case `catch`(Self, with: Self)
  case merge([Self])
  /// A merge of effects that cannot fail, under a map.
  case neverFailing([Self])
  case concatenate([Self])
  case deferred(Self)
  case cancellable(Self)
  /// Cancels what is cancellable with each value.
  case cancels(Self)
  /// Starts the second anew with each value of the first, in place of what it started before.
  case restart(by: Self, Self)
  case receiveAtOnce(Self)
  case receiveLater(Self)
  case delay(Self)
  case subscribe(Self)
  case deferredFor(Self)
  case debounce(by: Self, Self)
  case throttle(Self, latest: Bool)
  case timer
}

/// What is struck.
enum HammerBlow: Hashable, Sendable, CustomStringConvertible {
  case value(Int, source: Int)
  case end(source: Int)
  case failure(source: Int)
  case cancel
  /// A second passes.
  case advance
  /// What is due by now runs.
  case settle

  /// Whether it is something that a source sends.
  var isEvent: Bool {
    switch self {
    case .value, .end, .failure: true
    case .cancel, .advance, .settle: false
    }
  }

  var isValue: Bool { if case .value = self { true } else { false } }

  var isFailure: Bool { if case .failure = self { true } else { false } }

  /// Whether a source sends it.
  func isOf(_ source: Int) -> Bool {
    switch self {
    case .value(_, source), .end(source), .failure(source): true
    default: false
    }
  }

  var description: String {
    switch self {
    case .value(let value, let source): "\(value)@\(source)"
    case .end(let source): "|@\(source)"
    case .failure(let source): "x@\(source)"
    case .cancel: "cancel"
    case .advance: "1 s"
    case .settle: "0 s"
    }
  }
}

/// What a run of the effect has sent.
enum HammerEvent: Hashable, Sendable, CustomStringConvertible {
  case value(Int)
  case end
  case failure(Int)

  var description: String {
    switch self {
    case .value(let value): "\(value)"
    case .end: "|"
    case .failure(let code): "x(\(code))"
    }
  }

  var isValue: Bool {
    if case .value = self { true } else { false }
  }
}

/// An operator under the hammer.
struct HammerRow: Sendable, CustomStringConvertible {
  let description: String
  let plan: HammerPlan
  /// Whom the second thread strikes; the first one strikes source 0.
  var secondSource = 0
  /// Whether time has to pass.
  var isTimed = false
  /// Whether the source can end by itself.
  var canEnd = true
  /// Whether an event may be lost that meets the start of what replaces whom it was sent to.
  var mayLoseEvents = false
  /// A value that is sent after the end of what the first thread strikes, and by that thread: the second one
  /// does not wait for it, so that its failure may come in between.
  var valueAfterEnd: Int?
  /// Whether each thread starts effects with several values, which may then come between those of the other.
  var mayInterleave = false

  /// Each operator once, over one source or two.
  static let all: [HammerRow] = {
    let source = HammerPlan.leaf(.callback, 0)
    let other = HammerPlan.leaf(.callback, 1)
    var rows = HammerPlan.Leaf.allCases.flatMap { leaf in
      [
        HammerRow(description: "\(leaf)", plan: .leaf(leaf, 0), canEnd: leaf != .sending),
        HammerRow(
          description: "\(leaf).map",
          plan: .map(.leaf(leaf, 0)),
          canEnd: leaf != .sending
        ),
      ]
    }
    rows += [
      HammerRow(description: "compactMap", plan: .compactMapToOdd(source)),
      HammerRow(description: "filter", plan: .filterOdd(source)),
      HammerRow(description: "mapError", plan: .mapError(source)),
      HammerRow(description: "catchToEffect", plan: .catchToEffect(source)),
      HammerRow(description: "replaceError", plan: .replaceError(source)),
      HammerRow(description: "ignoreFailure", plan: .ignoreFailure(source)),
      HammerRow(description: "ignoreOutput", plan: .ignoreOutput(source)),
      HammerRow(description: "fireAndForget", plan: .fireAndForget(source)),
      HammerRow(description: "handleEvents", plan: .handleEvents(source)),
      HammerRow(description: "tryMap", plan: .tryMap(source)),
      HammerRow(description: "prefix", plan: .prefix(source, 2)),
      HammerRow(description: "removeDuplicates", plan: .removeDuplicateRemainders(source)),
      HammerRow(description: "deferred", plan: .deferred(source)),
      HammerRow(description: "flatMap", plan: .flatMap(source, into: other), secondSource: 1),
      HammerRow(
        description: "flatMap.values",
        plan: .flatMap(source, into: .concatenate([.value(3), .value(4)])),
        mayInterleave: true
      ),
      HammerRow(description: "catch", plan: .catch(source, with: other), secondSource: 1),
      HammerRow(description: "catch.value", plan: .catch(source, with: .value(7))),
      HammerRow(description: "merge", plan: .merge([source, other]), secondSource: 1),
      HammerRow(
        description: "merge.map",
        plan: .map(.merge([source, other])),
        secondSource: 1
      ),
      HammerRow(
        description: "merge.prefix",
        plan: .prefix(.merge([source, other]), 3),
        secondSource: 1
      ),
      HammerRow(
        description: "merge.tryMap",
        plan: .tryMap(.merge([source, other])),
        secondSource: 1
      ),
      HammerRow(
        description: "merge of no failures",
        plan: .neverFailing([source, other]),
        secondSource: 1
      ),
      HammerRow(
        description: "concatenate",
        plan: .concatenate([source, other]),
        secondSource: 1
      ),
      HammerRow(
        description: "concatenate.value",
        plan: .concatenate([source, .value(7)])
      ),
      HammerRow(
        description: "cancellable",
        plan: .merge([
          .concatenate([.cancellable(.map(source)), .value(7)]), .cancels(other),
        ]),
        secondSource: 1,
        mayLoseEvents: true,
        valueAfterEnd: 7
      ),
      HammerRow(
        description: "cancellable(cancelInFlight: true)",
        plan: .restart(by: other, source),
        secondSource: 1,
        mayLoseEvents: true
      ),
      HammerRow(description: "receive(on: .immediate)", plan: .receiveAtOnce(source)),
      HammerRow(description: "receive(on:)", plan: .receiveLater(source), isTimed: true),
      HammerRow(description: "delay", plan: .delay(source), isTimed: true),
      HammerRow(description: "subscribe(on:)", plan: .subscribe(source), isTimed: true),
      HammerRow(description: "deferred(for:)", plan: .deferredFor(source), isTimed: true),
      HammerRow(
        description: "debounce",
        plan: .debounce(by: other, source),
        secondSource: 1,
        isTimed: true,
        mayLoseEvents: true
      ),
      HammerRow(
        description: "throttle(latest: true)",
        plan: .throttle(source, latest: true),
        isTimed: true
      ),
      HammerRow(
        description: "throttle(latest: false)",
        plan: .throttle(source, latest: false),
        isTimed: true
      ),
      HammerRow(
        description: "timer",
        plan: .merge([.timer, .receiveLater(source)]),
        isTimed: true
      ),
    ]
    return rows
  }()
}
