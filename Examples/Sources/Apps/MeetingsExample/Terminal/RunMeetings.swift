// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import LockstepRouting
internal import LockstepTerminal

/// Runs the program until the user quits, then saves any unsaved changes.
///
/// - Parameter arguments: The arguments after the program name.
/// - Returns: The exit code.
@MainActor
package func runMeetings(_ arguments: [String]) async -> Int32 {
  do {
    let options = try MeetingsOptions(arguments)
    guard options.showsHelp == false else {
      print(MeetingsOptions.help)
      return 0
    }
    let storage = StorageClient.file(options.file)
    let store = Store(
      initialState: MeetingsProgram.State(app: try MeetingsApp.State(from: storage)),
      reducer: MeetingsProgram.reducer,
      environment: AppEnvironment(mainQueue: .main, uuid: .live, date: .live, storage: storage)
    )
    if let link = options.link { store.send(.app(.linkOpened(link))) }
    let ending: Result<Int32, any Error>
    do {
      ending = .success(try await MeetingsProgram.program.run(store).exitCode)
    } catch {
      ending = .failure(error)
    }
    // Save even if the terminal failed.
    if store.state.app.saving.isUpToDate == false {
      try MeetingsApp.format.save(store.state.app.meetings.value, to: storage)
    }
    return try ending.get()
  } catch {
    let message = (error as? MeetingsOptions.UsageError)?.message ?? "\(error)"
    FileHandle.standardError.write(Data("meetings: \(message)\n".utf8))
    return error is MeetingsOptions.UsageError ? 64 : 1
  }
}
