// SPDX-License-Identifier: MIT

/// Something that a reducer says to its parents by the effect that it returns, and that is not an action.
@usableFromInline
package final class Word: Sendable {
  package enum Content: Sendable {
    /// The feature is to be taken away.
    case dismiss
    case output(any Sendable)
    /// A change that the feature itself makes in the turn, as an action of the feature would.
    case change(any Sendable)
  }

  package let content: Content
  /// The type of the actions of the feature.
  package let speaker: Any.Type
  /// The place of an output.
  private let location: CodeLocation?

  init(_ content: Content, by speaker: Any.Type, _ location: CodeLocation?) {
    self.content = content
    self.speaker = speaker
    self.location = location
  }

  package var isDismissal: Bool { if case .dismiss = content { true } else { false } }

  /// Whether the word is for the feature itself, and not for a parent.
  package var isChange: Bool { if case .change = content { true } else { false } }

  /// Returns the change, if it is one of a feature.
  @usableFromInline
  func change<Action>(of type: Action.Type) -> Action? {
    guard speaker == type, case .change(let action) = content else { return nil }
    return action as? Action
  }

  /// Returns the output, if it is one of a feature.
  @usableFromInline
  package func output<Action: FeatureAction>(of type: Action.Type) -> Action.Output? {
    guard speaker == type, case .output(let value) = content else { return nil }
    return value as? Action.Output
  }

  // MARK: Messages

  /// The word and its speaker, each on a line.
  package var description: String {
    switch content {
    case .dismiss: "Feature: \(Dump.codeName(speaker))"
    case .output(let value): "Output: \(Dump(value).text)\nFeature: \(Dump.codeName(speaker))"
    case .change(let action): "Change: \(Dump(action).text)\nFeature: \(Dump.codeName(speaker))"
    }
  }

  /// Reports that no parent takes the word.
  ///
  /// - Parameters:
  ///   - origin: The action whose effects have said it.
  ///   - type: The type of that action; `nil` if it is unknown.
  func reportUnheard(in origin: ActionOrigin, of type: Any.Type?) {
    let action = type.flatMap { origin.name(in: $0) }.map { "\nSaid in the turn of: \($0)" } ?? ""
    let (problem, remedy) =
      switch content {
      case .dismiss:
        (
          "No parent takes '.dismiss': the reducer that returned it is neither presented nor on a stack.",
          "Compose the reducer with 'presenting' or 'forEach(stack:)', or remove '.dismiss'."
        )
      case .output:
        (
          "No parent takes an output.",
          "Add '.onOutput(of: \(Dump.codeName(speaker)).self) { … }' to the reducer of a parent."
        )
      case .change:
        (
          "A reducer has started or cancelled an activity that it does not have.",
          "Add '.activity(\\.…, action: /\(Dump.codeName(speaker)).…)' behind the reducer that returned it."
        )
      }
    report("\(problem)\n\n\(description)\(action)\n\n\(remedy)")
  }

  /// Reports an output that is said when the turn of its reducer is over.
  func reportBehind() {
    report(
      """
      An output was returned within another effect, where no parent hears it.

      \(description)

      Return '.output' by itself or merged with other effects. To say something after an effect, let the effect send \
      an action whose reducer returns '.output'.
      """
    )
  }

  private func report(_ message: String) {
    IssueReporting.reportAtStep(message, else: location ?? CodeLocation())
  }
}

/// A word within the effect of a reducer.
///
/// `@unchecked` like every node; see ``EffectNode``.
@usableFromInline
final class WordNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  @usableFromInline let word: Word
  /// The action that would have taken the speaker away, if it has gone and this is its last word.
  @usableFromInline let departure: Output?
  /// The action that is sent instead if the turn in which the word could be heard is over.
  private let late: Output?

  init(_ word: Word, departure: Output? = nil, late: Output? = nil) {
    self.word = word
    self.departure = departure
    self.late = late
    super.init(.word, hasWords: true)
  }

  /// Returns the same word for a parent.
  func embedded<NewOutput>(_ embed: (Output) -> NewOutput) -> WordNode<NewOutput, Failure> {
    WordNode<NewOutput, Failure>(word, departure: departure.map(embed), late: late.map(embed))
  }

  /// Says the word where no reducer sees the node itself: behind another effect.
  override func run(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace
  ) -> EffectScope? {
    place.open { scope in
      guard scope.isActive else { return }
      if let late { return subscriber.send(only: late, from: scope) }
      if word.isDismissal { subscriber.send(word, from: scope) } else { word.reportBehind() }
      subscriber.send(end: nil, from: scope)
    }
  }
}

extension Effect where Failure == Never {
  /// Returns the effect without the words that a function hears; called with each, in order.
  @usableFromInline
  func hearing(_ hears: (WordNode<Output, Never>) -> Bool) -> Self {
    taking { node in
      guard hears(node) else { return false }
      TurnRecorders.note(node.word)
      return true
    }
  }

  /// Returns the effect without the words that a function takes, to pass them on; called with each, in order.
  func taking(_ takes: (WordNode<Output, Never>) -> Bool) -> Self {
    guard let node, node.hasWords else { return self }
    let parts =
      node.unwrapped.kind == .merge
      ? unsafeDowncast(node.unwrapped, to: MergeNode<Output, Never>.self).parts : [node]
    let rest = parts.filter { part in
      part.kind != .word || takes(unsafeDowncast(part, to: WordNode<Output, Never>.self)) == false
    }
    return rest.count < 2 ? Self(rest.first) : Self(MergeNode(rest))
  }

  /// Takes the requests to be dismissed out of the effect; returns whether there were any.
  @usableFromInline
  mutating func takeDismissal() -> Bool {
    var isDismissed = false
    self = hearing { node in
      if node.word.isDismissal { isDismissed = true }
      return node.word.isDismissal
    }
    return isDismissed
  }

  /// Returns the effect of a parent that dismisses a child that has asked for it, when all that was sent before has had
  /// its turn.
  @usableFromInline
  static func dismissal(_ action: Output, of key: ChildKey, at site: ChildSite) -> Self {
    Self(
      ChildValueNode(action, from: .makeOfDismissal(site, key, nil), isDismissal: true)
    )
  }
}

extension Reducer {
  /// Returns a reducer that does more when a feature within it has said something, in the turn in which it says it.
  ///
  /// ```swift
  /// appReducer.onOutput(of: TimerAction.self) { output, state, _, environment in
  ///   switch output {
  ///   case .finished(let rounds):
  ///     state.history.append(rounds)
  ///     return environment.audioPlayer.play(.bell).fireAndForget()
  ///   }
  /// }
  /// ```
  ///
  /// The function is called after the reducer that it is added to has run, once for each output, in the order in which
  /// they were said, from any number of levels below. Its effects are merged after those of the reducer. Of two such
  /// modifiers for the same feature, the inner one takes the output.
  ///
  /// The action says which child has sent the output: `.path(.element(id: 3, …))`. If the child was removed and sends the
  /// output from ``ending(fileID:filePath:line:column:_:)``, it is the action that would have dismissed the child, whatever
  /// has removed it: `.path(.popFrom(id: 3))`. For a child that was removed together with a presentation or a screen around
  /// it, it is the dismissal of the innermost of these. The action is `nil` if there is no dismissal, as for an optional
  /// child that was set to `nil`, and for an output from ``begin(_:)``.
  ///
  /// Isolation: the function is called where the reducer runs.
  ///
  /// - Parameters:
  ///   - child: The actions of the feature.
  ///   - perform: Changes the state further, and returns what else is to be done. It is called with the output, the
  ///     state, the action and the environment.
  /// - Returns: The reducer that also does this.
  /// - Complexity: O(1) for an action without effects. Otherwise O(*n*) in the number of merged effects if one of them
  ///   is an output or a request to be dismissed, and O(1) if not.
  @inlinable
  public func onOutput<Child: FeatureAction>(
    of child: Child.Type,
    perform:
      @escaping @Sendable (Child.Output, inout State, Action?, Environment) -> Effect<Action, Never>
  ) -> Self {
    Self(
      gate: gate,
      sites: sites,
      lifecycle: lifecycle?.hearing { $0.hearing(child, &$1, nil, $2, perform) }
    ) { state, action, environment in
      let effect = reduce(&state, action, environment)
      guard let node = effect.node, node.hasWords else { return effect }
      return effect.hearing(child, &state, action, environment, perform)
    }
  }
}

extension Effect where Failure == Never {
  /// Performs what a parent does for the outputs of a feature.
  @usableFromInline
  func hearing<Child: FeatureAction, State, Environment>(
    _ child: Child.Type,
    _ state: inout State,
    _ action: Output?,
    _ environment: Environment,
    _ perform: (Child.Output, inout State, Output?, Environment) -> Self
  ) -> Self {
    var heard: [(output: Child.Output, departure: Output?)] = []
    var effect = hearing { node in
      guard let output = node.word.output(of: child) else { return false }
      heard.append((output, node.departure))
      return true
    }
    for (output, departure) in heard {
      effect = effect.merged(perform(output, &state, departure ?? action, environment))
    }
    return effect
  }
}
