// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep

/// Counts and saves to a file without pausing, and prints each step, until the process is killed.
///
///     saving-counter FILE             counts
///     saving-counter FILE commands    carries out the commands of the standard input, see `SavingCommands.swift`
///     saving-counter FOLDER damage    loads damaged files, see `SavingDamage.swift`
///
/// The program prints `changed N` before the state contains the number, and `saved N` after the file contains it.
@main struct SavingCounter {
  struct Page: Codable, Equatable {
    var number = 0
    /// Makes the file long enough that a write can be interrupted.
    var text = String(repeating: "abcdefghi ", count: 10_000)
  }

  struct Count: Equatable {
    var page: Page
    /// The number that the latest write saves.
    var written = 0
    var saving = Saving()
  }

  enum Action: Equatable {
    case counted
    case saving(SavingAction)
  }

  static let format = SavedFormat<Page>()

  static let reducer = Reducer<Count, Action, StorageClient> { state, action, _ in
    switch action {
    case .counted:
      say("changed \(state.page.number + 1)")
      state.page.number += 1
    case .saving(.save):
      state.written = state.page.number
    case .saving(.saved):
      say("saved \(state.written)")
    case .saving(.failed(let error)):
      say("failed \(error)")
    }
    return .none
  }
  .persisted(
    \.page,
    saving: \.saving,
    action: /Action.saving,
    as: format,
    to: { $0 },
    interval: .milliseconds(20),
    scheduler: { _ in .main }
  )

  static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  @MainActor static func main() async throws {
    let file = URL(filePath: CommandLine.arguments[1])
    switch CommandLine.arguments.dropFirst(2).first {
    case "commands": return obeyCommands(file)
    case "damage": return try loadDamaged(in: file)
    default: break
    }
    let storage = StorageClient.file(file)
    let (page, problem) = format.load(from: storage)
    if let problem { return say("problem \(problem)") }
    say("loaded \(page?.number ?? 0)")
    let store = Store(
      initialState: Count(page: page ?? Page()),
      reducer: reducer,
      environment: storage
    )
    while true {
      store.send(.counted)
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}
