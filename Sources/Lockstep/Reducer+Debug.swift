// SPDX-License-Identifier: MIT

internal import Synchronization

extension Reducer {
  /// A reducer that prints each action and what it changed in the state to standard error.
  ///
  /// ```swift
  /// appReducer.debug("app")
  /// ```
  ///
  /// An action then prints:
  ///
  /// ```
  /// app: AppAction.counter(
  ///   CounterAction.incrementButtonTapped
  /// )
  ///   AppState(
  ///     counter: CounterState(
  /// -     count: 0,
  /// +     count: 1,
  ///       … (1 unchanged)
  ///     ),
  ///     … (3 unchanged)
  ///   )
  /// ```
  ///
  /// The state from before is kept for comparison, so large collections that change are copied:
  /// this is for the time of development.
  ///
  /// - Parameter name: What the text begins with; nothing if it is empty.
  /// - Returns: The reducer that also prints.
  /// - Complexity: O(*n*) in the size of the state, for each action.
  public func debug(_ name: String = "") -> Self {
    debug(name) { StandardErrorReporter.write($0) }
  }

  /// A reducer that calls a function with each action and what it changed in the state, as text.
  ///
  /// ```swift
  /// appReducer.debug("app") { text in print(text) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What the text begins with; nothing if it is empty.
  ///   - output: Takes each text, which has no line break at its end. It is called where the reducer
  ///     runs.
  /// - Returns: The reducer that also calls the function.
  /// - Complexity: O(*n*) in the size of the state, for each action.
  public func debug(
    _ name: String = "",
    output: @escaping @Sendable (String) -> Void
  ) -> Self {
    Self(gate: nil, sites: sites) { state, action, environment in
      let previous = state
      let effect = reduce(&state, action, environment)
      let heading = name.isEmpty ? "" : "\(name): "
      let change = Dump.diff(previous, state) ?? "  (nothing changed)"
      output("\(heading)\(Dump(action).text)\n\(change)")
      return effect
    }
  }

  /// A reducer that prints each action and what it changed in the state to a stream.
  ///
  /// ```swift
  /// appReducer.debug("app", to: LogFile())
  /// ```
  ///
  /// - Parameters:
  ///   - name: What the text begins with; nothing if it is empty.
  ///   - stream: Takes each text, in one piece with a line break at its end. One action is printed at
  ///     a time, even if several stores run the reducer.
  /// - Returns: The reducer that also prints.
  /// - Complexity: O(*n*) in the size of the state, for each action.
  public func debug(_ name: String = "", to stream: some TextOutputStream & Sendable) -> Self {
    let stream = SharedStream(stream)
    return debug(name) { stream.write("\($0)\n") }
  }
}

/// A stream that is written to from any thread.
private final class SharedStream<Stream: TextOutputStream & Sendable>: Sendable {
  private let stream: Mutex<Stream>

  init(_ stream: Stream) {
    self.stream = Mutex(stream)
  }

  func write(_ text: String) {
    stream.withLock { $0.write(text) }
  }
}
