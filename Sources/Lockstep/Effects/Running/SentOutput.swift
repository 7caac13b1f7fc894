// SPDX-License-Identifier: MIT

/// An output or a request to be dismissed, which a reducer returns for its parents to handle.
@usableFromInline
package final class SentOutput: Sendable {
  package enum Content: Sendable {
    case dismiss
    case output(any Sendable)
  }

  package let content: Content
  package let sender: Any.Type
  /// The location that created an output, or that composed a feature that asks to be dismissed.
  private let location: CodeLocation?

  init(_ content: Content, by sender: Any.Type, _ location: CodeLocation?) {
    self.content = content
    self.sender = sender
    self.location = location
  }

  /// Returns the output with the location of the child's composition, if it has no location yet.
  func sent(from site: ChildSite) -> SentOutput {
    location == nil ? SentOutput(content, by: sender, site.location) : self
  }

  package var isDismissal: Bool { if case .dismiss = content { true } else { false } }

  /// Returns the output if a feature with actions of a type sent it.
  @usableFromInline
  package func value<Action: FeatureAction>(of type: Action.Type) -> Action.Output? {
    guard sender == type, case .output(let value) = content else { return nil }
    return value as? Action.Output
  }

  // MARK: Messages

  package var description: String {
    switch content {
    case .dismiss:
      "Feature: \(Dump.codeName(sender)), \(location.map { "composed at \($0)" } ?? "which has no parent")"
    case .output(let value): "Output: \(Dump(value).text)\nFeature: \(Dump.codeName(sender))"
    }
  }

  /// Reports that no parent handles the output.
  func reportUnhandled(in origin: ActionOrigin, of type: Any.Type?) {
    let action = type.flatMap { origin.name(in: $0) }.map { "\nSent in the turn of: \($0)" } ?? ""
    let (problem, remedy) =
      switch content {
      case .dismiss:
        (
          "No parent handles '.dismiss': the reducer that returned it is neither presented nor on a stack.",
          "Compose the reducer with 'presenting' or 'forEach(stack:)', or remove '.dismiss'."
        )
      case .output:
        (
          "No parent handles an output.",
          "Add '.onOutput(of: \(Dump.codeName(sender)).self) { … }' to the reducer of a parent."
        )
      }
    report("\(problem)\n\n\(description)\(action)\n\n\(remedy)")
  }

  /// Reports an output that was returned within another effect.
  func reportBehind() {
    report(
      """
      An output was returned within another effect, where no parent receives it.

      \(description)

      Return '.output' by itself or merged with other effects. To send an output after an effect, let the effect send \
      an action whose reducer returns '.output'.
      """
    )
  }

  private func report(_ message: String) {
    IssueReporting.reportAtStep(message, else: location ?? CodeLocation())
  }
}

@usableFromInline
final class OutputNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  @usableFromInline let output: SentOutput
  /// The action that would have removed the sender, if `onUnmount` returned the output.
  @usableFromInline let dismissingAction: Output?

  init(_ output: SentOutput, dismissingAction: Output? = nil) {
    self.output = output
    self.dismissingAction = dismissingAction
    super.init(.output, hasOutputs: true)
  }

  func embedded<NewOutput>(
    at site: ChildSite,
    _ embed: (Output) -> NewOutput
  ) -> OutputNode<NewOutput, Failure> {
    .init(output.sent(from: site), dismissingAction: dismissingAction.map(embed))
  }

  /// Sends the output from within another effect, where no reducer sees the node.
  override func run(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace
  ) -> EffectScope? {
    place.open { scope in
      guard scope.isActive else { return }
      if output.isDismissal { subscriber.send(output, from: scope) } else { output.reportBehind() }
      subscriber.send(end: nil, from: scope)
    }
  }
}

extension Effect where Failure == Never {
  /// Returns the effect without its handled outputs, and records those.
  @usableFromInline
  func handlingOutputs(_ isHandled: (OutputNode<Output, Never>) -> Bool) -> Self {
    taking { node in
      guard isHandled(node) else { return false }
      TurnRecorders.note(node.output)
      return true
    }
  }

  /// Returns the effect without the outputs that a function takes; the function receives each output in order.
  func taking(_ takes: (OutputNode<Output, Never>) -> Bool) -> Self {
    guard let node, node.hasOutputs else { return self }
    let parts =
      node.unwrapped.kind == .merge
      ? unsafeDowncast(node.unwrapped, to: MergeNode<Output, Never>.self).parts : [node]
    let rest = parts.filter { part in
      part.kind != .output
        || takes(unsafeDowncast(part, to: OutputNode<Output, Never>.self)) == false
    }
    return rest.count < 2 ? Self(rest.first) : Self(MergeNode(rest))
  }

  @usableFromInline
  mutating func takeDismissal() -> Bool {
    var isDismissed = false
    self = handlingOutputs { node in
      if node.output.isDismissal { isDismissed = true }
      return node.output.isDismissal
    }
    return isDismissed
  }

  /// Returns a parent's effect that dismisses a child after the store has processed all earlier actions.
  @usableFromInline
  static func dismissal(_ action: Output, of key: ChildKey, at site: ChildSite) -> Self {
    Self(
      ChildValueNode(action, from: .makeOfDismissal(site, key, nil), isDismissal: true)
    )
  }
}
