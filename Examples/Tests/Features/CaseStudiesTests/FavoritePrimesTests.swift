// SPDX-License-Identifier: MIT

import CaseStudies
import DependencyClients
import Foundation
import Lockstep
import LockstepTesting
import Testing

/// Each test is one list of steps: actions that are sent, actions that are received, and effects without output.
@Suite struct FavoritePrimesTests {
  @Test func `deleting ignores indices that no longer exist`() {
    assert(
      initialValue: [2, 3, 5, 7],
      reducer: favoritePrimesReducer,
      environment: .failing,
      steps:
        Step(.send, .deleteFavoritePrimes([2])) { $0 = [2, 3, 7] },
      // Index 3 no longer exists after the first deletion.
      Step(.send, .deleteFavoritePrimes([0, 2, 3])) { $0 = [3] }
    )
  }

  @Test func `tapping save writes the favorites to the file`() {
    let didSave = Recorder(false)
    var environment = FavoritePrimesEnvironment.failing
    environment.fileClient.save = { fileName, data in
      .fireAndForget {
        #expect(fileName == "favorite-primes.json")
        #expect(data == Data("[2,3,5,7]".utf8))
        didSave.set(true)
      }
    }

    assert(
      initialValue: [2, 3, 5, 7],
      reducer: favoritePrimesReducer,
      environment: environment,
      steps:
        Step(.send, .saveButtonTapped),
      Step(.fireAndForget)
    )
    #expect(didSave.value)
  }

  @Test func `loading replaces the favorites`() {
    var environment = FavoritePrimesEnvironment.failing
    environment.fileClient.load = { _ in .sync { Data("[2,31]".utf8) } }

    assert(
      initialValue: [2, 3, 5, 7],
      reducer: favoritePrimesReducer,
      environment: environment,
      steps:
        Step(.send, .loadButtonTapped),
      Step(.receive, .loadedFavoritePrimes([2, 31])) { $0 = [2, 31] }
    )
  }

  @Test func `loading restores saved favorites`() {
    let file = Recorder(Data())
    var environment = FavoritePrimesEnvironment.failing
    environment.fileClient.save = { _, data in .fireAndForget { file.set(data) } }
    environment.fileClient.load = { _ in .sync { file.value } }

    assert(
      initialValue: [2, 3, 5, 7],
      reducer: favoritePrimesReducer,
      environment: environment,
      steps:
        Step(.send, .saveButtonTapped),
      Step(.fireAndForget),
      Step(.send, .deleteFavoritePrimes([0, 1, 2])) { $0 = [7] },
      Step(.send, .loadButtonTapped),
      Step(.receive, .loadedFavoritePrimes([2, 3, 5, 7])) { $0 = [2, 3, 5, 7] }
    )
  }

  @Test(
    arguments: [
      Effect(error: CocoaError(.fileReadNoSuchFile)),
      Effect(value: Data("[2, \"three\"]".utf8)),
    ] as [Effect<Data, any Error>]
  )
  func `loading keeps the favorites if the file is missing or invalid`(
    file: Effect<Data, any Error>
  ) {
    var environment = FavoritePrimesEnvironment.failing
    environment.fileClient.override(load: "favorite-primes.json", file)
    assert(
      initialValue: [2, 3, 5, 7],
      reducer: favoritePrimesReducer,
      environment: environment,
      steps: Step(.send, .loadButtonTapped)
    )
  }

  @Test func `a failure to write the file does not change the favorites`() {
    var environment = FavoritePrimesEnvironment.failing
    environment.fileClient.save = { _, _ in .init(error: CocoaError(.fileWriteNoPermission)) }
    assert(
      initialValue: [2, 3, 5, 7],
      reducer: favoritePrimesReducer,
      environment: environment,
      steps: Step(.send, .saveButtonTapped)
    )
  }
}
