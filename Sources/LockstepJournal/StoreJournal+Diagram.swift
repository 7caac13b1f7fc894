// SPDX-License-Identifier: MIT

internal import Lockstep

extension StoreJournal {
  func diagram(title: String, showsDifferences: Bool = false) -> Diagram {
    reading {
      Diagram(
        title: title,
        turns: turns.enumerated().map { position, turn in
          Diagram.Turn(turn, difference: showsDifferences ? difference(at: position) : nil)
        },
        effects: effects.map(Diagram.Effect.init),
        droppedCount: droppedTurnCount
      )
    }
  }

  private func difference(at position: Int) -> [String]? {
    guard let before = stateAt(position - 1), let after = stateAt(position) else { return nil }
    return diff(before, after)?.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init) ?? []
  }
}

extension Diagram.Turn {
  init(_ turn: JournalTurn, difference: [String]? = nil) {
    number = turn.number
    (name, summary) = Self.name(of: turn.action)
    action = Dump(turn.action).text
    sender = turn.sender.description
    location = turn.sender.location
    isFromOutside = turn.cause == nil
    cause = turn.cause
    effect = turn.effect
    time = turn.time
    outputs = turn.outputs.map(\.description)
    self.difference = difference
  }

  /// Returns the path of an action's cases, `cart.priceLoaded`, and the path with the payload, `cart.priceLoaded(12)`.
  private static func name(of action: Any) -> (name: String, summary: String?) {
    var (names, action): ([String], Any) = ([], action)
    var payload: Any?
    while let (name, value) = Dump.enumCase(of: action) {
      names.append(name)
      payload = value
      guard names.count < 100, let child = value.map(lastElement), isAction(child) else { break }
      action = child
    }
    if names.isEmpty { return (Dump.codeName(type(of: action)), Dump(action).boundedLine) }
    let name = names.joined(separator: ".")
    guard let payload else { return (name, nil) }
    let text = Dump(payload).boundedLine
    return (name, text.hasPrefix("(") ? "\(name)\(text)" : "\(name)(\(text))")
  }

  private static func lastElement(of value: Any) -> Any {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .tuple, mirror.children.isEmpty == false else { return value }
    return mirror.children.reversed()[0].value
  }

  private static func isAction(_ value: Any) -> Bool {
    guard Mirror(reflecting: value).displayStyle == .enum else { return false }
    let name = String(describing: type(of: value)).prefix { $0 != "<" }
    return name.hasSuffix("Action") || name == "Result"
  }
}

extension Diagram.Effect {
  init(_ effect: JournalEffect) {
    number = effect.number
    name = effect.name
    description = effect.description
    location = effect.location
    startingTurn = effect.startingTurn
    begin = effect.begin
    end = effect.end.map { end in
      Diagram.End(kind: .init(end.reason), turn: end.turn, time: end.time)
    }
    sentCount = effect.sentCount
  }
}

extension Diagram.End.Kind {
  init(_ reason: JournalEffect.End.Reason) {
    self =
      switch reason {
      case .finished: .finished
      case .cancelled: .cancelled
      case .endedWithState: .endedWithState
      }
  }
}
