// SPDX-License-Identifier: MIT

internal import CLockstepTerminal
internal import Foundation
internal import Synchronization

/// Tells the terminals that are in use about the signals that concern them.
///
/// Signals come to the process as a whole, so there is one of these.
final class TerminalSignals: Sendable {
  /// The meaning of a signal.
  enum Event: Sendable {
    /// The terminal may have another size.
    case resized
    /// The process runs again after it was stopped.
    case continued
    /// The process has printed something that is kept.
    case printed
  }

  /// A function that is called for each event; the value returned by ``add(_:)`` takes it away again.
  typealias Observer = @Sendable (Event) -> Void

  static let shared = TerminalSignals()

  private struct State {
    var source: (any DispatchSourceRead)?
    var observers: [Int: Observer] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  /// Adds an observer, which is called on some thread, in the order of the signals.
  ///
  /// - Throws: ``TerminalError`` if the system has no pipe left, the first time.
  func add(_ observer: @escaping Observer) throws(TerminalError) -> Int {
    let descriptor = terminal_signals()
    guard descriptor >= 0 else { throw TerminalError(.start, systemError: errno) }
    return state.withLock { state in
      if state.source == nil {
        let queue = DispatchQueue(label: "TerminalSignals")
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [unowned self] in receive(from: descriptor) }
        source.activate()
        state.source = source
      }
      defer { state.next += 1 }
      state.observers[state.next] = observer
      return state.next
    }
  }

  func remove(_ observer: Int) {
    state.withLock { $0.observers[observer] = nil }
  }

  private func receive(from descriptor: Int32) {
    guard let bytes = readAvailable(from: descriptor) else { return }
    let observers = state.withLock { $0.observers.sorted { $0.key < $1.key }.map(\.value) }
    for byte in bytes {
      let event: Event =
        switch Int(byte) {
        case Int(TERMINAL_CONTINUED): .continued
        case Int(TERMINAL_PRINTED): .printed
        default: .resized
        }
      for observer in observers { observer(event) }
    }
  }
}
