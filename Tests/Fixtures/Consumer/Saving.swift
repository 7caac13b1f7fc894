// SPDX-License-Identifier: MIT

// A feature whose value is saved, with a value of an older version, around a feature with undo.

import Dispatch
import Foundation
import Lockstep

private nonisolated struct SketchOfVersion1: Codable {
  var lengths: [Int]
}

private nonisolated struct SketchOfVersion2: Codable {
  var lines: [Sketch.Line]
}

private nonisolated func addColors(_ old: SketchOfVersion1) -> SketchOfVersion2 {
  SketchOfVersion2(lines: old.lengths.map { Sketch.Line(length: $0, color: "black") })
}

package nonisolated let sketchFormat = SavedFormat<Sketch>(
  version: 3,
  migrations: [
    SavedMigration(from: 1, addColors),
    SavedMigration(from: 2) { (old: SketchOfVersion2) in Sketch(lines: old.lines) },
  ]
)

package nonisolated struct StudyState: Equatable, Sendable {
  package var editor: SketchState
  package var saving: Saving

  package init(_ sketch: Sketch = Sketch(), saving: Saving = Saving()) {
    editor = SketchState(sketch)
    self.saving = saving
  }
}

package nonisolated enum StudyAction: Equatable, Sendable {
  case editor(SketchAction)
  case saving(SavingAction)
}

package nonisolated struct StudyEnvironment: Sendable {
  package var mainQueue: SchedulerOf<DispatchQueue> = .failing("StudyEnvironment.mainQueue")
  package var storage = StorageClient.failing

  package init() {}
}

package nonisolated let studyReducer = Reducer<
  StudyState, StudyAction, StudyEnvironment
>.combine(
  sketchReducer.pullback(state: \.editor, action: /StudyAction.editor, environment: { _ in })
)
.persisted(
  \.editor.sketch.value,
  saving: \.saving,
  action: /StudyAction.saving,
  as: sketchFormat,
  to: \.storage,
  interval: .milliseconds(500),
  scheduler: \.mainQueue
)

/// Opens the study in a file, as an app does when it starts.
@MainActor package func openStudy(
  _ file: URL,
  mainQueue: SchedulerOf<DispatchQueue>
) -> Store<StudyState, StudyAction> {
  var environment = StudyEnvironment()
  environment.mainQueue = mainQueue
  environment.storage = .file(file)
  let (sketch, problem) = sketchFormat.load(from: environment.storage)
  return Store(
    initialState: StudyState(sketch ?? Sketch(), saving: Saving(problem: problem)),
    reducer: studyReducer,
    environment: environment
  )
}
