// SPDX-License-Identifier: MIT

/// Something that a reducer says to its parents by the effect that it returns, and that is not an action.
@usableFromInline
package final class Word: Sendable {
  package enum Content: Sendable {
    /// The feature is to be taken away.
    case dismiss
    case output(any Sendable)
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
  /// The action that would have removed the sender, if this is an output of `onUnmount`.
  @usableFromInline let departure: Output?

  init(_ word: Word, departure: Output? = nil) {
    self.word = word
    self.departure = departure
    super.init(.word, hasWords: true)
  }

  /// Returns the same word for a parent.
  func embedded<NewOutput>(_ embed: (Output) -> NewOutput) -> WordNode<NewOutput, Failure> {
    WordNode<NewOutput, Failure>(word, departure: departure.map(embed))
  }

  /// Says the word where no reducer sees the node itself: behind another effect.
  override func run(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace
  ) -> EffectScope? {
    place.open { scope in
      guard scope.isActive else { return }
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
