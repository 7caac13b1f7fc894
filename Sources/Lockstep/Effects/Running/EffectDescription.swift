// SPDX-License-Identifier: MIT

/// What a running effect is called in messages, and where in the source it was made.
@usableFromInline
package final class EffectDescription: Sendable {
  /// The constructors and operators that effects are called by.
  @usableFromInline
  enum Kind: String, Sendable {
    case debounce, deferred, delay, fireAndForget, future, run, sequence, subject, task, throttle
    case timer
    case receiveOn = "receive(on:)"
    case subscribeOn = "subscribe(on:)"
  }

  // The types and the order of the properties keep it small: there is one for each effect that runs.

  /// The name that its author gave it.
  package let name: String?

  private let fileID: StaticString

  /// The constructor or operator that made it.
  private let kind: Kind

  private let shortLine: UInt32

  @usableFromInline
  init(_ kind: Kind, name: String? = nil, fileID: StaticString, line: UInt) {
    self.kind = kind
    self.name = name
    self.fileID = fileID
    shortLine = UInt32(clamping: line)
  }

  private var line: UInt { UInt(shortLine) }

  /// The place where it was made.
  var location: CodeLocation { CodeLocation(fileID: fileID, line: line) }

  /// Reports an error that the effect's type has no room for.
  func report(uncaught error: any Error) {
    // That was reported when it was thrown.
    guard error is UnimplementedError == false else { return }
    let message = """
      An effect threw an error that it cannot send.

      Effect: \(self)
      Error: \(error)

      Make an effect that can fail, and handle the failure with 'catchToEffect()' or 'catch(_:)'; \
      or catch the error in the effect.
      """
    IssueReporting.reportAtStep(message, else: location)
  }
}

extension EffectDescription: CustomStringConvertible {
  @usableFromInline
  package var description: String {
    let name = name.map { " \"\($0)\"" } ?? ""
    return "\(kind.rawValue)\(name), made at \(fileID):\(line)"
  }
}
