// SPDX-License-Identifier: MIT

internal import Lockstep

/// The screen of a meeting in progress, which tracks the time and the current speaker.
enum Recording {
  struct State: Equatable, Sendable {
    let id: Meeting.ID
    var seconds = 0
    /// The index of the current speaker.
    var speaker = 0
    var isPaused = false
    var question: AlertState<Question>?

    /// The ID of the running timer; `nil` while the meeting is paused or the alert is open.
    var timer: Meeting.ID? { isPaused || question != nil ? nil : id }
  }

  /// An action of the alert that ends the meeting.
  enum Question: Equatable, Sendable {
    case keep
    case discard
  }

  enum Action: Equatable, Sendable {
    case tick
    /// Moves to the next speaker. After the last one, asks whether to end the meeting.
    case nextTapped
    case pauseTapped
    case endTapped
    case question(PresentationAction<Question>)
  }

  static let reducer = Reducer<Sharing<State, Meeting>, Action, AppEnvironment> {
    state,
    action,
    environment in
    let meeting = state.shared
    switch action {
    case .tick:
      state.seconds += 1
      guard state.seconds < meeting.seconds else { return end(&state, isKept: true, environment) }
      // A speaker who starts early keeps the floor until the end of their own share.
      let speaker = state.seconds * meeting.attendees.count / meeting.seconds
      state.speaker = max(state.speaker, speaker)
    case .nextTapped where state.speaker + 1 < meeting.attendees.count:
      state.speaker += 1
    case .endTapped, .nextTapped:
      state.question = .endMeeting
    case .pauseTapped:
      state.isPaused.toggle()
    case .question(.presented(let answer)):
      return end(&state, isKept: answer == .keep, environment)
    case .question(.dismiss):
      break
    }
    return .none
  }
  .presenting(dialog: \.local.question, action: /Action.question)
  .subscription(to: \.timer) { id, environment in
    Effect.timer(id: id, every: 1, on: environment.mainQueue).map { _ in .tick }
  }

  /// Stops the timer, adds the record if the user keeps it, and dismisses the screen.
  private static func end(
    _ state: inout Sharing<State, Meeting>,
    isKept: Bool,
    _ environment: AppEnvironment
  ) -> Effect<Action, Never> {
    state.isPaused = true
    if isKept {
      state.shared.records.append(
        Record(
          id: Record.ID(environment.uuid()),
          date: environment.date.current,
          seconds: state.local.seconds
        )
      )
    }
    return .dismiss
  }
}

extension AlertState<Recording.Question> {
  static let endMeeting = Self(
    title: "End this meeting?",
    buttons: [
      .default("Keep the record", send: .keep),
      .destructive("Discard", send: .discard),
      .cancel("Resume"),
    ]
  )
}
