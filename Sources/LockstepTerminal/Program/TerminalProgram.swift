// SPDX-License-Identifier: MIT

internal import Foundation
public import Lockstep

/// A terminal program: the looks of a store's states, and the meanings of keys.
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
/// ``run(_:on:)`` shows the store on a terminal: it draws states and sizes, and sends what keys mean: first the
/// bindings of the state count, then what its closure `action` says, which is for what bindings cannot say: letters
/// that are typed into a text, what is pasted, and the mouse. Control-C interrupts a program that gives it no
/// meaning of its own, Control-Z suspends it, until the shell continues it with the screen as it was, and Control-L
/// redraws the screen. The terminal is restored no matter how the program ends.
///
/// Of the states that follow from input that is there already, such as a pasted text, only the last is drawn, and no
/// more than 60 screens a second are; the last state always is. What the process prints meanwhile is kept until the
/// program has ended, and its beginning is shown in the last row until a key is pressed.
///
/// While ``isEditing`` says that a text is typed, the bindings of characters are off, those that quit the program
/// included, and they are not in the help. Those of other keys, such as Enter, arrows and Control-X, stay.
///
/// On a terminal, a change that comes with a `StoreAnimation` is dim during the first half of the animation.
///
/// Without a terminal, keys are read from the input, and the screens are written as text, one after the other,
/// without those in between that are followed by another at once. The keys stand in lines: the end of a line is no
/// key, and an empty line is Enter. From a pipe or a file they come as from a person who waits for what a key leads
/// to: before each key, and before the end of the input ends the program, the effects that are running get up to a
/// second to end. On a terminal that says that it is `dumb`, or where only the output is none, keys need Enter, which
/// the program says: in the latter case on standard error.
///
/// A program is a value of pure functions, so it can be tested without a terminal:
/// `program.screen(state, size).plainText`. ``MemoryTerminal`` runs it without one.
///
/// Isolation: that of the store, which lives on the main actor.
public struct TerminalProgram<State, Action: Sendable> {
  /// The events that the terminal is asked to report besides keys.
  public var features: Terminal.Features
  /// Whether the user is editing text in a state, so that characters are not commands.
  public var isEditing: (_ state: State) -> Bool
  /// Whether a state ends the program.
  public var isFinished: (_ state: State) -> Bool

  private let allKeys: (State, Screen.Size) -> [KeyBinding<Action>]
  private let drawing: (State, Screen.Size, HelpLine) -> Screen
  private let otherAction: (TerminalEvent, State, Screen.Size) -> Action?

  /// The end of a run of a program.
  public enum Ending: Hashable, Sendable {
    /// Ended by its state, or by a key that quits it: see ``TerminalProgram/isFinished`` and
    /// ``KeyBinding/quit(_:label:)``.
    case finished
    /// Ended by Control-C.
    case interrupted
    /// Ended with its input: at the end of a pipe or file, or because the terminal was closed.
    case inputEnded

    /// The exit code for a shell: 130 for an interrupted program, as if by the signal, or else 0.
    public var exitCode: Int32 { self == .interrupted ? 130 : 0 }
  }

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - features: The events that the terminal is asked to report besides keys.
  ///   - keys: The meanings of keys in a state, on a screen of a size, the most important first; of two bindings of a
  ///     key the first one counts.
  ///   - isEditing: Whether the user is editing text in a state, so that characters are not commands.
  ///   - isFinished: Whether a state ends the program. By default, only Control-C and keys that quit do.
  ///   - screen: Draws a state on a screen of a size. The help shows the keys that mean something now.
  ///   - action: The meaning of an event for which there is no binding; `nil` if it has none. The size of the
  ///     screen determines what was clicked.
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
  /// Returns the meanings of keys in a state, on a screen of a size, without those that are off while a text is typed.
  public func keys(_ state: State, _ size: Screen.Size) -> [KeyBinding<Action>] {
    let keys = allKeys(state, size)
    return isEditing(state) ? keys.withoutTypedKeys() : keys
  }

  /// Draws a state; the same state and size always give the same screen.
  public func screen(_ state: State, _ size: Screen.Size) -> Screen {
    drawing(state, size, HelpLine(keys(state, size)))
  }

  /// Returns the action that an event sends in a state, on a screen of a size, or `nil` if there is none.
  public func action(_ event: TerminalEvent, _ state: State, _ size: Screen.Size) -> Action? {
    var action: Action?
    _ = respond(to: event, in: state, size, &action)
    return action
  }
}

extension TerminalProgram {
  /// Runs the program until it ends, and ends the process: with the exit code of the ending, or with 1 and a line
  /// on standard error if the terminal cannot be used.
  @MainActor
  public func main(_ store: Store<State, Action>) async -> Never {
    do {
      exit(try await run(store).exitCode)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  /// Runs the program until it ends; if the task is cancelled, it ends as if there were no more input.
  ///
  /// - Parameters:
  ///   - store: The store that is shown, and that actions are sent to.
  ///   - terminal: The terminal; by default that of the process.
  /// - Returns: The way in which the program ended.
  /// - Throws: ``TerminalError`` if the terminal refuses, or the text of a screen cannot be written.
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
  /// No response besides an action, if there is one.
  case goOn
  /// The program ends.
  case quit
  /// The program ends, interrupted.
  case interrupt
  /// The process is suspended.
  case suspend
  /// The screen is redrawn.
  case redraw

  /// Whether the program ends.
  var isEnd: Bool { self == .quit || self == .interrupt }
}

extension TerminalProgram {
  /// Returns the response to an event in a state; Control-C, Control-Z and Control-L have a meaning unless the program
  /// gives them one of its own.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - state: The state, which is not held any more when the action is sent, so that the reducer copies nothing.
  ///   - size: The size of the screen.
  ///   - action: Set to the action to send, if there is one.
  /// - Returns: The response, besides the action.
  func respond(
    to event: TerminalEvent,
    in state: State,
    _ size: Screen.Size,
    _ action: inout Action?
  ) -> ProgramResponse {
    // Skips the bindings where none can match, since pasted texts may be long.
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
  /// The ending that a response leads to, or `nil` if it leads to none.
  init?(_ response: ProgramResponse) {
    switch response {
    case .quit: self = .finished
    case .interrupt: self = .interrupted
    case .goOn, .suspend, .redraw: return nil
    }
  }
}
