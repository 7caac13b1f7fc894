// SPDX-License-Identifier: MIT

// A counter, a question about its number, and a list that two features share, saved in a file.

internal import CaseStudies
internal import DemoSupport
internal import DependencyClients
internal import Foundation
internal import Lockstep
internal import LockstepTerminal

extension CaseStudyProgram {
  /// Favorite primes.
  package static let primes = Self(
    "primes",
    about: "Counts, tells primes, and keeps the ones you like in a file.",
    keepsFiles: true
  ) { options in .primes(options) }
}

struct PrimesDemoState: Equatable, Sendable {
  var counter = PrimeCounterState()
  var hasClosed = false
  /// What became of the file.
  var notice: String?
  /// The place of the favorite that can be deleted.
  var selection = 0

  /// The favorite that can be deleted; nil if there is none.
  var selected: Int? {
    counter.favoritePrimes.isEmpty ? nil : min(selection, counter.favoritePrimes.count - 1)
  }
}

enum PrimesDemoAction: Equatable {
  case appeared
  case closeButtonTapped
  case counter(PrimeCounterAction)
  case favorites(FavoritePrimesAction)
  case fileWritten(isComplete: Bool)
  case nextButtonTapped
}

struct PrimesDemoEnvironment: Sendable {
  var favorites: FavoritePrimesEnvironment
  /// Whether a file could be written, for each that was to be.
  var writes: Effect<Bool, Never>
}

typealias PrimesDemo = Demo<PrimesDemoState, PrimesDemoAction, PrimesDemoEnvironment>

let primesDemoReducer = Reducer<
  PrimesDemoState, PrimesDemoAction, PrimesDemoEnvironment
>.combine(
  primeCounterReducer.pullback(
    state: \.counter,
    action: /PrimesDemoAction.counter,
    environment: { _ in () }
  ),
  // The list is a field of the counter's, so both features see the same favorites.
  favoritePrimesReducer.pullback(
    state: \.counter.favoritePrimes,
    action: /PrimesDemoAction.favorites,
    environment: { $0.favorites }
  ),
  Reducer { state, action, environment in
    struct WritesID: Hashable {}

    switch action {
    case .appeared:
      return environment.writes.map(PrimesDemoAction.fileWritten).cancellable(id: WritesID())

    case .closeButtonTapped:
      state.hasClosed = true
      return .cancel(id: WritesID())

    case .counter, .favorites(.deleteFavoritePrimes):
      state.notice = nil
      return .none

    case .favorites(.loadButtonTapped):
      // Stands until the list comes, which it does at once if there is one.
      state.notice = "There is no saved list."
      return .none

    case .favorites(.loadedFavoritePrimes):
      state.notice = "This is the list that was saved."
      return .none

    case .favorites(.saveButtonTapped):
      return .none

    case .fileWritten(let isComplete):
      state.notice = isComplete ? "The list is saved." : "The list could not be saved."
      return .none

    case .nextButtonTapped:
      let count = state.counter.favoritePrimes.count
      state.selection = count == 0 ? 0 : ((state.selected ?? 0) + 1) % count
      return .none
    }
  }
)

extension PrimesDemo {
  static func primes(_ options: CaseStudyOptions = CaseStudyOptions()) -> Self {
    Self(
      initialState: PrimesDemoState(),
      reducer: primesDemoReducer,
      environment: { _ in
        let writes = Subject<Bool, Never>(name: "writes")
        var fileClient = options.fileClient
        fileClient.save = { [save = fileClient.save] name, data in
          save(name, data).handleEvents(receiveCompletion: { completion in
            if case .finished = completion { writes.send(true) } else { writes.send(false) }
          })
        }
        return PrimesDemoEnvironment(
          favorites: FavoritePrimesEnvironment(fileClient: fileClient),
          writes: writes.effect
        )
      },
      appeared: .appeared,
      action: { key, state in state.choices.action(for: .key(key)) },
      render: { state, size in state.screen(size: size) },
      farewell: { $0.hasClosed ? "You have left the primes." : nil }
    )
  }
}

extension PrimesDemoState {
  /// What the screen offers; only the question while it is up.
  var choices: [KeyBinding<PrimesDemoAction>] {
    if counter.isPrimeModalShown {
      let question = counter.primeModal
      let back = KeyBinding("b", "Back", PrimesDemoAction.counter(.primeModalDismissed))
      if question.isFavorite {
        return [
          KeyBinding("f", "Not my favorite", .counter(.primeModal(.removeFavoritePrimeTapped))),
          back,
        ]
      }
      if question.isPrime {
        return [
          KeyBinding("f", "Make it a favorite", .counter(.primeModal(.saveFavoritePrimeTapped))),
          back,
        ]
      }
      return [back]
    }
    var choices: [KeyBinding<PrimesDemoAction>] = [
      KeyBinding(.up, "One more", .counter(.incrementButtonTapped)),
      KeyBinding(.down, "One less", .counter(.decrementButtonTapped)),
      KeyBinding("p", "Is it prime?", .counter(.isPrimeButtonTapped)),
    ]
    if let selected {
      let prime = counter.favoritePrimes[selected]
      if counter.favoritePrimes.count > 1 {
        choices.append(KeyBinding("n", "Next", .nextButtonTapped))
      }
      choices.append(
        KeyBinding("d", "Delete \(prime)", .favorites(.deleteFavoritePrimes([selected])))
      )
    }
    return choices + [
      KeyBinding("s", "Save", .favorites(.saveButtonTapped)),
      KeyBinding("l", "Load", .favorites(.loadButtonTapped)),
      KeyBinding("c", "Close", .closeButtonTapped),
    ]
  }

  /// What the state looks like; the same state and size always give the same screen.
  func screen(size: Screen.Size) -> Screen {
    var (screen, frame, content) = Screen.framed("Favorite primes", size: size)
    screen.footer(
      counter.isPrimeModalShown ? [] : choices.map(\.text),
      in: content
    ) { main, screen in
      let row = main.row + 1
      screen.putCentered("Count to a prime that you like.", row: row, in: main)
      screen.putCentered(
        "\(counter.count)",
        row: row + 3,
        in: main,
        style: Style(.yellow, bold: true)
      )
      screen.putCentered("Your favorites", row: row + 6, in: main, style: Style(bold: true))
      let favorites = counter.favoritePrimes.enumerated()
        .map { index, prime in index == selected ? "[\(prime)]" : "\(prime)" }
        .joined(separator: " ")
      screen.putWrapped(favorites.isEmpty ? "none yet" : favorites, row: row + 7, in: main)
      if let notice {
        screen.putCentered(notice, row: main.row + main.rows - 2, in: main, style: Style(.green))
      }
    }
    guard counter.isPrimeModalShown else { return screen }
    screen.restyle(frame) { $0.dim = true }
    let answer =
      counter.primeModal.isPrime
      ? "Yes, \(counter.count) is a prime." : "No, \(counter.count) is none."
    screen.dialog(
      "Is it prime?",
      [answer] + (counter.primeModal.isFavorite ? ["It is one of your favorites."] : []),
      choices: choices.map(\.text),
      in: frame
    )
    return screen
  }
}
