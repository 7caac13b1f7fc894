// SPDX-License-Identifier: MIT

internal import CLockstepTerminal
internal import Foundation
internal import Synchronization

/// Notifies the terminals in use of the signals that the process receives.
final class TerminalSignals: Sendable {
  enum Event: Sendable {
    case resized
    case continued
    /// The process has printed captured output.
    case printed
  }

  typealias Observer = @Sendable (Event) -> Void

  static let shared = TerminalSignals()

  private struct State {
    var source: (any DispatchSourceRead)?
    var observers: [Int: Observer] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  /// Adds an observer, which is called on an arbitrary thread, in the order of the signals.
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
