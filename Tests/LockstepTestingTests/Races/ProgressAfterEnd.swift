// SPDX-License-Identifier: MIT

// An upload whose child task sends the progress, and does not end before the upload does.

import Lockstep

extension Race {
  static let progressAfterEnd = Race(
    "progress after the end",
    symptom: "A finished upload is still in progress."
  ) { variant in
    let reducer = Reducer<String, UploadAction, Void> { status, action, _ in
      switch action {
      case .uploadTapped:
        return .run { send in
          await withTaskGroup(of: Void.self) { group in
            group.addTask {
              await pause()
              send(.progress(50))
            }
            await pause(4)
            if variant == .fixed { await group.waitForAll() }
            send(.finished)
          }
        }
      case .progress(let percent):
        status = "\(percent) %"
        return .none
      case .finished:
        status = "finished"
        return .none
      }
    }.played
    return {
      let status = reducer.state(after: [.uploadTapped], from: "", in: ()) { $0 }
      check(status == "finished", "A finished upload is still in progress.")
    }
  }
}

private enum UploadAction: Equatable {
  case finished
  case progress(Int)
  case uploadTapped
}
