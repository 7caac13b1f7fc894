// SPDX-License-Identifier: MIT

import CaseStudies
import DependencyClients
import Foundation
import Lockstep
import LockstepTesting
import Testing

@Suite struct FavoritePrimesTests {
  private func store(
    _ environment: FavoritePrimesEnvironment = .failing
  ) -> TestStore<[Int], FavoritePrimesAction, FavoritePrimesEnvironment> {
    TestStore(
      initialState: [2, 3, 5, 7],
      reducer: favoritePrimesReducer,
      environment: environment
    )
  }

  @Test func deleteFavoritePrimes() {
    let store = store()
    store.send(.deleteFavoritePrimes([2])) {
      $0 = [2, 3, 7]
    }
    // A row that is swiped away twice is gone once.
    store.send(.deleteFavoritePrimes([0, 2, 3])) {
      $0 = [3]
    }
  }

  @Test func saveButtonTapped() {
    let didSave = Recorder(false)
    var environment = FavoritePrimesEnvironment.failing
    environment.fileClient.save = { fileName, data in
      .fireAndForget {
        #expect(fileName == "favorite-primes.json")
        #expect(data == Data("[2,3,5,7]".utf8))
        didSave.set(true)
      }
    }
    let store = store(environment)

    store.send(.saveButtonTapped)
    store.fireAndForget()
    #expect(didSave.value)
  }

  @Test func loadFavoritePrimesFlow() {
    var environment = FavoritePrimesEnvironment.failing
    environment.fileClient.load = { _ in .catching { try JSONEncoder().encode([2, 31]) } }
    let store = store(environment)

    store.send(.loadButtonTapped)
    store.receive(.loadedFavoritePrimes([2, 31])) {
      $0 = [2, 31]
    }
  }

  @Test(
    arguments: [
      Effect(error: CocoaError(.fileReadNoSuchFile)),
      Effect(value: Data("[2, \"three\"]".utf8)),
    ] as [Effect<Data, any Error>]
  )
  func `without a file of primes the list stays as it is`(file: Effect<Data, any Error>) {
    var environment = FavoritePrimesEnvironment.failing
    environment.fileClient.override(load: "favorite-primes.json", file)
    store(environment).send(.loadButtonTapped)
  }

  @Test func `a file that cannot be written is no trouble`() {
    var environment = FavoritePrimesEnvironment.failing
    environment.fileClient.save = { _, _ in .init(error: CocoaError(.fileWriteNoPermission)) }
    store(environment).send(.saveButtonTapped)
  }
}
