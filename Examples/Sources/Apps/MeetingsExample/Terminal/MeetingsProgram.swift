// SPDX-License-Identifier: MIT

internal import Lockstep
internal import LockstepTerminal

/// The app as a terminal program, which adds text editing and scrolling.
enum MeetingsProgram {
  struct State: Equatable, Sendable {
    var app: MeetingsApp.State
    var field = FormField.title
    /// The text and the cursor of the focused field; `nil` while no form is open.
    var text: TextField?
    /// The index of the first visible line.
    var firstRow = 0
  }

  enum Action: Equatable, Sendable {
    case app(MeetingsApp.Action)
    case fieldMoved(by: Int)
    case scrolled(toRow: Int)
    case text(TextField.Action)
  }

  static let reducer = Reducer<State, Action, AppEnvironment>.combine(
    MeetingsApp.savingReducer.pullback(state: \.app, action: /Action.app),
    TextField.reducer.pullback(
      state: OptionalPath(\State.text),
      action: /Action.text
    ),
    Reducer { state, action, _ in
      switch action {
      case .app:
        break
      case .fieldMoved(let distance):
        let fields = state.form.map(FormField.all) ?? []
        let index = (fields.firstIndex(of: state.field) ?? 0) + distance
        if fields.isEmpty == false { state.field = fields[max(0, min(index, fields.count - 1))] }
      case .scrolled(let row):
        state.firstRow = row
      case .text:
        guard let form = state.form, let text = state.text?.text, text != state.field.text(in: form)
        else { return .none }
        return state.onForm(state.field.edit(text)).map { Effect(value: .app($0)) } ?? .none
      }
      return .none
    }
  )
  .onChange(of: \.formFields) { old, fields, state, _, _ in
    if fields.isEmpty || old.isEmpty {
      state.field = .title
    } else if fields.count > old.count {
      state.field = fields.last ?? .title
    } else if fields.contains(state.field) == false {
      // The focused field was removed, so focus the field above it.
      let index = old.firstIndex(of: state.field) ?? 0
      state.field = fields[max(0, min(index - 1, fields.count - 1))]
    }
    return .none
  }
  .onChange(of: \.typedField) { field, state, _, _ in
    state.text = state.form.flatMap { form in
      field.map { TextField($0.text(in: form), placeholder: $0.placeholder) }
    }
    return .none
  }
  .onChange(of: \.app.path.ids) { _, state, _, _ in
    state.firstRow = 0
    return .none
  }

  @MainActor static let program = TerminalProgram<State, Action>(
    features: [.paste],
    keys: { state, size in state.keys(size) },
    isEditing: { $0.text != nil },
    screen: { state, size, help in state.screen(size: size, help: help) },
    action: { event, state, _ in state.textAction(for: event).map(Action.text) }
  )
}

enum FormField: Equatable, Sendable {
  case title
  case minutes
  case attendee(Attendee.ID)

  static func all(in form: MeetingForm.State) -> [Self] {
    [.title, .minutes] + form.meeting.attendees.map { .attendee($0.id) }
  }

  var placeholder: String {
    switch self {
    case .title: "What it is about"
    case .minutes: "1 to 480"
    case .attendee: "Name"
    }
  }

  func text(in form: MeetingForm.State) -> String {
    switch self {
    case .title: form.meeting.title
    case .minutes: form.meeting.minutes == 0 ? "" : "\(form.meeting.minutes)"
    case .attendee(let id): form.meeting.attendees[id: id]?.name ?? ""
    }
  }

  func edit(_ text: String) -> MeetingForm.Action {
    switch self {
    case .title: .binding(.set(\.meeting.title, text))
    case .minutes: .binding(.set(\.meeting.minutes, Int(text) ?? 0))
    case .attendee(let id): .attendeeRenamed(id, text)
    }
  }
}

extension MeetingsProgram.State {
  /// The top screen and its ID; `nil` if the list is on top.
  var top: (id: Int, screen: AppScreen.State)? {
    app.path.ids.last.flatMap { id in app.path[id: id].map { (id, $0) } }
  }

  var form: MeetingForm.State? {
    switch top?.screen {
    case nil: app.list.form
    case .detail(let detail): detail.form
    case .recording: nil
    }
  }

  fileprivate var formFields: [FormField] { form.map(FormField.all) ?? [] }

  fileprivate var typedField: FormField? { form == nil ? nil : field }

  /// Returns the text field's action.
  ///
  /// The minutes field accepts only digits, typed or pasted.
  fileprivate func textAction(for event: TerminalEvent) -> TextField.Action? {
    guard let action = text?.action(for: event) else { return nil }
    guard field == .minutes, case .inserted(let text) = action else { return action }
    return .inserted(text.filter { ("0"..."9").contains($0) })
  }

  /// Wraps an action of the top screen; returns `nil` if the list is on top.
  func onTop(_ action: AppScreen.Action) -> MeetingsApp.Action? {
    top.map { .path(.element(id: $0.id, action: action)) }
  }

  /// Wraps an action of the form; returns `nil` if no form is open.
  func onForm(_ action: MeetingForm.Action) -> MeetingsApp.Action? {
    guard form != nil else { return nil }
    return top == nil
      ? .list(.form(.presented(action))) : onTop(.detail(.form(.presented(action))))
  }
}
