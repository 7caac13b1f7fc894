// SPDX-License-Identifier: MIT

/// An operator under test.
struct HammerRow: Sendable, CustomStringConvertible {
  let description: String
  let plan: HammerPlan
  /// The source that the second thread strikes; the first thread strikes source 0.
  var secondSource = 0
  /// Whether the operator needs time to pass.
  var isTimed = false
  /// Whether the source may end on its own.
  var canEnd = true
  /// Whether the values are sent outside of the striking call.
  var isAsynchronous = false
  /// Whether one source starts the listeners of the other source.
  var startsListeners = false
  /// Whether source 1 may have up to three listeners.
  var hasManyListeners = false
  /// Whether each value of source 1 cancels the listeners of source 0.
  var replacesListeners = false

  /// The last blows, which run all work that still waits for its time.
  var lastBlows: [HammerBlow] { isTimed ? Array(repeating: .advance, count: 4) : [] }

  /// Each operator, over one or two sources.
  static let all: [HammerRow] = {
    let source = HammerPlan.leaf(.callback, 0)
    let other = HammerPlan.leaf(.callback, 1)
    var rows = HammerPlan.Leaf.allCases.flatMap { leaf in
      [("", HammerPlan.leaf(leaf, 0)), (".map", .map(.leaf(leaf, 0)))].map { name, plan in
        HammerRow(
          description: "\(leaf)\(name)",
          plan: plan,
          canEnd: leaf != .sending,
          isAsynchronous: leaf.isAsynchronous
        )
      }
    }
    rows += HammerPlan.Constant.allCases.map { constant in
      HammerRow(
        description: "flatMap.\(constant)",
        plan: .flatMap(.merge([source, other]), into: .constant(constant)),
        secondSource: 1
      )
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
      HammerRow(
        description: "flatMap",
        plan: .flatMap(source, into: other),
        secondSource: 1,
        startsListeners: true,
        hasManyListeners: true
      ),
      HammerRow(
        description: "flatMap.values",
        plan: .flatMap(source, into: .concatenate([.value(3), .value(4)]))
      ),
      HammerRow(
        description: "catch",
        plan: .catch(source, with: other),
        secondSource: 1,
        startsListeners: true
      ),
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
        secondSource: 1,
        startsListeners: true
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
        replacesListeners: true
      ),
      HammerRow(
        description: "cancellable(cancelInFlight: true)",
        plan: .restart(by: other, source),
        secondSource: 1,
        startsListeners: true,
        replacesListeners: true
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
        startsListeners: true,
        replacesListeners: true
      ),
      HammerRow(
        description: "timer",
        plan: .merge([.timer, .receiveLater(source)]),
        isTimed: true
      ),
      HammerRow(
        description: "timer, restarted",
        plan: .merge([.restartTimer(by: other), source]),
        secondSource: 1,
        isTimed: true
      ),
    ]
    for latest in [true, false] {
      rows += [
        HammerRow(
          description: "throttle(latest: \(latest))",
          plan: .throttle(source, latest: latest),
          isTimed: true
        ),
        HammerRow(
          description: "throttle(latest: \(latest)), restarted",
          plan: .restartThrottle(by: other, source, latest: latest),
          secondSource: 1,
          isTimed: true,
          startsListeners: true,
          replacesListeners: true
        ),
      ]
    }
    return rows
  }()
}
