// SPDX-License-Identifier: MIT

/// The name of a running effect in messages, and where in the source it was created.
@usableFromInline
package final class EffectDescription: Sendable {
  /// The constructors and operators that effects are named after.
  @usableFromInline
  package enum Kind: String, Sendable {
    case cancel, cancellable, debounce, deferred, delay, fireAndForget, future, retry, run,
      sequence, subject, task, throttle
    case timer
    case receiveOn = "receive(on:)"
    case subscribeOn = "subscribe(on:)"
  }

  // The types and the order of the properties keep instances small: there is one for each running effect.

  /// The name that the author of the effect gave it.
  package let name: String?

  private let fileID: StaticString

  /// The constructor or operator that created the effect.
  private let kind: Kind

  private let shortLine: UInt32

  @usableFromInline
  package init(_ kind: Kind, name: String? = nil, fileID: StaticString, line: UInt) {
    self.kind = kind
    self.name = name
    self.fileID = fileID
    shortLine = UInt32(clamping: line)
  }

  /// The place where the effect was created.
  package var location: CodeLocation { CodeLocation(fileID: fileID, line: UInt(shortLine)) }

  /// Reports an error that the effect's type cannot represent.
  package func report(uncaught error: any Error) {
    // Such an error was reported when it was thrown.
    guard error is UnimplementedError == false else { return }
    let message = """
      An effect threw an error that its failure type cannot represent.

      Effect: \(self)
      Error: \(error)

      Catch the error in the effect, or create an effect that can fail and handle the failure with 'catchToEffect()' \
      or 'catch(_:)'.
      """
    IssueReporting.reportAtStep(message, else: location)
  }
}

extension EffectDescription: CustomStringConvertible {
  @usableFromInline
  package var description: String {
    let name = name.map { " \"\($0)\"" } ?? ""
    return "\(kind.rawValue)\(name), made at \(fileID):\(shortLine)"
  }
}
