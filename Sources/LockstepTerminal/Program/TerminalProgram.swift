// SPDX-License-Identifier: MIT

internal import Foundation
public import Lockstep

/// A terminal program, which draws the states of a store and turns keys into actions.
///
/// ```swift
/// let counter = TerminalProgram<Int, Counter.Action>(
///   keys: { _, _ in
///     [
///       KeyBinding([.up, "+"], "More", .incrementButtonTapped),
///       KeyBinding([.down, "-"], "Less", .decrementButtonTapped),
///       .quit("q"),
///     ]
///   },
///   screen: { count, size, help in
///     var screen = Screen(size: size)
///     let parts = screen.area.rows([.flexible(), .fixed(1)])
///     screen.put("\(count)", in: parts[0])
///     screen.draw(help, in: parts[1])  // [↑/+] More   [↓/-] Less   [q] Quit
///     return screen
///   }
/// )
/// ```
///
/// ``run(_:on:)`` shows the store on a terminal: it draws states and sends the actions of keys. The key bindings of the
/// state take precedence. The `action` closure handles the events that bindings cannot express: typed text, pasted text
/// and the mouse. Control-C interrupts a program that does not handle it, Control-Z suspends the program until the
/// shell continues it, and Control-L redraws the screen. The terminal is restored however the program ends.
///
/// If pending input, such as a pasted text, leads to several states, only the last one is drawn. The program draws at
/// most 60 screens a second, and always draws the last state. Printed output is captured until the program ends, and
/// its beginning appears in the last row until the user presses a key.
///
/// While ``isEditing`` returns true, the bindings of characters are inactive, including bindings that quit the program,
/// and the help omits them. The bindings of other keys, such as Enter, arrows and Control-X, stay active.
///
/// On a terminal, a change with a `StoreAnimation` is dim during the first half of the animation.
///
/// Without a terminal, the program reads keys from the input and writes screens as text. It omits screens that another
/// screen immediately follows. The end of a line is not a key, and an empty line is Enter. If the input is a pipe or a
/// file, the program waits up to a second for running effects before each key and before the end of the input. If the
/// terminal is `dumb`, or only the output is not a terminal, keys need Enter. The program prints a note about this, in
/// the latter case to standard error.
///
/// A program is a value of pure functions, so you can test `program.screen(state, size).plainText` without a terminal.
/// ``MemoryTerminal`` runs a program in memory.
///
/// Isolation: the store's actor, which is the main actor.
public struct TerminalProgram<State, Action: Sendable> {
  /// The events that the terminal reports besides keys.
  public var features: Terminal.Features
  /// Whether the user is editing text in a state, so that characters are not commands.
  public var isEditing: (_ state: State) -> Bool
  /// Whether a state ends the program.
  public var isFinished: (_ state: State) -> Bool

  private let allKeys: (State, Screen.Size) -> [KeyBinding<Action>]
  private let drawing: (State, Screen.Size, HelpLine) -> Screen
  private let otherAction: (TerminalEvent, State, Screen.Size) -> Action?

  /// The reasons why a program ends.
  public enum Ending: Hashable, Sendable {
    /// A state or a key ended the program: see ``TerminalProgram/isFinished`` and ``KeyBinding/quit(_:label:)``.
    case finished
    /// Control-C ended the program.
    case interrupted
    /// The input ended with its pipe or file, or because the terminal was closed.
    case inputEnded

    /// The exit code for a shell: 130 for an interrupted program, as after the signal, or else 0.
    public var exitCode: Int32 { self == .interrupted ? 130 : 0 }
  }

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - features: The events that the terminal reports besides keys.
  ///   - keys: The key bindings of a state on a screen of a size, most important first. The first binding of a key
  ///     applies.
  ///   - isEditing: Whether the user is editing text in a state, so that characters are not commands.
  ///   - isFinished: Whether a state ends the program. By default, only Control-C and keys that quit end it.
  ///   - screen: Draws a state on a screen of a size. The help shows the active keys.
  ///   - action: Returns the action for an event without a binding, or `nil`. The screen size determines the target of
  ///     a click.
  public init(
    features: Terminal.Features = [],
    keys: @escaping (_ state: State, _ size: Screen.Size) -> [KeyBinding<Action>] = { _, _ in [] },
    isEditing: @escaping (_ state: State) -> Bool = { _ in false },
    isFinished: @escaping (_ state: State) -> Bool = { _ in false },
    screen: @escaping (_ state: State, _ size: Screen.Size, _ help: HelpLine) -> Screen,
    action:
      @escaping (_ event: TerminalEvent, _ state: State, _ size: Screen.Size) -> Action? = {
        _,
        _,
        _ in nil
      }
  ) {
    self.features = features
    self.isEditing = isEditing
    self.isFinished = isFinished
    allKeys = keys
    drawing = screen
    otherAction = action
  }
}

extension TerminalProgram {
  /// Returns the active key bindings of a state, without bindings of characters while the user is editing text.
  public func keys(_ state: State, _ size: Screen.Size) -> [KeyBinding<Action>] {
    let keys = allKeys(state, size)
    return isEditing(state) ? keys.withoutTypedKeys() : keys
  }

  /// Returns the screen for a state, which depends only on the state and the size.
  public func screen(_ state: State, _ size: Screen.Size) -> Screen {
    drawing(state, size, HelpLine(keys(state, size)))
  }

  /// Returns the action that an event sends in a state, or `nil` if it sends none.
  public func action(_ event: TerminalEvent, _ state: State, _ size: Screen.Size) -> Action? {
    var action: Action?
    _ = respond(to: event, in: state, size, &action)
    return action
  }
}

extension TerminalProgram {
  /// Runs the program, and exits with the code of its ending, or with 1 and a line on standard error if the terminal
  /// fails.
  @MainActor
  public func main(_ store: Store<State, Action>) async -> Never {
    do {
      exit(try await run(store).exitCode)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  /// Runs the program until it ends, or until the task is cancelled, which has the same effect as the end of the input.
  ///
  /// - Parameters:
  ///   - store: The store to show and to send actions to.
  ///   - terminal: The terminal to use, by default the terminal of the process.
  /// - Returns: The reason why the program ended.
  /// - Throws: ``TerminalError`` if the terminal cannot be taken over, or if a screen cannot be written as text.
  @MainActor
  public func run(
    _ store: Store<State, Action>,
    on terminal: Terminal = Terminal()
  ) async throws -> Ending {
    let run = ProgramRun(self, store, terminal)
    guard terminal.supportsScreens else { return try await run.runAsText() }
    return try await terminal.withScreen(features: features) { try await run.runOnScreen() }
  }
}

/// The response of a program to an event, besides an action.
enum ProgramResponse {
  case goOn
  case quit
  case interrupt
  case suspend
  case redraw

  var isEnd: Bool { self == .quit || self == .interrupt }
}

extension TerminalProgram {
  /// Returns the response to an event in a state, and sets the action to send, if any.
  ///
  /// Control-C, Control-Z and Control-L have default responses, unless the program handles them. The caller sends the
  /// action after this method returns and releases the state, so that the reducer copies nothing.
  func respond(
    to event: TerminalEvent,
    in state: State,
    _ size: Screen.Size,
    _ action: inout Action?
  ) -> ProgramResponse {
    // Skips the bindings if none can match, because pasted text may be long.
    if case .key(let key) = event, !(key.isTyped && isEditing(state)) {
      let keys = allKeys(state, size)
      if keys.isEmpty == false, let binding = keys.binding(for: event) {
        action = binding.action
        return action != nil ? .goOn : key == interrupt ? .interrupt : .quit
      }
    }
    action = otherAction(event, state, size)
    guard action == nil, case .key(let key) = event else { return .goOn }
    return switch key {
    case interrupt: .interrupt
    case .control("z"): .suspend
    case .control("l"): .redraw
    default: .goOn
    }
  }

  private var interrupt: Key { .control("c") }
}

extension TerminalProgram.Ending {
  init?(_ response: ProgramResponse) {
    switch response {
    case .quit: self = .finished
    case .interrupt: self = .interrupted
    case .goOn, .suspend, .redraw: return nil
    }
  }
}
