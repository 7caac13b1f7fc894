// SPDX-License-Identifier: MIT

/// The name and the source location of a running effect, for messages.
@usableFromInline
package final class EffectDescription: Sendable {
  @usableFromInline
  package enum Kind: String, Sendable {
    case cancel, cancellable, debounce, deferred, delay, fireAndForget, future, retry, run,
      sequence, subject, task, throttle
    case timer
    case receiveOn = "receive(on:)"
    case subscribeOn = "subscribe(on:)"
  }

  // The types and the order of the properties keep instances small, because every running effect has one.

  package let name: String?

  private let fileID: StaticString

  private let kind: Kind

  private let shortLine: UInt32

  @usableFromInline
  package init(_ kind: Kind, name: String? = nil, fileID: StaticString, line: UInt) {
    self.kind = kind
    self.name = name
    self.fileID = fileID
    shortLine = UInt32(clamping: line)
  }

  package var location: CodeLocation { CodeLocation(fileID: fileID, line: UInt(shortLine)) }

  /// Reports an error that the effect's type cannot represent.
  package func report(uncaught error: any Error) {
    // Throwing the error has already reported it.
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
