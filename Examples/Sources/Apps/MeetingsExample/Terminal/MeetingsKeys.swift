// SPDX-License-Identifier: MIT

internal import Lockstep
internal import LockstepTerminal

extension MeetingsProgram.State {
  typealias Binding = KeyBinding<MeetingsProgram.Action>

  /// The key bindings, most important first.
  func keys(_ size: Screen.Size) -> [Binding] {
    let quit = Binding.quit("q", .control("c"))
    let interrupt = Binding.quit(.control("c"))
    if let form { return formKeys(form) + [interrupt] }
    guard let top else { return listKeys + historyKeys + savingKeys + [quit] }
    let screen = { (action: AppScreen.Action) in
      MeetingsProgram.Action.app(.path(.element(id: top.id, action: action)))
    }
    switch top.screen {
    case .detail(let detail):
      if let question = detail.question {
        return dialogKeys(question) { screen(.detail(.question($0))) } + [quit]
      }
      return detailKeys(detail) { screen(.detail($0)) } + savingKeys + scrollKeys(size) + [quit]
    case .recording(let recording):
      if let question = recording.question {
        return dialogKeys(question) { screen(.recording(.question($0))) } + [interrupt]
      }
      return [
        Binding(["n", " "], "Next speaker", screen(.recording(.nextTapped))),
        Binding("p", recording.isPaused ? "Resume" : "Pause", screen(.recording(.pauseTapped))),
        Binding(["e", .escape], "End", screen(.recording(.endTapped))), interrupt,
      ]
    }
  }

  private var listKeys: [Binding] {
    let new = Binding("n", "New", .app(.list(.addTapped)))
    guard let selected = Sharing(app.list, app.meetings.value).selected else { return [new] }
    return [
      Binding(.return, "Open", .app(.list(.meetingTapped(selected)))), new,
      Binding(.up, "Move", .app(.list(.moved(by: -1)))),
      Binding(.down, "Move", .app(.list(.moved(by: 1)))),
    ]
  }

  /// The undo and redo keys, which exist only on the list, where each step is visible.
  private var historyKeys: [Binding] {
    (app.meetings.canUndo ? [Binding("u", "Undo", .app(.history(.undo)))] : [])
      + (app.meetings.canRedo ? [Binding("y", "Redo", .app(.history(.redo)))] : [])
  }

  /// The key that retries a failed save.
  private var savingKeys: [Binding] {
    app.saving.problem != nil && app.saving.hasChanges
      ? [Binding("s", "Save now", .app(.saving(.save)))] : []
  }

  private func detailKeys(
    _ detail: MeetingDetail.State,
    _ action: (MeetingDetail.Action) -> MeetingsProgram.Action
  ) -> [Binding] {
    var keys = [
      Binding("r", "Record", action(.recordTapped)),
      Binding(["b", .escape], "Back", action(.backTapped)),
      Binding("e", "Edit", action(.editTapped)),
      Binding("d", "Delete", action(.deleteTapped)),
    ]
    if let record = app.meetings.value[id: detail.id]?.records.last {
      keys.append(Binding("x", "Remove last record", action(.removeRecordTapped(record.id))))
    }
    return keys
  }

  private func scrollKeys(_ size: Screen.Size) -> [Binding] {
    let (first, last) = scrollRange(size)
    return (first > 0 ? [Binding(.up, "Scroll", .scrolled(toRow: first - 1))] : [])
      + (first < last ? [Binding(.down, "Scroll", .scrolled(toRow: first + 1))] : [])
  }

  private func formKeys(_ form: MeetingForm.State) -> [Binding] {
    let onForm = { (action: MeetingForm.Action) in
      self.onForm(action).map(MeetingsProgram.Action.app) ?? .fieldMoved(by: 0)
    }
    var keys = [
      Binding(.return, "Save", onForm(.doneTapped)),
      Binding(.escape, "Cancel", onForm(.cancelTapped)),
      Binding([.tab, .down], "Next", .fieldMoved(by: 1)),
      Binding([.backTab, .up], "", .fieldMoved(by: -1)),
      Binding(.control("n"), "Add attendee", onForm(.addAttendeeTapped)),
    ]
    if case .attendee(let id) = field {
      keys.append(Binding(.control("x"), "Remove attendee", onForm(.removeAttendeeTapped(id))))
    }
    return keys
  }

  private func dialogKeys<Question: Equatable & Sendable>(
    _ question: AlertState<Question>,
    _ action: (PresentationAction<Question>) -> MeetingsProgram.Action
  ) -> [Binding] {
    dialog(question).keys.map { key in
      // The dialog itself shows the labels of its keys.
      var binding = key.map(action)
      binding.label = ""
      return binding
    }
  }

  /// Returns the alert's dialog, which leaves the key `q` free for quitting.
  func dialog<Question: Equatable & Sendable>(
    _ question: AlertState<Question>
  ) -> Dialog<PresentationAction<Question>> {
    Dialog(presented: question, reservedKeys: ["q"])
  }
}
